import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { alone } from '../support/alone';
import { run } from '../support/run';

/**
 * Makes sure that a host has date-fns. n8n's Extract from File loads it, by way of ts-ics, whose peer it is: `npm install n8n` of a user
 * brings it, but hosts are installed without peers.
 */
export async function needPeers(folder: string): Promise<void> {
	const modules = join(folder, 'node_modules');
	const missing = join(modules, 'date-fns');
	if (existsSync(missing) || !existsSync(join(modules, 'ts-ics'))) return;
	await alone(missing, async () => {
		if (existsSync(missing)) return;
		const aside = `${folder}-peers`;
		await mkdir(aside, { recursive: true });
		const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
		await run('npm', ['install', '--prefix', aside, ...options, 'date-fns@2.30.0'], { cwd: aside });
		await rename(join(aside, 'node_modules', 'date-fns'), missing);
		await rm(aside, { recursive: true, force: true });
	});
}
