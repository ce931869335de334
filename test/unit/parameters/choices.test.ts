import type { INodeProperties } from 'n8n-workflow';
import { choiceProblems } from '../../../nodes/DocumentDataExtraction/parameters/choices';

const options = [
	{ name: 'One', value: 'one' },
	{ name: 'Two', value: 'two' },
];
const field = (type: INodeProperties['type']): INodeProperties => ({
	displayName: 'Way',
	name: 'way',
	type,
	options,
	default: '',
});

const textsOf = (type: INodeProperties['type'], value: unknown): string[] =>
	choiceProblems(field(type), value).map(({ parameter, text }) => `${parameter}: ${text}`);

describe('what an expression may give', () => {
	it.each([
		['options', 'two'],
		['multiOptions', []],
		['multiOptions', ['two', 'one']],
		['boolean', false],
	] as const)('for %s is good: %j', (type, value) => expect(textsOf(type, value)).toEqual([]));

	it.each([
		['options', 'three', ['Way: "three" is not valid. Use one or two']],
		['options', undefined, ['Way: "undefined" is not valid. Use one or two']],
		['options', { value: 'one' }, ['Way: "{"value":"one"}" is not valid. Use one or two']],
		[
			'multiOptions',
			['three', 'one', 4],
			['Way: "three" is not valid. Use one or two', 'Way: "4" is not valid. Use one or two'],
		],
		['multiOptions', 'one', ['Way: "one" is not a list. Use a list of one or two']],
		['boolean', 'false', ['Way: "false" is not valid. Use true or false']],
	] as const)('for %s is refused: %j', (type, value, texts) => expect(textsOf(type, value)).toEqual(texts));
});
