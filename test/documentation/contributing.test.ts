import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../support/repository';

const ROOT = join(__dirname, '../..');
const NODE = 'nodes/DocumentDataExtraction';
const TRIGGER = `${NODE}/trigger`;

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

/** The pages for developers, with a number of files that each of them names at least. */
const LEAST = {
	'CONTRIBUTING.md': 10,
	'docs/house.md': 40,
	'docs/maintaining.md': 10,
	'docs/for-reviewers.md': 10,
	'AGENTS.md': 3,
};
const PAGES = Object.keys(LEAST) as Array<keyof typeof LEAST>;

describe.each(PAGES)('%s', (name) => {
	const page = read(name);

	it('names only files that exist', () => {
		const named = pathsIn(page).filter((path) => path !== '.d.ts');
		expect(named.length).toBeGreaterThan(LEAST[name]);
		expect(named.filter((path) => !exists(path))).toEqual([]);
	});

	it('names only npm scripts that exist', () => {
		const named = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!);
		expect([...new Set(named)].filter((script) => !(script in scripts))).toEqual([]);
	});
});

describe('CONTRIBUTING.md and what it leaves to others', () => {
	const page = read('CONTRIBUTING.md');

	it('are short, and name together every npm script', () => {
		expect(page.split('\n').length).toBeLessThanOrEqual(111);
		const all = PAGES.map(read).join('\n');
		const own = ['prepublishOnly', 'test'];
		const isNamed = (script: string): boolean =>
			own.includes(script) || new RegExp(`npm run ${script}(?![\\w:-])`).test(all);
		expect(Object.keys(scripts).filter((script) => !isNamed(script))).toEqual([]);
	});

	it('lead each walk through ten files at most, and through none twice', () => {
		const walks = read('docs/house.md')
			.split('## Words')[0]!
			.split(/^\| File .*$/m)
			.slice(1);
		expect(walks.length).toBeGreaterThanOrEqual(5);
		for (const walk of walks) {
			const files = [...walk.matchAll(/^\| `(.+?)`/gm)].map(([, file]) => file!);
			expect(files.length).toBeLessThanOrEqual(10);
			expect(new Set(files).size).toBe(files.length);
		}
	});

	it('name in one table, of six rows at most, what outlives an execution', () => {
		const [, memories = ''] = read('docs/house.md').split('## What outlives an execution');
		const rows = memories.split('\n').filter((line) => line.startsWith('| '));
		expect(rows.length - 2).toBeLessThanOrEqual(6);
		// A variable of a module that is filled while the process runs.
		const isMemory =
			/^(?:export )?(?:let \w+|const [a-z]\w*(?:: [^=]+)? = (?:new \w+(?:<.*>)?\(\)|oneAtATime\(\)))/m;
		const remembering = filesOf(NODE, '.ts').filter((file) => isMemory.test(read(file)));
		expect(remembering.length).toBeGreaterThan(4);
		expect(remembering.filter((file) => !memories.includes(`\`${file.slice(NODE.length + 1)}\``))).toEqual(
			[],
		);
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
});

describe('The README of the trigger', () => {
	const page = read(`${TRIGGER}/README.md`);
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
