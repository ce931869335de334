import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { alone } from '../support/alone';
import { run } from '../support/run';

export const HOST_VERSIONS = ['2.8.4', '2.41.1'] as const;
export type HostVersion = (typeof HOST_VERSIONS)[number];
export const NEWEST: HostVersion = '2.41.1';

const cache = (): string =>
	join(
		process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
		'n8n-nodes-document-data-extraction',
		'hosts',
	);

/** An n8n with the Node it runs on, both of fixed versions. */
export interface InstalledHost {
	version: HostVersion;
	/** Absolute path of the Node binary. */
	node: string;
	/** Absolute path of n8n's start script. */
	n8n: string;
	folder: string;
}

const manifestOf = (version: HostVersion): string => join(__dirname, version, 'package.json');

const hostAt = (version: HostVersion, folder: string): InstalledHost => ({
	version,
	folder,
	node: join(folder, 'node_modules', 'node', 'bin', 'node'),
	n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
});

/**
 * The host of this version, from a cache folder outside the checkout, under the digest of its package.json: only the first
 * call ever takes the minutes of an installation (about 2 GB on disk).
 */
export async function installedHost(version: HostVersion): Promise<InstalledHost> {
	const digest = createHash('sha256')
		.update(await readFile(manifestOf(version)))
		.digest('hex')
		.slice(0, 16);
	const folder = join(cache(), `${version}-${digest}`);
	const host = hostAt(version, folder);
	if (existsSync(folder)) return host;
	await mkdir(cache(), { recursive: true });
	await alone(folder, async () => {
		if (!existsSync(folder)) await install(version, folder);
	});
	return host;
}

/** Installs aside and moves into place at the end, so that a folder of that name is always a whole installation. */
async function install(version: HostVersion, folder: string): Promise<void> {
	console.log(`Installing n8n ${version} into ${folder}, once; this takes some minutes ...`);
	const aside = `${folder}-unfinished`;
	// What a killed run has left.
	await rm(aside, { recursive: true, force: true });
	try {
		await mkdir(aside);
		await copyFile(manifestOf(version), join(aside, 'package.json'));
		const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
		const options = ['--legacy-peer-deps', '--ignore-scripts', '--fetch-retries=5', ...quiet];
		await run('npm', ['install', ...options], { cwd: aside });
		// Its script brings the binary of the pinned Node. This checkout's settings turn scripts off, and npm hands them down to what it starts.
		await run('npm', ['rebuild', 'node', '--ignore-scripts=false', ...quiet], { cwd: aside });
		await run(hostAt(version, aside).node, ['--version']);
		await rename(aside, folder);
	} finally {
		await rm(aside, { recursive: true, force: true });
	}
}
