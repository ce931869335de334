/**
 * A longer run: npm run simulate -- 20000 [seed] [path]. Each of the four files plays a quarter; a seed and a path that
 * a failure printed play that history again.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [histories = '20000', seed = String(Math.floor(Math.random() * 1_000_000)), path] =
	process.argv.slice(2);
const each = path === undefined ? Math.ceil(Number(histories) / 4) : 1;
const simulation = { histories: each, seed: Number(seed), ...(path === undefined ? {} : { path }) };
if (!Number.isInteger(each) || !Number.isInteger(simulation.seed)) {
	console.error('npm run simulate -- HISTORIES [SEED] [PATH]');
	process.exit(2);
}
console.log(`${histories} histories from the seed ${seed}`);
const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));
const files = path === undefined ? 'test/simulation/histories[1-4]' : 'test/simulation/histories1';
const run = spawnSync(
	process.execPath,
	[jest, files, '--globals', JSON.stringify({ simulation }), '--testTimeout', '86400000'],
	{
		stdio: 'inherit',
		cwd: fileURLToPath(new URL('../..', import.meta.url)),
	},
);
process.exit(run.status ?? 1);
