import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from 'jest';
import { ALL_HOSTS, installedHost, type HostVersion } from '../hosts/install';
import { startLender } from '../hosts/lender';
import { installPackage, packPackage } from '../hosts/package';
import { needSqlite } from '../hosts/sqlite';
import { installedLoaders } from '../loaders/loaders';
import { CHROMIUM } from '../services/chromium';
import { need, whyWithout } from '../services/debian';
import { DOVECOT } from '../services/dovecot';
import { POSTGRES, startPostgres } from '../services/postgres';
import { REDIS } from '../services/redis';
import { tablesFor } from './databases';
import { ofThisRun } from './globalTeardown';
import { startOwnHost } from './n8nFixture';

/**
 * What all scenarios share: the packed package (E2E_TARBALL names one that is packed already), a PostgreSQL server, and the hosts that
 * nothing special is wanted of. Test files are told through the environment. For a run of all scenarios everything is installed here,
 * where nothing else waits for it.
 */
export default async function setUp({ testPathPatterns }: JestRun): Promise<void> {
	const isWhole = testPathPatterns.patterns.length === 0;
	if (isWhole) await installEverything();
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	ofThisRun.folder = folder;
	process.env.E2E_COMPILE_CACHE = join(folder, 'compiled');
	await Promise.all([preparePackage(folder), preparePostgres(isWhole ? ALL_HOSTS : [])]);
	await prepareLender(folder);
}

/** Packs it, and installs it once for all hosts. */
async function preparePackage(folder: string): Promise<void> {
	process.env.E2E_TARBALL ??= await packPackage(folder);
	const installed = join(folder, 'installed');
	await installPackage(process.env.E2E_TARBALL, installed);
	process.env.E2E_INSTALLED = installed;
}

/** @param versions whose tables are sure to be needed */
async function preparePostgres(versions: readonly HostVersion[]): Promise<void> {
	// Without it, the scenarios tell why they are skipped.
	if (whyWithout(POSTGRES)) return;
	const postgres = await startPostgres();
	ofThisRun.postgres = postgres;
	process.env.E2E_POSTGRES = JSON.stringify(postgres.at);
	for (const version of versions) await tablesFor(version, postgres);
}

async function prepareLender(folder: string): Promise<void> {
	const { postgres } = ofThisRun;
	if (!postgres) return;
	let started = 0;
	ofThisRun.lender = await startLender(async (version) => {
		const outputFile = join(folder, `n8n-${(started += 1)}.log`);
		return { host: await startOwnHost(postgres, { version, outputFile }), outputFile };
	});
	process.env.E2E_LENDER = ofThisRun.lender.address;
}

/** The part of Jest's configuration of a run that says which files were asked for. */
type JestRun = Config & { testPathPatterns: { patterns: string[] } };

async function installEverything(): Promise<void> {
	const programs = async () => {
		for (const program of [POSTGRES, REDIS, DOVECOT, CHROMIUM]) if (!whyWithout(program)) await need(program);
	};
	const hosts = async () => {
		// One after the other: npm holds up to 2 GB of memory while it installs an n8n.
		for (const version of ALL_HOSTS) await needSqlite(await installedHost(version));
		await installedLoaders();
	};
	await Promise.all([hosts(), programs()]);
}
