import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { alone } from '../support/alone';
import { run } from '../support/run';
import { needPeers } from './peers';

/** All that the package is tried in. The first is the line before n8n 2. */
export const EVERY_VERSION = ['1.123.81', '2.8.4', '2.30.8', '2.41.1'] as const;
export type HostVersion = (typeof EVERY_VERSION)[number];
export const OLDEST: HostVersion = '1.123.81';
export const NEWEST: HostVersion = '2.41.1';

/** A run for a change takes the oldest and the newest; `npm run test:versions`, before a release, takes all. */
export const isForRelease = process.env.N8N_VERSIONS === 'every';
/** For the scenario that goes once through all that users do. */
export const TRIED_VERSIONS: readonly HostVersion[] = isForRelease ? EVERY_VERSION : [OLDEST, NEWEST];
/** Those that somebody asks for, as in `N8N_VERSIONS=1.123.81,2.41.1 npm run test:e2e -- reviewInForm`. */
const NAMED = EVERY_VERSION.filter((version) => process.env.N8N_VERSIONS?.split(',').includes(version));
const LOOKED_CLOSER: readonly HostVersion[] = isForRelease ? ['2.8.4', NEWEST] : [NEWEST];
/** For the scenarios that look closer. */
export const HOST_VERSIONS = NAMED.length > 0 ? NAMED : LOOKED_CLOSER;
/** What a run of all scenarios needs. */
export const ALL_HOSTS = [...new Set([...TRIED_VERSIONS, ...HOST_VERSIONS])];

const cache = (): string =>
	join(
		process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
		'n8n-nodes-document-data-extraction',
		'hosts',
	);

/** What a package.json asks for, and the Node that it runs on. */
export interface Installed {
	folder: string;
	/** Absolute path of the Node binary. */
	node: string;
}

/** An n8n with the Node it runs on, both of fixed versions. */
export interface InstalledHost extends Installed {
	version: HostVersion;
	/** Absolute path of n8n's start script. */
	n8n: string;
}

export async function installedHost(version: HostVersion): Promise<InstalledHost> {
	const installed = await installOnce(`n8n ${version}`, version, join(__dirname, version));
	await needPeers(installed.folder);
	return { ...installed, version, n8n: join(installed.folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

const nodeIn = (folder: string): string => join(folder, 'node_modules', 'node', 'bin', 'node');

/**
 * Installs what a package.json asks for into a cache folder outside the checkout, under the digest of that package.json: only the
 * first call ever takes the minutes of an installation (a host has about 2 GB).
 */
export async function installOnce(what: string, name: string, from: string): Promise<Installed> {
	const manifest = join(from, 'package.json');
	const digest = createHash('sha256')
		.update(await readFile(manifest))
		.digest('hex')
		.slice(0, 16);
	const folder = join(cache(), `${name}-${digest}`);
	const installed = { folder, node: nodeIn(folder) };
	if (existsSync(folder)) return installed;
	await mkdir(cache(), { recursive: true });
	await alone(folder, async () => {
		if (existsSync(folder)) return;
		console.log(`Installing ${what} into ${folder}, once; this takes some minutes ...`);
		await install(manifest, folder);
	});
	return installed;
}

/** Installs aside and moves into place at the end, so that a folder of that name is always a whole installation. */
async function install(manifest: string, folder: string): Promise<void> {
	const aside = `${folder}-unfinished`;
	// What a killed run has left.
	await rm(aside, { recursive: true, force: true });
	try {
		await mkdir(aside);
		await copyFile(manifest, join(aside, 'package.json'));
		const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
		const options = ['--legacy-peer-deps', '--ignore-scripts', '--fetch-retries=5', ...quiet];
		await run('npm', ['install', ...options], { cwd: aside });
		// Its script brings the binary of the pinned Node. This checkout's settings turn scripts off, and npm hands them down to what it starts.
		await run('npm', ['rebuild', 'node', '--ignore-scripts=false', ...quiet], { cwd: aside });
		await run(nodeIn(aside), ['--version']);
		await rename(aside, folder);
	} finally {
		await rm(aside, { recursive: true, force: true });
	}
}
