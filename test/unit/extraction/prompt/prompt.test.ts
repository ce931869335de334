import fc from 'fast-check';
import {
	buildPrompt,
	type PromptInput,
} from '../../../../nodes/DocumentDataExtraction/extraction/prompt/prompt';
import { PROMPT_PARAMETERS } from '../../../../nodes/DocumentDataExtraction/parameters/prompt';
import { problemsOf, type Problem } from '../../../../nodes/DocumentDataExtraction/shared/problems';

const build = (input: PromptInput) => buildPrompt(input, PROMPT_PARAMETERS);
const problemsIn = (input: PromptInput): Problem[] => problemsOf(build(input));

const textsOf = (input: PromptInput): string[] => problemsIn(input).map(({ text }) => text);
const textPrompt = (text: string): PromptInput => ({ kind: 'text', text });
const json = (value: unknown): PromptInput => ({ kind: 'json', json: value });
const fields = (...given: Array<{ name: string; instructions?: string }>): PromptInput => ({
	kind: 'fields',
	fields: given.map(({ name, instructions = '' }) => ({ name, instructions })),
	generalInstructions: '',
});
const general = (generalInstructions: string): PromptInput => ({
	kind: 'fields',
	fields: [{ name: 'Total', instructions: '' }],
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
				kind: 'fields',
				fields: [
					{ name: ' Invoice Number ', instructions: ' Without "No." ' },
					{ name: 'Total', instructions: '  ' },
				],
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
		['a', 'Field 1 ("a"): The name has 1 character. Use 2 to 50 characters'],
		['', 'Field 1 has no name. Enter a name such as Invoice Number, or delete the field'],
		['x'.repeat(51), `Field 1 ("${'x'.repeat(51)}"): The name has 51 characters. Use 2 to 50 characters`],
		[
			'error',
			'Field 1 ("error") needs another name, such as "Error Text", because n8n treats a row with a column "error" as a failed item',
		],
	])('may have no field called %j', (name, problem) => expect(textsOf(fields({ name }))).toEqual([problem]));

	it.each([2, 601])('may have no instructions of %d characters', (length) =>
		expect(textsOf(fields({ name: 'Total', instructions: 'x'.repeat(length) }))).toEqual([
			`Field 1 ("Total"): The instructions have ${length} characters. Use 3 to 600 characters`,
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
			'Field 2 ("Total"): The name is used twice. Every field needs its own name',
		]);
		expect(textsOf(fields({ name: 'Net total' }, { name: 'NET  Total' }))).toEqual([
			'Field 2 ("NET  Total"): The name differs from "Net total" only in case or spaces. Use a clearly different name',
		]);
	});

	it.each(['ERROR', 'Source File', 'source  file', 'Review Needed', 'review_message', 'Review_Fields'])(
		'may have no field called %j, which rows have already',
		(name) =>
			expect(textsOf(fields({ name }))).toEqual([
				expect.stringMatching(/^Field 1 .* needs another name, such as ".* Text", because .*column/),
			]),
	);

	it('may have fields whose names only look like those', () => {
		const names = ['Source Files', 'SourceFile', 'Errors', 'review message'];
		expect(textsOf(fields(...names.map((name) => ({ name }))))).toEqual([]);
	});

	it('may not be without a field', () =>
		expect(problemsIn(fields())).toEqual([
			{ parameter: 'Fields to Extract', text: 'There is no field. Add at least one' },
		]));

	it('names all that is wrong at once', () => {
		const input: PromptInput = {
			kind: 'fields',
			fields: [
				{ name: 'a', instructions: 'xy' },
				{ name: 'a', instructions: '' },
			],
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
			fc.property(fc.array(anyField, { maxLength: 5 }), (given) => {
				const names = given.map(({ name }) => name.trim());
				const isWithin =
					given.length > 0 &&
					new Set(names).size === names.length &&
					names.every((name) => name.length >= 2 && name.length <= 50 && name !== 'error') &&
					given
						.map(({ instructions }) => instructions.trim().length)
						.every((length) => length === 0 || (length >= 3 && length <= 600));
				expect(textsOf(fields(...given)).length === 0).toBe(isWithin);
			}),
		);
	});
});

describe('a prompt as JSON', () => {
	const prompt = {
		fields: [{ name: 'Total', prompt: 'The gross total' }, { name: 'Date' }],
		general_prompt: 'All',
	};

	it('may be an object or its text', () => {
		expect(build(json(prompt))).toEqual({ ok: true, value: prompt });
		expect(build(json(JSON.stringify(prompt)))).toEqual({ ok: true, value: prompt });
	});

	it('may be a text in quotes, which is a prompt in plain language', () => {
		expect(build(json('"Invoice total"'))).toEqual({ ok: true, value: 'Invoice total' });
		expect(textsOf(json('""'))).toEqual(['The prompt is empty. Describe the data to extract']);
	});

	const NO_LIST =
		'The JSON must be an object with a list "fields", such as {"fields": [{"name": "Invoice Number"}]}';
	it.each([
		['{"fields": [', 'The text is not valid JSON'],
		['', 'The text is not valid JSON'],
		['[]', NO_LIST],
		['null', NO_LIST],
		['7', NO_LIST],
		['{}', NO_LIST],
		['{"fields": {"name": "Total"}}', NO_LIST],
		[undefined, NO_LIST],
		['{"fields": []}', 'There is no field. Add at least one'],
		['{"fields": [{"name": "a"}]}', 'Field 1 ("a"): The name has 1 character. Use 2 to 50 characters'],
		['{"fields": [{"name": "Total", "prompt": ""}]}', /The instructions have 0 characters/],
		['{"fields": [{"name": "Total"}], "general_prompt": null}', '"general_prompt" must be text'],
	])('may not be %j', (value, problem) => {
		const [found, ...others] = problemsIn(json(value));
		expect(found).toEqual({
			parameter: 'Prompt JSON',
			text: typeof problem === 'string' ? problem : expect.stringMatching(problem),
		});
		expect(others).toEqual([]);
	});

	it('names everything that the service would refuse at once, unknown keys of fields as well', () =>
		expect(
			textsOf(
				json({
					fields: [{ name: 'Total', type: 'number' }, 'Date', { name: 7 }, { name: 'Tax', prompt: null }],
					general_prompt: ['All'],
					language: 'en',
				}),
			),
		).toEqual([
			'"type" in fields[0] is unknown. A field has "name" and "prompt"',
			'fields[1] must have a text "name", and may have a text "prompt"',
			'fields[2] must have a text "name", and may have a text "prompt"',
			'fields[3] must have a text "name", and may have a text "prompt"',
			'"general_prompt" must be text',
			'"language" is unknown. A prompt object has "fields" and "general_prompt"',
		]));
});
