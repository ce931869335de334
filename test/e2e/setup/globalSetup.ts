import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage } from '../hosts/package';
import { whyWithout } from '../services/debian';
import { POSTGRES, startPostgres } from '../services/postgres';
import { ofThisRun } from './globalTeardown';

/**
 * What all scenarios share: the packed package (E2E_TARBALL names one that is packed already) and a PostgreSQL server.
 * Test files are told through the environment.
 */
export default async function setUp(): Promise<void> {
	if (!process.env.E2E_TARBALL) {
		ofThisRun.folder = await mkdtemp(join(tmpdir(), 'packed-'));
		process.env.E2E_TARBALL = await packPackage(ofThisRun.folder);
	}
	// Without it, the scenarios tell why they are skipped.
	if (whyWithout(POSTGRES)) return;
	const postgres = await startPostgres();
	ofThisRun.postgres = postgres;
	process.env.E2E_POSTGRES = JSON.stringify(postgres.at);
}
