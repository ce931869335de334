import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Database } from '../hosts/environment';
import { freePorts } from '../support/ports';
import { startProcess } from '../support/processes';
import { run } from '../support/run';
import { until } from '../support/until';
import { need, type Program } from './debian';

const DEBIAN = '/usr/lib/postgresql';

/** A PostgreSQL server to make databases in. */
export interface Postgres {
	/** Where it is, with the database that every server has. */
	at: Database;
	/** Makes a database: an empty one, or a copy of another that nobody is connected to. */
	createDatabase(name: string, copyOf?: string): Promise<Database>;
	exists(name: string): Promise<boolean>;
	/** Runs one statement and returns its rows. */
	query<T extends object>(database: Database, statement: string): Promise<T[]>;
}

export function connectPostgres(at: Database): Postgres {
	const query = async <T extends object>(database: Database, statement: string): Promise<T[]> => {
		const client = new Client(database);
		await client.connect();
		try {
			return (await client.query<T>(statement)).rows;
		} finally {
			await client.end();
		}
	};
	return {
		at,
		query,
		async createDatabase(name, copyOf = 'template1') {
			await query(at, `create database "${name}" template "${copyOf}"`);
			return { ...at, database: name };
		},
		async exists(name) {
			return (await query(at, `select 1 from pg_database where datname = '${name}'`)).length > 0;
		},
	};
}

function findServer(): string | undefined {
	if (!existsSync(DEBIAN)) return undefined;
	const version = readdirSync(DEBIAN).sort().at(-1);
	const folder = join(DEBIAN, version ?? '', 'bin');
	return existsSync(join(folder, 'initdb')) ? folder : undefined;
}

export const POSTGRES: Program = { debianPackage: 'postgresql', find: findServer };

/** A PostgreSQL server of our own: its data in a temporary folder, on a free port of the loopback interface. */
export async function startPostgres(): Promise<Postgres & { stop(): Promise<void> }> {
	const programs = await need(POSTGRES);
	const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
	const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
	await chmod(folder, 0o700);
	if (user) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	await run(
		join(programs, 'initdb'),
		['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8'],
		{ cwd: folder, ...user },
	);
	const [port] = (await freePorts(1)) as [number];
	const settings = {
		listen_addresses: '127.0.0.1',
		port: String(port),
		unix_socket_directories: folder,
		// Nothing here outlives the run.
		fsync: 'off',
		synchronous_commit: 'off',
		full_page_writes: 'off',
		max_connections: '200',
	};
	const server = startProcess({
		command: join(programs, 'postgres'),
		args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
		cwd: folder,
		user,
		// Ctrl+C is for who started it: an n8n that loses its database first takes half a minute to end.
		ownGroup: true,
		// A plain request to end waits for all connections to close.
		signalToEnd: 'SIGINT',
	});
	const stop = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};
	const postgres = connectPostgres({
		host: '127.0.0.1',
		port,
		user: 'postgres',
		password: 'unused',
		database: 'postgres',
	});
	try {
		await until('PostgreSQL to answer', async () => await postgres.query(postgres.at, 'select 1'), {
			seconds: 30,
			detail: server.output,
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return { ...postgres, stop };
}

/** PostgreSQL refuses to run as root: Debian's package brings a user for it. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
	const [uid, gid] = await Promise.all(
		['-u', '-g'].map(async (flag) => Number(await run('id', [flag, 'postgres']))),
	);
	return { uid: uid!, gid: gid! };
}
