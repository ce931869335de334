import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const NODE = 'nodes/DocumentDataExtraction';
const MACHINE = `${NODE}/trigger/machine`;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The files and folders that a text names in backticks, without placeholders such as `<operation>.ts`. */
const pathsIn = (text: string): string[] =>
	[...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|cjs|mjs|js|json|md|yml)))`/g)].map(
		([, path]) => path!,
	);

/** Where a path of the page may begin. */
const FOLDERS = ['', NODE, 'test/e2e', '.github/workflows'];

const exists = (path: string): boolean => FOLDERS.some((folder) => existsSync(join(ROOT, folder, path)));

describe('CONTRIBUTING.md', () => {
	const page = read('CONTRIBUTING.md');

	it('names only files that exist', () => {
		const named = pathsIn(page).filter((path) => path !== '.d.ts');
		expect(named.length).toBeGreaterThan(40);
		expect(named.filter((path) => !exists(path))).toEqual([]);
	});

	it('draws the arrows that the check holds', () => {
		const rooms = jest.requireActual<Record<string, string[]>>('../../scripts/arrows/rooms.cjs');
		const drawn = [...page.matchAll(/^([\w.]+) .*→(.*)$/gm)].map(([, room, below]) => [
			room!,
			below!.trim().split(/\s+/).filter(Boolean).sort(),
		]);
		const checked = Object.entries(rooms).map(([room, below]): [string, string[]] => [
			room,
			[...below].sort(),
		]);
		expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(checked));
	});

	it('names only npm scripts that exist', () => {
		const named = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
		expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
	});
});

describe("The README of the trigger's machine", () => {
	const page = read(`${MACHINE}/README.md`);
	const FOLDER = 'test/trigger';
	const ROOMS = ['histories', 'limits', 'machine'];

	it('names only tests that exist', () => {
		const cells = [...page.matchAll(/^\|[^|]*\|([^|]*)\|$/gm)].map(([, cell]) => cell!);
		const start = cells.findIndex((cell) => cell.includes(FOLDER));
		expect(start).not.toBe(-1);
		const named = cells
			.slice(start + 1)
			.flatMap((cell) => [...cell.matchAll(/`([\w/]+)`/g)].map(([, name]) => name!));
		expect(named.length).toBeGreaterThan(10);
		const tests = ROOMS.flatMap((room) => readdirSync(join(ROOT, FOLDER, room))).map((name) =>
			name.replace('.test.ts', ''),
		);
		const isTest = (name: string): boolean =>
			tests.includes(name) || existsSync(join(ROOT, name)) || existsSync(join(ROOT, `${name}.test.ts`));
		expect(named.filter((name) => !isTest(name))).toEqual([]);
	});
});
