import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../..');
const ACTIONS = 'nodes/DocumentDataExtraction/actions';
const NEEDED = [
	'credentials',
	'docs',
	'icons',
	'nodes',
	'scripts',
	'test/operations',
	'test/support/documentation',
	'README.md',
];
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

	/** The files that it writes. */
	async function write(resource: string, operation: string): Promise<string[]> {
		const { stdout } = await run('node', ['scripts/newOperation.mjs', resource, operation], { cwd: copy });
		return stdout.trim().split('\n');
	}

	const placesOf = (resource: string, operation: string): string[] => [
		`${ACTIONS}/${resource}/${operation}.ts`,
		`${ACTIONS}/${resource}/index.ts`,
		`test/operations/${resource}/${operation}.test.ts`,
		'docs/operations.md',
		'README.md',
	];
	const INPUTS = 'test/support/documentation/inputs.ts';
	const read = async (file: string) => await readFile(path.join(copy, file), 'utf8');

	it('writes the places of an operation, and what comes into its example', async () => {
		expect(await write('credit', 'getNothing')).toEqual(placesOf('credit', 'getNothing'));
		expect(await write('extraction', 'getNothing')).toEqual([
			...placesOf('extraction', 'getNothing'),
			INPUTS,
		]);
		expect(await read(`${ACTIONS}/credit/index.ts`)).toContain(', getNothing]');
		expect(await read(INPUTS)).toContain("'Extraction: Get Nothing': extractionThat(");
	});

	it('writes operations that compile', async () => {
		const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
		const compiling = run('node', [compiler, '--noEmit', '-p', 'tsconfig.build.json'], { cwd: copy });
		const said = await compiling.catch((error: { stdout: string }) => error);
		expect(said.stdout).toBe('');
	}, 120_000);

	it('names the resources if there is no such one', async () => {
		const refused = run('node', ['scripts/newOperation.mjs', 'invoice', 'getNothing'], { cwd: copy });
		await expect(refused).rejects.toThrow(/Resources: answer, credit, extraction, filePart, uploadSession/);
	});
});
