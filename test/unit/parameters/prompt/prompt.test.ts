import fc from 'fast-check';
import { problemsOf, type Problem } from '../../../../nodes/DocumentDataExtraction/shared/problems';
import { promptOf as build } from '../../../support/promptOf';

type Parameters = Record<string, unknown>;

const problemsIn = (parameters: Parameters): Problem[] => problemsOf(build(parameters));
const textsOf = (parameters: Parameters): string[] => problemsIn(parameters).map(({ text }) => text);

const textPrompt = (prompt: string): Parameters => ({ promptType: 'text', prompt });
const fields = (...values: Array<{ name: string; instructions?: string }>): Parameters => ({
	promptType: 'fields',
	fieldsToExtract: values
		.map(({ name, instructions }) => (instructions === undefined ? name : `${name}: ${instructions}`))
		.join('\n'),
});
const general = (generalInstructions: string): Parameters => ({
	...fields({ name: 'Total', instructions: '' }),
	generalInstructions,
});

describe('a prompt in plain language', () => {
	it('is sent as it was written, without the white space around it', () =>
		expect(build(textPrompt(' Invoice number\nand total '))).toEqual({
			ok: true,
			value: 'Invoice number\nand total',
		}));

	it('may have 2,500 characters', () => expect(textsOf(textPrompt('x'.repeat(2500)))).toEqual([]));

	it.each([
		['', 'The prompt is empty. Describe the data to extract'],
		[' \n\t', 'The prompt is empty. Describe the data to extract'],
		['x'.repeat(2501), 'The prompt has 2501 characters. At most 2500 are allowed'],
	])('may not be %j', (text, problem) =>
		expect(problemsIn(textPrompt(text))).toEqual([{ parameter: 'Prompt', text: problem }]),
	);
});

describe('a prompt of fields', () => {
	it('is sent without what was left empty, and without spaces around', () =>
		expect(
			build({
				...fields(
					{ name: ' Invoice Number ', instructions: ' Without "No." ' },
					{ name: 'Total', instructions: '  ' },
				),
				generalInstructions: ' Ignore delivery notes ',
			}),
		).toEqual({
			ok: true,
			value: {
				fields: [{ name: 'Invoice Number', prompt: 'Without "No."' }, { name: 'Total' }],
				general_prompt: 'Ignore delivery notes',
			},
		}));

	it('may go up to every limit', () => {
		const input = fields(
			{ name: 'ab', instructions: 'abc' },
			{ name: 'x'.repeat(50), instructions: 'y'.repeat(600) },
		);
		expect(textsOf(input)).toEqual([]);
		expect(textsOf(general('z'.repeat(1500)))).toEqual([]);
		expect(build(general('  '))).toEqual({ ok: true, value: { fields: [{ name: 'Total' }] } });
	});

	it.each([
		['a', 'Field 1 ("a"): The name must have 2 to 50 characters, not 1'],
		['x'.repeat(51), `Field 1 ("${'x'.repeat(51)}"): The name must have 2 to 50 characters, not 51`],
		['error', 'Field 1 ("error"): This name is taken. Use another one, such as "error Text"'],
	])('may have no field called %j', (name, problem) => expect(textsOf(fields({ name }))).toEqual([problem]));

	it.each([2, 601])('may have no instructions of %d characters', (length) =>
		expect(textsOf(fields({ name: 'Total', instructions: 'x'.repeat(length) }))).toEqual([
			`Field 1 ("Total"): The instructions must have 3 to 600 characters, not ${length}`,
		]),
	);

	it('may have no general instructions of 1,501 characters', () =>
		expect(problemsIn(general('x'.repeat(1501)))).toEqual([
			{
				parameter: 'General Instructions',
				text: 'The text has 1501 characters. At most 1500 are allowed',
			},
		]));

	it('may not use a name twice, nor one that differs in case or spaces only', () => {
		expect(textsOf(fields({ name: 'Total' }, { name: ' Total ' }))).toEqual([
			'Field 2 ("Total"): "Total" is the same name, apart from case and spaces. Use a clearly different name',
		]);
		expect(textsOf(fields({ name: 'Net total' }, { name: 'NET  Total' }))).toEqual([
			'Field 2 ("NET  Total"): "Net total" is the same name, apart from case and spaces. Use a clearly different name',
		]);
	});

	it.each(['ERROR', 'Source File', 'source  file', 'Review Needed', 'review_message', 'Review_Fields'])(
		'may have no field called %j, which rows have already',
		(name) =>
			expect(textsOf(fields({ name }))).toEqual([
				expect.stringMatching(/^Field 1 .* This name is taken\. Use another one, such as ".* Text"$/),
			]),
	);

	it('may have fields whose names only look like those', () => {
		const names = ['Source Files', 'SourceFile', 'Errors', 'review message'];
		expect(textsOf(fields(...names.map((name) => ({ name }))))).toEqual([]);
	});

	it.each(['', ' \n\n', [], null])('may not be without a field: %j', (fieldsToExtract) =>
		expect(problemsIn({ promptType: 'fields', fieldsToExtract })).toEqual([
			{ parameter: 'Fields to Extract', text: 'There is no field. Add at least one' },
		]),
	);

	it('may not be an object', () =>
		expect(problemsIn({ promptType: 'fields', fieldsToExtract: { total: 1 } })).toEqual([
			{
				parameter: 'Fields to Extract',
				text: '{"total":1} is not a list of fields. Enter one field a line',
			},
		]));

	it('may have no instructions without a name', () =>
		expect(textsOf({ promptType: 'fields', fieldsToExtract: ': With VAT' })).toEqual([
			'Field 1 (""): The name must have 2 to 50 characters, not 0',
		]));

	it.each([
		['a list with bullets', '- Total: with VAT\r\n* Date\n• VAT', ['Total: with VAT', 'Date', 'VAT']],
		['a numbered list', '1. Total\n\n2) Date', ['Total', 'Date']],
		['the header of a sheet', 'Invoice No.\tTotal, net\tDue Date', ['Invoice No.', 'Total, net', 'Due Date']],
		['names in one line', 'Invoice number, supplier; total', ['Invoice number', 'supplier', 'total']],
		['a colon without a space', 'Time (hh:mm)\nTotal', ['Time (hh:mm)', 'Total']],
		['a name with a comma', 'Total, net\nDate', ['Total, net', 'Date']],
		['instructions with commas and colons', 'Date: as in: 1, 2', ['Date: as in: 1, 2']],
		['a colon of Chinese', '合计：含税金额', ['合计: 含税金额']],
		[
			'a list of an expression',
			['Total', { name: 'Time: UTC', prompt: 'As hh:mm' }, { name: 'Net', instructions: 'No VAT' }],
			['Total', 'Time: UTC: As hh:mm', 'Net: No VAT'],
		],
	])('reads the fields of %s', (_, fieldsToExtract, expected) => {
		const read = build({ promptType: 'fields', fieldsToExtract });
		const { fields: listed } = (
			read as unknown as { value: { fields: Array<{ name: string; prompt?: string }> } }
		).value;
		expect(listed.map(({ name, prompt }) => (prompt === undefined ? name : `${name}: ${prompt}`))).toEqual(
			expected,
		);
	});

	it('names all that is wrong at once', () => {
		const input = {
			...fields({ name: 'a', instructions: 'xy' }, { name: 'a', instructions: '' }),
			generalInstructions: 'x'.repeat(1501),
		};
		expect(textsOf(input)).toHaveLength(5);
	});

	it('has no problem exactly where it is within the contract', () => {
		const anyField = fc.record({
			name: fc.string({ minLength: 0, maxLength: 60 }),
			instructions: fc.oneof(fc.string({ maxLength: 5 }), fc.string({ minLength: 590, maxLength: 610 })),
		});
		fc.assert(
			fc.property(fc.array(anyField, { maxLength: 5 }), (entries) => {
				// An entry without anything in it is like an empty line.
				const given = entries.filter((entry) => entry.name.trim() + entry.instructions.trim() !== '');
				const names = given.map(({ name }) => name.trim());
				const isWithin =
					given.length > 0 &&
					new Set(names).size === names.length &&
					names.every((name) => name.length >= 2 && name.length <= 50 && name !== 'error') &&
					given
						.map(({ instructions }) => instructions.trim().length)
						.every((length) => length === 0 || (length >= 3 && length <= 600));
				const listed = entries.map((entry) => ({ name: entry.name, prompt: entry.instructions }));
				const problems = textsOf({ promptType: 'fields', fieldsToExtract: listed });
				expect(problems.length === 0).toBe(isWithin);
			}),
		);
	});
});
