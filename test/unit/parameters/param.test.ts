import {
	checkAll,
	choice,
	ifAdded,
	number,
	propertiesOf,
	selection,
	text,
	toggle,
} from '../../../nodes/DocumentDataExtraction/parameters/param';
import { problemsOf, valueOf } from '../../../nodes/DocumentDataExtraction/shared/problems';

const look = { displayName: 'Way', name: 'way' };
const of = { one: ['One'], two: ['Two', 'The second'] } as const;
const way = choice({ ...look, of, default: 'one' });
const ways = selection({ ...look, of, ifNone: 'No way is selected', default: ['one'] });
const size = number({ ...look, min: 1, max: 9, default: 3 });
const hours = number({ ...look, min: 0.5, fractions: true, default: 3 });
const isOn = toggle({ ...look, default: true });

describe('A parameter', () => {
	it.each([
		['a choice', way, 'two', 'two'],
		['a selection', ways, ['two', 'one', 'two'], ['two', 'one']],
		['a single one of several', ways, 'one', ['one']],
		['several as text, as a model gives them', ways, 'two, one', ['two', 'one']],
		['a whole number', size, 9, 9],
		['a number as text, as a model gives it', size, ' 1 ', 1],
		['a number with a fraction', hours, '1.5', 1.5],
		['a number of a larger unit', number({ ...look, min: 0, unit: 1024, default: 0 }), 2, 2048],
		['a switch', isOn, false, false],
		['a text that is none', text(look), null, ''],
	])('that is read takes %s', (_, { check }, given, value) =>
		expect(check(given)).toEqual({ ok: true, value }),
	);

	it.each([
		['another choice', way, 'three', ['"three" is not valid. Use one of: one, two']],
		[
			'the name of something that every object has',
			way,
			'toString',
			['"toString" is not valid. Use one of: one, two'],
		],
		['an object', way, { value: 'one' }, ['{"value":"one"} is not valid. Use one of: one, two']],
		['no choice', way, undefined, ['undefined is not valid. Use one of: one, two']],
		['a text that selects nothing', ways, ' , ', ['No way is selected']],
		['an object for several', ways, { one: true }, ['{"one":true} is not valid. Use one of: one, two']],
		['none of several', ways, [], ['No way is selected']],
		[
			'several that are unknown',
			ways,
			['three', 'one', 4],
			['"three" is not valid. Use one of: one, two', '4 is not valid. Use one of: one, two'],
		],
		['a number that is too large', size, 10, ['10 is not a whole number from 1 to 9']],
		['a fraction of what comes whole', size, 1.5, ['1.5 is not a whole number from 1 to 9']],
		['a number that is too small', hours, 0, ['0 is not a number of at least 0.5']],
		['a text for a switch', isOn, 'true', ['"true" is not valid. Use true or false']],
	])('that is read refuses %s', (_, { check }, given, texts) =>
		expect(problemsOf(check(given))).toEqual(texts.map((each) => ({ parameter: 'Way', text: each }))),
	);

	it('counts as its default where an older workflow does not have it, or as nothing if it has to be added', () => {
		const checked = checkAll({ way, added: ifAdded(way) }, (_, whenAbsent) => whenAbsent);
		expect(valueOf(checked)).toEqual({ way: 'one', added: undefined });
	});

	it('is said to be wrong with all others that are', () => {
		const given: Record<string, unknown> = { way: 'three', size: 0 };
		const sized = number({ ...look, name: 'size', min: 1, default: 1 });
		expect(problemsOf(checkAll({ way, sized }, (name) => given[name]))).toHaveLength(2);
	});

	it('shows in the editor what it reads', () =>
		expect(propertiesOf({ way, size })).toEqual([
			{
				...look,
				type: 'options',
				default: 'one',
				options: [
					{ name: 'One', value: 'one' },
					{ name: 'Two', value: 'two', description: 'The second' },
				],
			},
			{
				...look,
				type: 'number',
				default: 3,
				typeOptions: { minValue: 1, maxValue: 9, numberPrecision: 0 },
			},
		]));
});
