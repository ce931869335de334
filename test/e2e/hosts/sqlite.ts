import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '../support/alone';
import { run } from '../support/run';
import type { InstalledHost } from './install';

/**
 * Makes sure that a host has the native part of sqlite3, which n8n's AI agent loads whatever it does. Hosts run on PostgreSQL, so only
 * who needs an agent pays the minutes of building it, once.
 */
export async function needSqlite({ folder }: InstalledHost): Promise<void> {
	const built = join(folder, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
	if (existsSync(built)) return;
	await alone(`${folder}-sqlite3`, async () => {
		if (existsSync(built)) return;
		console.log('Building the native part of sqlite3, once; this takes some minutes ...');
		// This checkout's settings turn scripts off, and npm hands them down to what it starts.
		await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', '--loglevel=error'], { cwd: folder });
		if (!existsSync(built)) throw new Error(`npm rebuild sqlite3 did not bring ${built}`);
	});
}
