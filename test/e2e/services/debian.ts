import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alone } from '../support/alone';
import { run } from '../support/run';

/** A program of somebody else's that scenarios run. */
export interface Program {
	debianPackage: string;
	/** Its path, once it is there. */
	find(): string | undefined;
	/** Whether only root can run it. */
	asRoot?: boolean;
}

export class MissingProgram extends Error {}

/** The first of these paths that exists. */
export const firstOf =
	(...paths: string[]) =>
	(): string | undefined =>
		paths.find((path) => existsSync(path));

const isRoot = (): boolean => process.getuid?.() === 0;
const mayInstall = (): boolean => isRoot() && existsSync('/usr/bin/apt-get');
const commandFor = ({ debianPackage }: Program): string => `apt-get install ${debianPackage}`;

/** Why this process can have no use of a program. Undefined when it can, if need be by installing it. */
export function whyWithout(program: Program): string | undefined {
	if (program.asRoot && !isRoot()) return `${program.debianPackage} can only be run by root.`;
	if (program.find() || mayInstall()) return undefined;
	return `${program.debianPackage} is missing and may not be installed from here. Install it first: ${commandFor(program)}`;
}

/**
 * The path of a program, which is installed from its Debian package when it is not there.
 *
 * @throws MissingProgram with what to do by hand when this process may not install or run it
 */
export async function need(program: Program): Promise<string> {
	const why = whyWithout(program);
	if (why) throw new MissingProgram(why);
	// apt-get refuses to run twice at once.
	return program.find() ?? (await alone(join(tmpdir(), 'apt-get'), async () => await install(program)));
}

/** For downloads that break off. */
const RETRIES = ['-o', 'Acquire::Retries=3'];

async function install(program: Program): Promise<string> {
	if (!program.find()) {
		console.log(`Installing the Debian package ${program.debianPackage} ...`);
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		await run('apt-get', ['update', ...RETRIES], { env });
		const quietly = ['-y', '--no-install-recommends', ...RETRIES];
		await run('apt-get', ['install', ...quietly, program.debianPackage], { env });
	}
	const path = program.find();
	if (!path) throw new MissingProgram(`${commandFor(program)} did not bring the program.`);
	return path;
}
