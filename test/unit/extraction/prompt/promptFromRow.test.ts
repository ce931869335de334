import fc from 'fast-check';
import {
	buildPrompt,
	type Prompt,
	type PromptInput,
} from '../../../../nodes/DocumentDataExtraction/extraction/prompt/prompt';
import { PROMPT_PARAMETERS } from '../../../../nodes/DocumentDataExtraction/parameters/prompt';
import { problemsOf, valueOf } from '../../../../nodes/DocumentDataExtraction/shared/problems';

type Kind = 'example' | 'schema';
type Settings = Partial<Pick<PromptInput & { kind: Kind }, 'generalInstructions' | 'rowsAreInvoices'>>;

const build = (kind: Kind, json: unknown, settings: Settings = {}) =>
	buildPrompt(
		{ kind, json, generalInstructions: '', rowsAreInvoices: false, ...settings },
		PROMPT_PARAMETERS,
	);
const promptOf = (kind: Kind, json: unknown, settings?: Settings) =>
	valueOf(build(kind, json, settings)) as Exclude<Prompt, string>;
/** The fields as name and instructions, which are empty where there are none. */
const fieldsOf = (kind: Kind, json: unknown) =>
	promptOf(kind, json).fields.map(({ name, prompt = '' }) => [name, prompt]);
const textsOf = (kind: Kind, json: unknown, settings?: Settings) =>
	problemsOf(build(kind, json, settings)).map(({ text }) => text);
const properties = (given: object) => ({ type: 'object', properties: given });

describe('a prompt from a JSON example', () => {
	it('has a field for each key, in their order; values tell the type, and nothing of the other document', () =>
		expect(
			fieldsOf('example', {
				'Invoice Number': 'INV-1001',
				Total: 1477,
				Paid: false,
				Date: '2026-03-04',
				Sent: '2026-03-04T10:00:00Z',
				Note: null,
				Empty: '',
			}),
		).toEqual([
			['Invoice Number', ''],
			['Total', 'A number'],
			['Paid', 'true or false'],
			['Date', 'A date in the form YYYY-MM-DD'],
			['Sent', 'A date and time in the form YYYY-MM-DDThh:mm:ss'],
			['Note', ''],
			['Empty', ''],
		]));

	it('may be a text, and goes with the general instructions', () =>
		expect(promptOf('example', '{"Total": "1"}', { generalInstructions: ' Ignore delivery notes ' })).toEqual(
			{ fields: [{ name: 'Total' }], general_prompt: 'Ignore delivery notes' },
		));

	it('may be a list of rows, of which each may leave something out', () =>
		expect(fieldsOf('example', [{ Number: 'A' }, { Total: 1, Number: 'B' }])).toEqual([
			['Number', ''],
			['Total', 'A number'],
		]));

	it('has the columns of the line items too, said to be theirs', () =>
		expect(
			fieldsOf('example', { Number: 'A', lines: [{ Product: 'Pen', Amount: 2.5 }, { Tax: 1 }] }),
		).toEqual([
			['Number', ''],
			['Product', 'Of each line item'],
			['Amount', 'Of each line item. A number'],
			['Tax', 'Of each line item. A number'],
		]));

	it('may have line items unless a row is an invoice', () => {
		const settings = { rowsAreInvoices: true };
		expect(textsOf('example', { Number: 'A' }, settings)).toEqual([]);
		expect(textsOf('example', { Number: 'A', lines: [{ Product: 'Pen' }] }, settings)).toEqual([
			'"lines" is a list of line items, but a row is an invoice. Set One Row Per to Line Item',
		]);
	});

	const NO_OBJECT =
		'The example must be an object with the names of the columns, such as {"Invoice Number": "INV-1001", "Total": 1477.19}';
	it.each([
		['', 'The text is not valid JSON: Unexpected end of JSON input'],
		['{"Total": x}', expect.stringMatching(/^The text is not valid JSON: Unexpected token 'x'/)],
		[
			'{\n  "Total": 1\n  "Paid": true\n}',
			expect.stringMatching(/^The text is not valid JSON: .* in line 3, column 3$/),
		],
		[
			'{"Total": 1, "Paid": true, "Total": 2}',
			'"Total" occurs twice in one object. Every column needs its own name',
		],
		['"Total"', NO_OBJECT],
		['7', NO_OBJECT],
		['null', NO_OBJECT],
		[undefined, NO_OBJECT],
		['[]', NO_OBJECT],
		['["Total"]', NO_OBJECT],
		['{}', 'There is no field. Add at least one'],
		[
			{ type: 'object', properties: { Total: { type: 'number' } } },
			'This is a JSON Schema. Set Describe Data By to JSON Schema',
		],
		[{ a: 1 }, 'Field 1 ("a"): The name has 1 character. Use 2 to 50 characters'],
		[{ ['x'.repeat(51)]: 1 }, expect.stringMatching(/The name has 51 characters/)],
		[
			{ Total: 1, total: 2 },
			'Field 2 ("total"): The name differs from "Total" only in case or spaces. Use a clearly different name',
		],
		[
			'{ "Total": 1, "lines": [{ "Total": 2 }] }',
			'Field 2 ("Total"): The name is used twice. Every field needs its own name',
		],
		[
			{ Supplier: { Name: 'A' } },
			'"Supplier" is an object, but a column holds one value. Move its fields to the top level and give them their own names',
		],
		[
			{ Tags: ['a', 'b'] },
			expect.stringMatching(/^"Tags" is a list, but a column holds one value. Make it a text/),
		],
		[{ Tags: [] }, expect.stringMatching(/^"Tags" is a list/)],
		[{ lines: [{ Taxes: [{ Rate: 1 }] }] }, expect.stringMatching(/^"Taxes" in "lines" is a list/)],
		[
			{ lines: [{ Product: 'Pen' }], taxes: [{ Rate: 1 }] },
			'"lines" and "taxes" are lists of objects. Only one list can be the line items',
		],
	])('may not be %j', (json, problem) =>
		expect(problemsOf(build('example', json))).toEqual([{ parameter: 'JSON Example', text: problem }]),
	);

	it('names all that is wrong at once', () =>
		expect(textsOf('example', { Supplier: {}, Tags: [1], Total: 1 })).toHaveLength(2));

	it('finds a name that stands twice only where it does', () => {
		const text = '{"Number": "a \\"Number\\": {", "lines": [{"Sum": 1}, {"Sum": 2}]}';
		expect(textsOf('example', text)).toEqual([]);
		expect(textsOf('example', '{"lines": [{"Sum": 1, "\\u0053um": 2}]}')).toEqual([
			'"Sum" occurs twice in one object. Every column needs its own name',
		]);
		fc.assert(
			fc.property(fc.json(), (json) => expect(textsOf('example', json).join()).not.toMatch(/twice in/)),
		);
	});

	it('has exactly the names of a flat object', () =>
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.stringMatching(/^[a-z]{3,20}$/), { minLength: 1 }),
				fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
				(names, value) => {
					fc.pre(!names.includes('error'));
					const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
					expect(fieldsOf('example', json).map(([name]) => name)).toEqual(names);
				},
			),
		));
});

describe('a prompt from a JSON Schema', () => {
	it('makes instructions of description, type, format and choices, and reads no other rule', () =>
		expect(
			promptOf('schema', {
				$schema: 'https://json-schema.org/draft/2020-12/schema',
				description: 'One invoice',
				...properties({
					' Number ': { type: 'string', description: ' Without "No." ', minLength: 3 },
					Total: { type: 'number', description: 'The gross total.' },
					Count: { type: ['integer', 'null'] },
					Date: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], description: 'Of issue' },
					Mail: { type: 'string', format: 'email' },
					Currency: { enum: ['EUR', 'USD', null] },
					Anything: {},
				}),
				required: ['Total'],
			}),
		).toEqual({
			fields: [
				{ name: 'Number', prompt: 'Without "No."' },
				{ name: 'Total', prompt: 'The gross total. A number' },
				{ name: 'Count', prompt: 'A whole number' },
				{ name: 'Date', prompt: 'Of issue. A date in the form YYYY-MM-DD' },
				{ name: 'Mail' },
				{ name: 'Currency', prompt: 'One of: EUR, USD' },
				{ name: 'Anything' },
			],
			general_prompt: 'One invoice',
		}));

	it('leaves the type out where the description has no room for it', () => {
		const description = 'x'.repeat(595);
		expect(fieldsOf('schema', properties({ Total: { type: 'number', description } }))).toEqual([
			['Total', description],
		]);
	});

	it('may be of a list of rows, and have line items', () =>
		expect(
			fieldsOf('schema', {
				type: 'array',
				items: properties({
					Number: {},
					lines: { type: 'array', items: properties({ Product: { description: 'Its name' } }) },
				}),
			}),
		).toEqual([
			['Number', ''],
			['Product', 'Its name. Of each line item'],
		]));

	const NO_PROPERTIES =
		'The schema must be an object with "properties", such as {"properties": {"Total": {"type": "number"}}}';
	it.each([
		['{', expect.stringMatching(/^The text is not valid JSON: /)],
		['[]', NO_PROPERTIES],
		[{ Total: 1 }, NO_PROPERTIES],
		[{ type: 'array', items: { type: 'string' } }, NO_PROPERTIES],
		[properties({}), 'There is no field. Add at least one'],
		[properties({ Total: 'number' }), '"Total" must be an object such as {"type": "string"}'],
		[
			properties({ Total: { $ref: '#/a' } }),
			'"Total" uses $ref. Enter its "type" and "description" here instead',
		],
		[
			properties({ Total: { anyOf: [{ type: 'string' }, { type: 'number' }] } }),
			'"Total" uses anyOf. Enter its "type" and "description" here instead',
		],
		[
			properties({ Total: { type: 'money' } }),
			'"Total" has the type "money". A column can be a boolean, integer, number or string',
		],
		[properties({ Total: { description: 7 } }), '"Total" has a "description" that is not text'],
		[properties({ Total: { description: 'x'.repeat(601) } }), expect.stringMatching(/have 601 characters/)],
		[properties({ Total: { description: 'No' } }), expect.stringMatching(/have 2 characters/)],
		[
			properties({ Account: { enum: Array.from({ length: 300 }, (_, index) => `account ${index}`) } }),
			expect.stringMatching(/^"Account" has an "enum" that does not fit into the 600 characters/),
		],
		[properties({ Supplier: { properties: {} } }), expect.stringMatching(/^"Supplier" is an object/)],
		[properties({ Tags: { type: 'array' } }), expect.stringMatching(/^"Tags" is a list/)],
		[properties({ 'Source File': {} }), expect.stringMatching(/every row already has a column of this name/)],
	])('may not be %j', (json, problem) =>
		expect(problemsOf(build('schema', json))).toEqual([{ parameter: 'JSON Schema', text: problem }]),
	);
});
