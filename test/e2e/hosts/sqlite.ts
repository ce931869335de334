import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alone } from '../support/alone';
import { run } from '../support/run';
import type { InstalledHost } from './install';

/**
 * Makes sure that a host has the native part of sqlite3, which n8n's AI agent loads whatever it does. Hosts run on PostgreSQL, so only
 * who needs an agent pays the minutes of building it, once: it suits every version of Node, and so every host with the same sqlite3.
 */
export async function needSqlite({ folder }: InstalledHost): Promise<void> {
	const sqlite = join(folder, 'node_modules', 'sqlite3');
	const native = join(sqlite, 'build', 'Release', 'node_sqlite3.node');
	const { version } = JSON.parse(await readFile(join(sqlite, 'package.json'), 'utf8')) as { version: string };
	const kept = join(dirname(folder), `sqlite3-${version}.node`);
	await alone(kept, async () => {
		if (!existsSync(native) && !existsSync(kept)) await build(folder);
		if (!existsSync(kept)) await copy(native, kept);
		if (!existsSync(native)) await copy(kept, native);
	});
}

async function build(folder: string): Promise<void> {
	console.log('Building the native part of sqlite3, once; this takes some minutes ...');
	// This checkout's settings turn scripts off, and npm hands them down to what it starts.
	await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', '--loglevel=error'], { cwd: folder });
}

/** Copies so that a file of that name is always whole. */
async function copy(from: string, to: string): Promise<void> {
	await mkdir(dirname(to), { recursive: true });
	await copyFile(from, `${to}-unfinished`);
	await rename(`${to}-unfinished`, to);
}
