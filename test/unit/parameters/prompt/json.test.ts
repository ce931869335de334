import fc from 'fast-check';
import type { PromptObject } from '../../../../nodes/DocumentDataExtraction/api/endpoints/extractions';
import { problemsOf, valueOf } from '../../../../nodes/DocumentDataExtraction/shared/problems';
import { promptOf } from '../../../support/promptOf';

type Kind = 'an example row' | 'a JSON Schema' | 'a prompt object';

const build = (json: unknown, settings: Record<string, string> = {}) =>
	promptOf({ promptType: 'json', promptJson: json, ...settings });
const objectOf = (json: unknown, settings?: Record<string, string>) =>
	valueOf(build(json, settings)) as PromptObject;
/** The fields as name and instructions, which are empty where there are none. */
const fieldsOf = (json: unknown) => objectOf(json).fields.map(({ name, prompt = '' }) => [name, prompt]);
const textsOf = (json: unknown, settings?: Record<string, string>) =>
	problemsOf(build(json, settings)).map(({ text }) => text);
/** Says what a JSON was read as, before what is wrong with it. */
const as = (kind: Kind, problem: string | RegExp) =>
	typeof problem === 'string'
		? `Read as ${kind}: ${problem}`
		: expect.stringMatching(new RegExp(`^Read as ${kind}: .*${problem.source}`));
const properties = (given: object) => ({ type: 'object', properties: given });

describe('a prompt from a JSON example', () => {
	it('has a field for each key, in their order; values tell the type, and nothing of the other document', () =>
		expect(
			fieldsOf({
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
		expect(objectOf('{"Total": "1"}', { generalInstructions: ' Ignore delivery notes ' })).toEqual({
			fields: [{ name: 'Total' }],
			general_prompt: 'Ignore delivery notes',
		}));

	it('may be a list of rows, of which each may leave something out', () =>
		expect(fieldsOf([{ Number: 'A' }, { Total: 1, Number: 'B' }])).toEqual([
			['Number', ''],
			['Total', 'A number'],
		]));

	it('has the columns of the line items too, said to be theirs', () =>
		expect(fieldsOf({ Number: 'A', lines: [{ Product: 'Pen', Amount: 2.5 }, { Tax: 1 }] })).toEqual([
			['Number', ''],
			['Product', 'Of each line item'],
			['Amount', 'Of each line item. A number'],
			['Tax', 'Of each line item. A number'],
		]));

	it('may have line items unless a row is an invoice', () => {
		const settings = { outputStructure: 'per_invoice' };
		expect(textsOf({ Number: 'A' }, settings)).toEqual([]);
		expect(textsOf({ Number: 'A', lines: [{ Product: 'Pen' }] }, settings)).toEqual([
			'"lines" is a list of line items, but a row is an invoice. Set One Row Per to Line Item',
		]);
	});

	it.each<[unknown, string | RegExp]>([
		['{}', 'There is no field. Add at least one'],
		[{ a: 1 }, 'Field 1 ("a"): The name must have 2 to 50 characters, not 1'],
		[{ ['x'.repeat(51)]: 1 }, /The name must have 2 to 50 characters, not 51/],
		[
			{ Total: 1, total: 2 },
			'Field 2 ("total"): "Total" is the same name, apart from case and spaces. Use a clearly different name',
		],
		[
			'{ "Total": 1, "lines": [{ "Total": 2 }] }',
			'Field 2 ("Total"): "Total" is the same name, apart from case and spaces. Use a clearly different name',
		],
		[
			{ Supplier: { Name: 'A' } },
			'"Supplier" is an object, but a column holds one value. Move its fields to the top level and give them their own names',
		],
		[{ Tags: ['a', 'b'] }, /"Tags" is a list, but a column holds one value. Make it a text/],
		[{ Tags: [] }, /"Tags" is a list/],
		[{ lines: [{ Taxes: [{ Rate: 1 }] }] }, /"Taxes" in "lines" is a list/],
		[
			{ lines: [{ Product: 'Pen' }], taxes: [{ Rate: 1 }] },
			'"taxes" is a second list of objects besides "lines". Only one list can be the line items',
		],
	])('may not be %j', (json, problem) =>
		expect(problemsOf(build(json))).toEqual([{ parameter: 'JSON', text: as('an example row', problem) }]),
	);

	it.each([
		{ fields: 'Total' },
		{ fields: 7, Total: 1 },
		{ properties: 'None', Total: 1 },
		{ items: 3, Total: 1 },
		{ type: 'object', Total: 1 },
	])('may have the keys of a schema or a prompt object, as in %j', (json) =>
		expect(objectOf(json).fields.map(({ name }) => name)).toEqual(Object.keys(json)),
	);

	it.each([
		['fields', { fields: ['Total', 'Date'] }],
		['fields', { fields: { name: 'Total' } }],
		['properties', { properties: ['Total'] }],
		['items', { type: 'array', items: { type: 'string' } }],
	])('is what any other JSON is read as: with %j in %j, which is no column', (key, json) =>
		expect(textsOf(json)).toEqual([as('an example row', new RegExp(`"${key}" is an? (list|object), but`))]),
	);

	it('names all that is wrong at once', () =>
		expect(textsOf({ Supplier: {}, Tags: [1], Total: 1 })).toHaveLength(2));

	it('has exactly the names of a flat object', () =>
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.stringMatching(/^[a-z]{3,20}$/), { minLength: 1 }),
				fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
				(names, value) => {
					fc.pre(!names.includes('error'));
					const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
					expect(fieldsOf(json).map(([name]) => name)).toEqual(names);
				},
			),
		));
});

describe('a prompt from a JSON Schema', () => {
	it('makes instructions of description, type, format and choices, and reads no other rule', () =>
		expect(
			objectOf({
				$schema: 'https://json-schema.org/draft/2020-12/schema',
				description: 'One invoice',
				...properties({
					' Number ': { type: 'string', description: ' Without "No." ', minLength: 3 },
					Total: { type: 'number', description: 'The gross total.' },
					Paid: { description: 'If it is paid.' },
					Count: { type: ['integer', 'null'] },
					Date: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], description: 'Of issue' },
					Mail: { type: 'string', format: 'email' },
					Currency: { enum: ['EUR', 'USD', null] },
					Anything: {},
					Whatever: true,
				}),
				required: ['Total'],
			}),
		).toEqual({
			fields: [
				{ name: 'Number', prompt: 'Without "No."' },
				{ name: 'Total', prompt: 'The gross total. A number' },
				{ name: 'Paid', prompt: 'If it is paid' },
				{ name: 'Count', prompt: 'A whole number' },
				{ name: 'Date', prompt: 'Of issue. A date in the form YYYY-MM-DD' },
				{ name: 'Mail' },
				{ name: 'Currency', prompt: 'One of: EUR, USD' },
				{ name: 'Anything' },
				{ name: 'Whatever' },
			],
			general_prompt: 'One invoice',
		}));

	it('may be of a list of rows, and have line items', () =>
		expect(
			fieldsOf({
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
		'The schema must be an object with "properties" such as {"properties": {"Total": {"type": "number"}}}, and without $ref, allOf, anyOf, oneOf, patternProperties, dependentSchemas';
	it.each<[unknown, string | RegExp]>([
		...[
			{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' },
			{ oneOf: [properties({ Total: {} }), properties({ Date: {} })] },
			{ $schema: 'https://json-schema.org/draft/2020-12/schema', oneOf: [] },
			{ type: 'array', items: { oneOf: [] } },
		].map((json): [unknown, string] => [json, NO_PROPERTIES]),
		...['$ref', 'allOf', 'anyOf', 'patternProperties', 'dependentSchemas'].map((key): [unknown, string] => [
			// Columns beside the properties must not be left out without a word.
			{ ...properties({ Total: {} }), [key]: [] },
			NO_PROPERTIES,
		]),
		[
			properties({ lines: { type: 'array', items: { ...properties({ Product: {} }), allOf: [] } } }),
			/"lines" is a list, but a column holds one value\. .*"properties" for the line items/,
		],
		[
			properties({ lines: { type: 'array', items: { $ref: '#/$defs/Line' } } }),
			/"lines" is a list, but a column holds one value\. .*"properties" for the line items/,
		],
		[properties({}), 'There is no field. Add at least one'],
		[
			properties({ Total: { $ref: '#/a' } }),
			'"Total" uses $ref. Enter its "type" and "description" here instead',
		],
		[
			properties({ Total: { anyOf: [{ type: 'string' }, { type: 'number' }] } }),
			'"Total" uses anyOf. Enter its "type" and "description" here instead',
		],
		[properties({ Total: { description: 'x'.repeat(601) } }), /3 to 600 characters, not 601/],
		[properties({ Total: { type: 'number', description: 'x'.repeat(595) } }), /3 to 600 characters, not 605/],
		[properties({ Total: { description: 'No' } }), /3 to 600 characters, not 2/],
		[
			properties({ Account: { enum: Array.from({ length: 300 }, (_, index) => `account ${index}`) } }),
			/Field 1 \("Account"\): The instructions must have 3 to 600 characters, not /,
		],
		[properties({ Supplier: { properties: {} } }), /"Supplier" is an object/],
		[properties({ Tags: { type: 'array' } }), /"Tags" is a list/],
		[properties({ 'Source File': {} }), /This name is taken/],
	])('may not be %j', (json, problem) =>
		expect(problemsOf(build(json))).toEqual([{ parameter: 'JSON', text: as('a JSON Schema', problem) }]),
	);
});

describe('a prompt object of the API', () => {
	const prompt = {
		fields: [{ name: 'Total', prompt: 'The gross total' }, { name: 'Date' }],
		general_prompt: 'All',
	};

	it('may be an object or its text', () => {
		expect(objectOf(prompt)).toEqual(prompt);
		expect(objectOf(JSON.stringify(prompt))).toEqual(prompt);
		expect(objectOf({ fields: prompt.fields })).toEqual({ fields: prompt.fields });
	});

	it.each<[unknown, string | RegExp]>([
		['{"fields": []}', 'There is no field. Add at least one'],
		['{"fields": [{"name": "a"}]}', 'Field 1 ("a"): The name must have 2 to 50 characters, not 1'],
		[
			'{"fields": [{"name": "Total", "prompt": ""}]}',
			/The instructions must have 3 to 600 characters, not 0/,
		],
		[
			'{"fields": [{"name": "Total"}], "general_prompt": null}',
			'general_prompt: Expected string, received null',
		],
		[{ fields: [{ name: 'Total' }], properties: {} }, "Unrecognized key(s) in object: 'properties'"],
	])('may not be %j', (json, problem) =>
		expect(problemsOf(build(json))).toEqual([{ parameter: 'JSON', text: as('a prompt object', problem) }]),
	);

	it('names everything that the service would refuse at once, unknown keys of fields as well', () =>
		expect(
			textsOf({
				fields: [
					{ name: 'Total', type: 'number' },
					'Date',
					{ name: 7 },
					{ name: 'Tax', prompt: null },
					{ prompt: 'The net total' },
				],
				general_prompt: ['All'],
				language: 'en',
			}),
		).toEqual(
			[
				"fields.0: Unrecognized key(s) in object: 'type'",
				'fields.1: Expected object, received string',
				'fields.2.name: Expected string, received number',
				'fields.3.prompt: Expected string, received null',
				'fields.4.name: Required',
				'general_prompt: Expected string, received array',
				"Unrecognized key(s) in object: 'language'",
			].map((problem) => as('a prompt object', problem)),
		));

	it('may be half written, and is then no row with a column for the instructions', () =>
		expect(textsOf({ general_prompt: 'Only EUR' })).toEqual([as('a prompt object', 'fields: Required')]));
});

describe('a prompt as JSON', () => {
	const NONE_OF_THEM =
		'Enter an example row such as {"Invoice Number": "INV-1001", "Total": 1477.19}, a JSON Schema, or a prompt object such as {"fields": [{"name": "Total"}]}';
	it.each([
		['', 'The text is not valid JSON: Unexpected end of JSON input'],
		['{"Total": x}', expect.stringMatching(/^The text is not valid JSON: Unexpected token 'x'/)],
		['{"fields": [', expect.stringMatching(/^The text is not valid JSON: /)],
		[
			'{\n  "Total": 1\n  "Paid": true\n}',
			expect.stringMatching(/^The text is not valid JSON: .* in JSON at position 17/),
		],
		['"Total"', NONE_OF_THEM],
		['7', NONE_OF_THEM],
		['null', NONE_OF_THEM],
		[undefined, NONE_OF_THEM],
		['[]', NONE_OF_THEM],
		['["Total"]', NONE_OF_THEM],
		['[{"Total": 1}, null]', NONE_OF_THEM],
	])('may not be %j', (json, problem) =>
		expect(problemsOf(build(json))).toEqual([{ parameter: 'JSON', text: problem }]),
	);

	it.each([
		['the description of a schema', { description: 'One invoice', properties: { Total: {} } }],
		[
			'the general instructions of a prompt object',
			{ fields: [{ name: 'Total' }], general_prompt: 'One invoice' },
		],
	])('has %s before the general instructions', (_what, json) =>
		expect(objectOf(json, { generalInstructions: ' Ignore delivery notes ' })).toEqual({
			fields: [{ name: 'Total' }],
			general_prompt: 'One invoice\nIgnore delivery notes',
		}),
	);

	it.each([
		[1501, ''],
		[1000, 'x'.repeat(500)],
	])('has general instructions that fit together (%d in the JSON)', (length, generalInstructions) =>
		expect(
			problemsOf(
				build({ fields: [{ name: 'Total' }], general_prompt: 'x'.repeat(length) }, { generalInstructions }),
			),
		).toEqual([
			{
				parameter: 'General Instructions',
				text: 'The text has 1501 characters. At most 1500 are allowed',
			},
		]),
	);
});
