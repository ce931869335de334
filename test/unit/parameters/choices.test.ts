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
		['options', 'three', ['Way: "three" is unknown. It can be one or two']],
		['options', undefined, ['Way: "undefined" is unknown. It can be one or two']],
		['options', { value: 'one' }, ['Way: "{"value":"one"}" is unknown. It can be one or two']],
		[
			'multiOptions',
			['three', 'one', 4],
			['Way: "three" is unknown. It can be one or two', 'Way: "4" is unknown. It can be one or two'],
		],
		['multiOptions', 'one', ['Way: "one" is no list. Give a list of one or two']],
		['boolean', 'false', ['Way: "false" is neither true nor false']],
	] as const)('for %s is refused: %j', (type, value, texts) => expect(textsOf(type, value)).toEqual(texts));
});
