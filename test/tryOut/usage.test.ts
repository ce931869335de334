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

it.each([
	['a login', ['--external', 'http://127.0.0.1:1'], 'N8N_EMAIL and N8N_PASSWORD'],
	['a URL', ['--external', 'my-n8n'], 'takes the URL'],
	['an n8n', ['--sandbox-address', '172.17.0.1'], 'needs --external'],
])('npm run n8n -- --external says that it lacks %s, and tries nothing', (_, args, message) => {
	const { stderr, ...rest } = tryOut(...args);
	expect(rest).toEqual({ status: 2, stdout: '' });
	expect(stderr).toEqual(USAGE);
	expect(stderr).toContain(message);
});

it('npm run n8n -- --port says that it knows no such option, and starts nothing', () => {
	const { stderr, ...rest } = tryOut('--port');
	expect(rest).toEqual({ status: 2, stdout: '' });
	expect(stderr).toEqual(USAGE);
	expect(stderr).toContain("'--port'");
});
