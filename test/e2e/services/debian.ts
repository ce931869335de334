import { existsSync } from 'node:fs';
import { run } from '../support/run';

let indexIsFresh = false;

/**
 * Makes sure that a program is there, from its Debian package when it is not.
 *
 * @throws with what to install by hand when this process may not install it
 */
export async function need(program: () => string | undefined, debianPackage: string): Promise<string> {
	const found = program();
	if (found) return found;
	const how = `apt-get install ${debianPackage}`;
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
		throw new MissingProgram(`This needs the program of ${debianPackage}. Install it first: ${how}`);
	console.log(`Installing the Debian package ${debianPackage} ...`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	if (!indexIsFresh) await run('apt-get', ['update'], { env });
	indexIsFresh = true;
	await run('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], { env });
	const installed = program();
	if (!installed) throw new MissingProgram(`${how} did not bring the program.`);
	return installed;
}

export class MissingProgram extends Error {}

/** The first of these paths that exists. */
export const firstOf =
	(...paths: string[]) =>
	(): string | undefined =>
		paths.find((path) => existsSync(path));
