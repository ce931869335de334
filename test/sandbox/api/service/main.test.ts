import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startSandbox } from '../../../../dev/sandbox';
import { Client } from '../../../support/fixtures/sandboxFixture';

const ROOT = resolve(__dirname, '../../../..');

const USAGE = /^npm run sandbox -- .*--port PORT/m;

describe('npm run sandbox', () => {
	let folder: string;
	let started: ChildProcess | undefined;
	beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sandbox-main-'))));
	afterEach(async () => {
		started?.kill('SIGKILL');
		await rm(folder, { recursive: true, force: true });
	});

	function run(...args: string[]) {
		const child = spawn(process.execPath, ['--import', 'tsx', 'dev/sandbox/main.ts', ...args], {
			cwd: ROOT,
			env: { ...process.env, TMPDIR: folder },
		});
		started = child;
		const output = { text: '' };
		child.stdout.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
		const printed = async (text: string) => {
			while (!output.text.includes(text)) await once(child.stdout, 'data');
		};
		// Not "exit": the last words may come after it.
		return { child, output, printed, exited: once(child, 'close') };
	}
	const folders = async () =>
		(await readdir(folder)).filter((name) => name.startsWith('extraction-sandbox-'));

	test('prints base URL and key, serves with limits off, and leaves nothing behind when stopped', async () => {
		const { child, output, printed, exited } = run('--api-key', 'my-key', '--limits', 'off');
		await printed('my-key');
		const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(output.text)![0];
		const client = new Client(baseUrl, 'my-key');
		const statuses = new Set<number>();
		for (let sent = 0; sent < 61; sent += 1) statuses.add((await client.get('/credits/balance')).status);
		expect([...statuses]).toEqual([200]);
		expect(await folders()).toHaveLength(1);
		child.kill('SIGTERM');
		expect(await exited).toEqual([0, null]);
		expect(await folders()).toEqual([]);
	});

	test('a port that is taken is an error, and leaves nothing behind', async () => {
		const first = await startSandbox();
		const { output, exited } = run('--port', new URL(first.baseUrl).port);
		expect(await exited).toEqual([1, null]);
		expect(output.text).toContain('EADDRINUSE');
		expect(await folders()).toEqual([]);
		await first.close();
	});

	test.each([
		['--limits takes on or off', ['--limits', 'maybe']],
		['--port takes a number', ['--port', 'x']],
		['--colour', ['--colour', 'red']],
	])('says what is wrong: %s', async (message, args) => {
		const { output, exited } = run(...args);
		expect(await exited).toEqual([1, null]);
		expect(output.text).toContain(message);
		expect(output.text).toMatch(USAGE);
	});

	test('--help prints how to use it, and starts nothing', async () => {
		const { output, exited } = run('--help');
		expect(await exited).toEqual([0, null]);
		expect(output.text).toMatch(USAGE);
		expect(output.text).not.toMatch(/Base URL: http|node:internal/);
	});
});
