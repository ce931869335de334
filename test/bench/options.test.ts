import { CASES } from '../../dev/bench/cases';
import { readOptions } from '../../dev/bench/options';

const KNOWN = ['one', 'two'];

test('without arguments: every case, as a table', () => {
	expect(readOptions([], KNOWN)).toEqual({ help: false, json: false, cases: KNOWN });
});

test('--only names one case, --json asks for lines', () => {
	expect(readOptions(['--json', '--only', 'two'], KNOWN)).toEqual({
		help: false,
		json: true,
		cases: ['two'],
	});
});

test.each([
	[['--only', 'three'], 'There is no case "three". The cases are: one, two'],
	[['--only'], "Option '--only <value>' argument missing"],
	[['--fast'], "Unknown option '--fast'"],
	[['two'], "Unexpected argument 'two'"],
])('the benchmark refuses the arguments %j', (args, message) => {
	expect(() => readOptions(args, KNOWN)).toThrow(message);
});

test('every case has a name of its own that needs no quotes on a command line', () => {
	const names = CASES.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/);
});
