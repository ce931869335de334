import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostEnvironment, type Database } from '../hosts/environment';
import { installedHost, type HostVersion } from '../hosts/install';
import type { Postgres } from '../services/postgres';
import { alone } from '../support/alone';
import { freePorts } from '../support/ports';
import { run } from '../support/run';

let made = 0;

/** A database for a new n8n of this version. Its tables are made once on each server, and copied from then on. */
export async function databaseFor(version: HostVersion, postgres: Postgres): Promise<Database> {
	const template = await tablesFor(version, postgres);
	return await postgres.createDatabase(`${template}-${process.pid}-${Date.now()}-${(made += 1)}`, template);
}

/** Makes the tables of this version, unless the server has them. Returns the database to copy them from. */
export async function tablesFor(version: HostVersion, postgres: Postgres): Promise<string> {
	const template = `n8n-${version}`;
	await alone(join(tmpdir(), `${template}-on-${postgres.at.port}`), async () => {
		if (!(await postgres.exists(template)))
			await makeTables(version, await postgres.createDatabase(template));
	});
	return template;
}

async function makeTables(version: HostVersion, database: Database): Promise<void> {
	const host = await installedHost(version);
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-tables-'));
	const [port, brokerPort] = (await freePorts(2)) as [number, number];
	const settings = {
		userFolder,
		filesFolder: userFolder,
		port,
		brokerPort,
		encryptionKey: 'unused',
		database,
	};
	try {
		// Any command brings the database up to date first.
		await run(host.node, [host.n8n, 'list:workflow'], { env: hostEnvironment(host, settings) });
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}
