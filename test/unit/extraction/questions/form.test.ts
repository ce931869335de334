import { tryToParseJsonToFormFields, type FormFieldsParameter } from 'n8n-workflow';
import type {
	ExtractionStatus,
	Question,
} from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import {
	optionsOf,
	questionForm as formIn,
	SOMETHING_ELSE,
} from '../../../../nodes/DocumentDataExtraction/extraction/questions/form';
import { formAnswers } from '../../../../nodes/DocumentDataExtraction/extraction/questions/formAnswers';

/** The form as it is asked in Berlin. */
const questionForm = (status: ExtractionStatus, choiceField: 'dropdown' | 'radio') =>
	formIn(status, { choiceField, timeZone: 'Europe/Berlin' });

const DATES: Question = {
	question_id: 'date_order',
	type: 'single_choice',
	question: 'Which comes first in a date?',
	example_from_documents: '03/04/2024',
	choices: [
		{ choice_id: 'month', label: 'Month first', cell_would_contain: '2024-03-04' },
		{ choice_id: 'day', label: 'Day first', cell_would_contain: '2024-04-03', recommended: true },
	],
};

const NAMES: Question = {
	question_id: 'names',
	type: 'free_text',
	question: 'How are names written?',
	choices: [],
	recommended_approach: 'As printed',
};

const OPEN_WORDS: Question = {
	question_id: 'words',
	type: 'free_text',
	question: 'What is "Ref."?',
	choices: [],
};

/** Everything that forms and their expressions give a meaning of their own. */
const NASTY: Question = {
	question_id: 'a<b>&amp;"c',
	type: 'single_choice',
	question: '  Is <b>$& $$ $\' {{ $json.x }}</b>\n"US$" > 5?  ',
	choices: [
		{ choice_id: 'x', label: '<script>$&</script>', cell_would_contain: undefined },
		{ choice_id: 'y', label: ' Same ', cell_would_contain: undefined },
		{ choice_id: 'z', label: 'Same', cell_would_contain: undefined },
		{ choice_id: 'w', label: SOMETHING_ELSE, cell_would_contain: undefined },
	],
};

const statusWith = (...questions: Question[]): ExtractionStatus => ({
	extraction_id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
	status: 'input_required',
	answer_by: '2026-05-03T14:30:00.000Z',
	questions,
});

/** What n8n makes of `={{ $json.form_fields }}` under Define Form: Using JSON. */
function asN8nReads(fields: object[]): FormFieldsParameter {
	const raw = '{{ $json.form_fields }}';
	return tryToParseJsonToFormFields(raw.replace(raw, JSON.stringify(fields)));
}

type Entered = Record<number, { choice?: string; text?: string }>;

/**
 * The item of a form that was filled in: by the fields' names (forms of version 2.4 and later), or by their labels (earlier ones, and
 * most "send and wait" nodes). An empty form field comes as null or as an empty text.
 */
function filledIn(
	fields: object[],
	entered: Entered,
	keys: 'fieldName' | 'fieldLabel',
): Record<string, unknown> {
	const values: Record<string, unknown> = { submittedAt: '2026-05-01T10:00:00.000Z', formMode: 'production' };
	for (const field of asN8nReads(fields)) {
		const { fieldName = '', fieldLabel, fieldType, fieldValue } = field as unknown as Record<string, string>;
		const [, kind, number] = /^(choice|text)_(\d+)$/.exec(fieldName) ?? [];
		const given = kind ? entered[Number(number)]?.[kind as 'choice' | 'text'] : undefined;
		const value =
			fieldType === 'hiddenField' ? fieldValue : (given?.trim() ?? (kind === 'choice' ? null : ''));
		values[keys === 'fieldName' ? fieldName : (fieldLabel ?? fieldName)] = value;
	}
	return values;
}

/** The labels of the options as a person sees them. */
const offered = (fields: object[], number: number): string[] => {
	const field = asN8nReads(fields).find(({ fieldName }) => fieldName === `choice_${number}`);
	return (field?.fieldOptions?.values ?? []).map(({ option }) => option);
};

describe('the form of the open questions', () => {
	const scope = { level: 'extraction' };
	const form = questionForm(
		statusWith(...[DATES, NAMES, OPEN_WORDS].map((question) => ({ ...question, scope }))),
		'radio',
	);

	it('promises that an answer holds for all documents only where every question says so', () => {
		const all = { level: 'extraction', applies_to: 'all dates' };
		const same = questionForm(statusWith({ ...DATES, scope: all }, { ...NAMES, scope: all }), 'radio');
		expect(same.form_description).toMatch(/Your answers apply to all documents of this task\.$/);
		expect(JSON.stringify(same.form_fields)).not.toContain('applies to');
		const scopes = [all, { level: 'document', applies_to: 'may.pdf' }, { level: 'supplier' }, undefined];
		const narrower = questionForm(statusWith(...scopes.map((scope) => ({ ...OPEN_WORDS, scope }))), 'radio');
		expect(narrower.form_description).not.toContain('all documents');
		expect(narrower.form_description).toMatch(/Each question says what its answer applies to\.$/);
		const labels = narrower.form_fields.flatMap(({ fieldLabel }) => fieldLabel ?? []);
		expect(labels.map((label) => label.replace(/^.*applies to: /, ''))).toEqual([
			'all dates.',
			'may.pdf.',
			'not known.',
			'not known.',
		]);
	});

	it('asks each question with its choices, the recommendation first, and a field for words', () =>
		expect(form.form_fields).toEqual([
			{ fieldType: 'hiddenField', fieldName: 'extraction_id', fieldValue: statusWith().extraction_id },
			{ fieldType: 'hiddenField', fieldName: 'question_1', fieldValue: 'date_order' },
			{
				fieldType: 'radio',
				fieldName: 'choice_1',
				fieldLabel: 'Question 1: Which comes first in a date? Example from the documents: 03/04/2024.',
				fieldOptions: {
					values: [
						{ option: 'Day first → 2024-04-03 (recommended)' },
						{ option: 'Month first → 2024-03-04' },
						{ option: SOMETHING_ELSE },
					],
				},
				requiredField: true,
			},
			{
				fieldType: 'textarea',
				fieldName: 'text_1',
				fieldLabel: 'Comment on question 1',
				placeholder: 'Required if you chose "Something else (explain below)"',
			},
			{ fieldType: 'hiddenField', fieldName: 'question_2', fieldValue: 'names' },
			{
				fieldType: 'radio',
				fieldName: 'choice_2',
				fieldLabel: 'Question 2: How are names written?',
				fieldOptions: {
					values: [{ option: 'Accept the recommendation: As printed' }, { option: SOMETHING_ELSE }],
				},
				requiredField: true,
			},
			expect.objectContaining({ fieldType: 'textarea', fieldName: 'text_2' }),
			{ fieldType: 'hiddenField', fieldName: 'question_3', fieldValue: 'words' },
			{
				fieldType: 'textarea',
				fieldName: 'text_3',
				fieldLabel: 'Question 3: What is "Ref."?',
				requiredField: true,
			},
		]));

	it('is taken by n8n as it is', () =>
		expect(asN8nReads(structuredClone(form.form_fields))).toEqual(form.form_fields));

	it('says until when to answer, in the time zone of the workflow', () => {
		expect(form.form_title).toBe('Questions About Your Documents');
		expect(form.form_description).toMatch(
			/^Please answer by Sunday, May 3, 2026 at 16:30 \(Europe\/Berlin\)\. Your answers apply to/,
		);
		expect(questionForm({ ...statusWith(DATES), answer_by: null }, 'radio').form_description).toMatch(
			/^Please answer\. /,
		);
	});

	it('numbers questions only if there are several', () => {
		const { form_fields } = questionForm(statusWith({ ...DATES, scope }), 'radio');
		expect(form_fields.flatMap(({ fieldLabel }) => fieldLabel ?? [])).toEqual([
			'Which comes first in a date? Example from the documents: 03/04/2024.',
			'Comment',
		]);
		expect(questionForm(statusWith({ ...DATES, scope }), 'radio').form_description).toMatch(
			/Your answer applies to all documents of this task\.$/,
		);
	});

	it('can show choices as dropdowns', () => {
		const fields = questionForm(statusWith(DATES), 'dropdown').form_fields;
		expect(fields.map(({ fieldType }) => fieldType)).toContain('dropdown');
	});

	it('says that an earlier answer was refused', () => {
		const { form_fields } = questionForm(statusWith({ ...DATES, previous_answer_rejected: true }), 'radio');
		expect(form_fields[2]?.fieldLabel).toMatch(
			/^Which comes first in a date\? .* \(The service refused an earlier answer\.\)$/,
		);
	});

	it('has no fields when nothing is open', () =>
		expect(questionForm(statusWith(), 'radio').form_fields).toEqual([]));

	it('gives a person options that differ', () => {
		const labels = optionsOf(NASTY).map(({ label }) => label);
		expect(new Set(labels).size).toBe(5);
		expect(labels.slice(1, 3)).toEqual(['Same', 'Same (2)']);
	});
});

describe.each(['fieldName', 'fieldLabel'] as const)('the answers of a form keyed by %s', (keys) => {
	const answered = (questions: Question[], entered: Entered, open = questions) =>
		formAnswers(filledIn(questionForm(statusWith(...questions), 'radio').form_fields, entered, keys), open);
	const [DAY, MONTH] = offered(questionForm(statusWith(DATES), 'radio').form_fields, 1);

	it.each([
		['a choice', { choice: MONTH }, { choice_id: 'month' }],
		[
			'a choice with words',
			{ choice: DAY, text: ' Unless in US English ' },
			{ choice_id: 'day', text: 'Unless in US English' },
		],
		['words alone', { choice: SOMETHING_ELSE, text: 'It depends' }, { text: 'It depends' }],
		['words without any choice', { text: 'It depends' }, { text: 'It depends' }],
	])('an answer of the form may be %s', (_what, entered, answer) =>
		expect(answered([DATES], { 1: entered })).toEqual({
			answers: [{ question_id: 'date_order', ...answer }],
			notWaiting: [],
			problems: [],
		}),
	);

	it('may be the recommendation, also with a comment', () => {
		const [accept] = offered(questionForm(statusWith(NAMES), 'radio').form_fields, 1);
		expect(answered([NAMES], { 1: { choice: accept } }).answers).toEqual([
			{ question_id: 'names', accept_recommended: true },
		]);
		expect(answered([NAMES], { 1: { choice: accept, text: 'without titles' } }).answers).toEqual([
			{ question_id: 'names', text: 'As printed\nwithout titles' },
		]);
	});

	it('may be words to a question without choices', () =>
		expect(answered([OPEN_WORDS], { 1: { text: 'The order number' } }).answers).toEqual([
			{ question_id: 'words', text: 'The order number' },
		]));

	it('are none if nobody can see them', () =>
		expect(answered([OPEN_WORDS], { 1: { text: '\u200b\u2060' } })).toEqual({
			answers: [],
			notWaiting: [],
			problems: [],
		}));

	it('belong to their questions where two have the same text', () => {
		const twin = { ...DATES, question_id: 'date_order_2' };
		expect(answered([DATES, twin], { 1: { choice: DAY }, 2: { choice: MONTH } }).answers).toEqual([
			{ question_id: 'date_order', choice_id: 'day' },
			{ question_id: 'date_order_2', choice_id: 'month' },
		]);
	});

	it('belong to their questions where there are more than nine', () => {
		const many = Array.from({ length: 12 }, (_, index) => ({ ...DATES, question_id: `q${index + 1}` }));
		const entered = Object.fromEntries(
			many.map((_, index) => [index + 1, { choice: index === 0 ? MONTH : DAY, text: `t${index + 1}` }]),
		);
		expect(answered(many, entered).answers).toEqual(
			many.map(({ question_id }, index) => ({
				question_id,
				choice_id: index === 0 ? 'month' : 'day',
				text: `t${index + 1}`,
			})),
		);
	});

	it('belong to their questions where others were answered meanwhile', () => {
		const read = answered([DATES, NAMES], { 1: { choice: DAY }, 2: { text: 'Short' } }, [NAMES]);
		expect(read).toEqual({
			answers: [{ question_id: 'names', text: 'Short' }],
			notWaiting: ['date_order'],
			problems: [],
		});
	});

	it.each(['x', 'y', 'z', 'w'])('find the choice "%s" whatever signs the labels hold', (choiceId) => {
		const { form_fields } = questionForm(statusWith(NASTY), 'radio');
		const place = optionsOf(NASTY).findIndex(({ answer }) => answer.choice_id === choiceId);
		const choice = offered(form_fields, 1)[place];
		expect(answered([NASTY], { 1: { choice } }).answers).toEqual([
			{ question_id: 'a<b>&amp;"c', choice_id: choiceId },
		]);
	});

	it.each([
		['nothing was entered', {}],
		['only spaces were', { text: '  ' }],
		['something else has no explanation', { choice: SOMETHING_ELSE }],
	])('name the question without an answer where %s', (_what, entered) =>
		expect(answered([DATES, NAMES], { 1: entered, 2: { text: 'Short' } })).toEqual({
			answers: [{ question_id: 'names', text: 'Short' }],
			notWaiting: [],
			problems: [],
		}),
	);

	it('are refused where the choice is none of them', () => {
		const { answers, problems } = answered([DATES], { 1: { choice: 'Year first' } });
		expect(answers).toEqual([]);
		expect(problems).toEqual([
			{ text: expect.stringMatching(/^Question 1 .*"Year first" is not one of its choices/) },
		]);
	});

	it('are found under "data", where nodes that send and wait put them', () => {
		const { form_fields } = questionForm(statusWith(DATES), 'radio');
		const data = filledIn(form_fields, { 1: { choice: DAY } }, keys);
		expect(formAnswers({ data }, [DATES]).answers).toEqual([{ question_id: 'date_order', choice_id: 'day' }]);
	});
});

describe('an item that no such form gave', () => {
	it.each([{}, { data: 'text' }, { question: 'x' }, { question_id: 'date_order', choice_id: 'day' }])(
		'an item %j that no form gave is refused',
		(json) =>
			expect(formAnswers(json, [DATES]).problems).toEqual([
				{ text: expect.stringMatching(/has no form answers/) },
			]),
	);
});
