import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');

/** Runs what npm run n8n runs, which ends at once unless it starts n8n. */
function tryOut(...args: string[]) {
	const command = ['--import', 'tsx', 'test/e2e/n8n.ts', ...args];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, {
		cwd: ROOT,
		encoding: 'utf8',
		timeout: 60_000,
		killSignal: 'SIGKILL',
	});
	return { status, stdout, stderr };
}

const USAGE = expect.stringMatching(/^npm run n8n +\S/m) as string;

it('npm run n8n -- --help prints the usage and starts nothing', () =>
	expect(tryOut('--help')).toEqual({ status: 0, stdout: USAGE, stderr: '' }));

it('npm run n8n -- --port says that it knows no such option, and starts nothing', () => {
	const { stderr, ...rest } = tryOut('--port');
	expect(rest).toEqual({ status: 2, stdout: '' });
	expect(stderr).toEqual(USAGE);
	expect(stderr).toContain("'--port'");
});
