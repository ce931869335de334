import { DocumentDataExtractionApi } from '../../credentials/DocumentDataExtractionApi.credentials';
import { RESOURCES } from '../../nodes/DocumentDataExtraction/resources';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { DocumentDataExtractionTrigger } from '../../nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node';
import { lintParameters } from '../support/words/n8nLint';
import { everythingShown } from '../support/words/parameterTexts';

const NODE = new DocumentDataExtraction().description.properties;
const TRIGGER = new DocumentDataExtractionTrigger().description.properties;
const CREDENTIAL = new DocumentDataExtractionApi().properties;

const SHOWN = everythingShown([...NODE, ...TRIGGER, ...CREDENTIAL]);

const textsOf = (key: 'hint' | 'placeholder'): Array<[path: string, text: string]> =>
	SHOWN.flatMap(({ path, described }) => {
		const text = key in described ? (described as Record<typeof key, unknown>)[key] : undefined;
		return typeof text === 'string' ? [[path, text]] : [];
	});

describe('The screen', () => {
	it.each([
		['node', NODE],
		['trigger', TRIGGER],
		['credential', CREDENTIAL],
	])("keeps n8n's rules for the parameters of the %s", (_, properties) => {
		expect(lintParameters(properties)).toEqual([]);
	});

	it("would not pass a parameter that breaks n8n's rules", () => {
		const [found] = lintParameters([
			{
				displayName: 'group files',
				name: 'group',
				type: 'boolean',
				default: false,
				description: 'Group them.',
			},
		]);
		expect(found).toContain('n8n-nodes-base/node-param-d');
	});

	it('has hints of at most 120 characters', () => {
		const hints = textsOf('hint');
		expect(hints.filter(([, text]) => text.length > 120)).toEqual([]);
		expect(hints).not.toEqual([]);
	});

	it('begins the placeholder of what is typed with "e.g. "', () => {
		const typed = textsOf('placeholder').filter(([, text]) => !/^(Add|Select|Choose) /.test(text));
		expect(typed.filter(([, text]) => !text.startsWith('e.g. '))).toEqual([]);
		expect(typed).not.toEqual([]);
	});

	it('writes the actions in sentence case, without articles', () => {
		const actions = RESOURCES.flatMap(({ operations }) => operations.map(({ action }) => action));
		expect(actions.filter((action) => !/^[A-Z][a-z]+( ([a-z]+|URLs))*$/.test(action))).toEqual([]);
		expect(actions.filter((action) => / (a|an|the) /.test(action))).toEqual([]);
		expect(actions).not.toEqual([]);
	});

	it('says what each operation does in one sentence of at most 100 characters', () => {
		const descriptions = RESOURCES.flatMap(({ operations }) =>
			operations.map(({ description }) => description),
		);
		expect(descriptions.filter((text) => text.length > 100 || /\./.test(text))).toEqual([]);
		expect(descriptions).not.toEqual([]);
	});
});
