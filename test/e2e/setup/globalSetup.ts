import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from 'jest';
import { HOST_VERSIONS, installedHost, NEWEST } from '../hosts/install';
import { startLender } from '../hosts/lender';
import { installPackage, packPackage } from '../hosts/package';
import { needSqlite } from '../hosts/sqlite';
import { CHROMIUM } from '../services/chromium';
import { need, whyWithout } from '../services/debian';
import { DOVECOT } from '../services/dovecot';
import { POSTGRES, startPostgres } from '../services/postgres';
import { REDIS } from '../services/redis';
import { ofThisRun } from './globalTeardown';
import { startOwnHost } from './n8nFixture';

/**
 * What all scenarios share: the packed package (E2E_TARBALL names one that is packed already), a PostgreSQL server, and the hosts that
 * nothing special is wanted of. Test files are told through the environment. For a run of all scenarios everything is installed here,
 * where nothing else waits for it.
 */
export default async function setUp({ testPathPatterns }: JestRun): Promise<void> {
	if (testPathPatterns.patterns.length === 0) await installEverything();
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	ofThisRun.folder = folder;
	process.env.E2E_TARBALL ??= await packPackage(folder);
	process.env.E2E_INSTALLED = join(folder, 'installed');
	await installPackage(process.env.E2E_TARBALL, process.env.E2E_INSTALLED);
	// Without it, the scenarios tell why they are skipped.
	if (whyWithout(POSTGRES)) return;
	const postgres = await startPostgres();
	ofThisRun.postgres = postgres;
	process.env.E2E_POSTGRES = JSON.stringify(postgres.at);
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
	const hosts = HOST_VERSIONS.map(installedHost);
	await Promise.all([...hosts, programs()]);
	await needSqlite(await installedHost(NEWEST));
}
