import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../..');
const NEEDED = ['credentials', 'docs', 'icons', 'nodes', 'scripts', 'test/operations', 'README.md'];
const SETTINGS = ['.prettierrc.json', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

describe('npm run new-operation', () => {
	let copy: string;

	beforeAll(async () => {
		copy = await mkdtemp(path.join(tmpdir(), 'new-operation-'));
		for (const name of [...NEEDED, ...SETTINGS])
			await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true });
		await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
	});

	afterAll(async () => await rm(copy, { recursive: true, force: true }));

	it('writes the five places of an operation, and they compile', async () => {
		const { stdout } = await run('node', ['scripts/newOperation.mjs', 'credit', 'getUsage'], { cwd: copy });
		const folder = 'nodes/DocumentDataExtraction/actions/credit';
		expect(stdout.trim().split('\n')).toEqual([
			`${folder}/getUsage.ts`,
			`${folder}/index.ts`,
			'test/operations/credit/getUsage.test.ts',
			'docs/operations.md',
			'README.md',
		]);
		expect(await readFile(path.join(copy, folder, 'index.ts'), 'utf8')).toContain(', getUsage]');
		const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
		const compiling = run('node', [compiler, '--noEmit', '-p', 'tsconfig.build.json'], { cwd: copy });
		const said = await compiling.catch((error: { stdout: string }) => error);
		expect(said.stdout).toBe('');
	}, 120_000);

	it('names the resources if there is no such one', async () => {
		const refused = run('node', ['scripts/newOperation.mjs', 'invoice', 'getUsage'], { cwd: copy });
		await expect(refused).rejects.toThrow(/Resources: answer, credit, extraction, filePart, uploadSession/);
	});
});
