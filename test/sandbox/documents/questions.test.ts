import type { GivenAnswer } from '../../../dev/sandbox/documents';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { completed, documentFolder, exampleFile, processed } from '../../support/fixtures/processDocument';

const folder = documentFolder();
const ask = { askQuestions: true };
const dateFile = exampleFile('ambiguous-date.pdf');
const nameFile = exampleFile('two-names.pdf');

test('an ambiguous date asks a choice that shows what the cell would contain', async () => {
	expect(await processed([dateFile], ask)).toEqual({
		kind: 'questions',
		questions: [
			{
				question_id: 'date_order',
				type: 'single_choice',
				question: expect.stringContaining('03/04/2026'),
				example_from_documents: 'Invoice Date: 03/04/2026 in ambiguous-date.pdf (Page 1)',
				scope: { level: 'extraction', applies_to: expect.any(String) },
				choices: [
					{
						choice_id: 'day_first',
						label: expect.any(String),
						cell_would_contain: '2026-04-03',
						recommended: true,
					},
					{ choice_id: 'month_first', label: expect.any(String), cell_would_contain: '2026-03-04' },
				],
			},
		],
	});
});

test('two names for the supplier ask for an answer in words', async () => {
	expect(await processed([nameFile], ask)).toEqual({
		kind: 'questions',
		questions: [
			{
				question_id: 'supplier_name',
				type: 'free_text',
				question: expect.stringMatching(/Example Cleaning Services Ltd.*Sample Factoring AG/),
				example_from_documents: 'Remit to: Sample Factoring AG in two-names.pdf (Page 1)',
				scope: { level: 'extraction', applies_to: expect.any(String) },
				choices: [],
				recommended_approach: expect.stringContaining('Example Cleaning Services Ltd'),
			},
		],
	});
});

test.each<[Omit<GivenAnswer, 'questionId'>, string]>([
	[{ choiceId: 'day_first' }, '2026-04-03'],
	[{ choiceId: 'month_first' }, '2026-03-04'],
	[{ acceptRecommended: true }, '2026-04-03'],
	[{ text: 'Month first, please' }, '2026-03-04'],
	[{ text: 'MM/DD/YYYY' }, '2026-03-04'],
	[{ text: 'DD/MM/YYYY' }, '2026-04-03'],
	[{ text: 'It is the 4 March 2026' }, '2026-03-04'],
	[{ text: 'as you recommend' }, '2026-04-03'],
	[{ choiceId: 'day_first', text: 'No, these are US dates' }, '2026-03-04'],
])('the answer %j gives the date %s and leaves nothing to review', async (answer, expected) => {
	const answers = [{ questionId: 'date_order', ...answer }];
	const { rows, reviewItems, notes } = await completed([dateFile], { ...ask, answers });
	expect(rows[0]?.values['Invoice Date']).toBe(expected);
	expect({ reviewItems, notes }).toEqual({ reviewItems: [], notes: [] });
});

test.each<[Omit<GivenAnswer, 'questionId'>, string]>([
	[{ acceptRecommended: true }, 'Example Cleaning Services Ltd'],
	[{ text: 'The letterhead' }, 'Example Cleaning Services Ltd'],
	[{ text: 'Use the remit-to name' }, 'Sample Factoring AG'],
	[{ text: 'Sample Factoring' }, 'Sample Factoring AG'],
	[{ text: 'Example Holding plc' }, 'Example Holding plc'],
	[{ text: 'Call it "Cleaning, March"' }, 'Cleaning, March'],
])('the answer %j gives the supplier %s and leaves nothing to review', async (answer, expected) => {
	const answers = [{ questionId: 'supplier_name', ...answer }];
	const { rows, reviewItems, notes } = await completed([nameFile], { ...ask, answers });
	expect(rows[0]?.values.Supplier).toBe(expected);
	expect({ reviewItems, notes }).toEqual({ reviewItems: [], notes: [] });
});

test('questions that are still open are asked again, answered ones are not', async () => {
	const answers = [{ questionId: 'date_order', choiceId: 'month_first' }];
	const outcome = await processed([dateFile, nameFile], { ...ask, answers });
	expect(outcome).toMatchObject({ kind: 'questions', questions: [{ question_id: 'supplier_name' }] });
	const all = [...answers, { questionId: 'supplier_name', text: 'letterhead' }];
	const { rows } = await completed([dateFile, nameFile], { ...ask, answers: all });
	expect(rows.map(({ values }) => [values['Invoice Date'], values.Supplier])).toEqual([
		['2026-03-04', 'Example Freight Ltd'],
		['2026-03-31', 'Example Cleaning Services Ltd'],
	]);
});

test('a vague answer brings the matter back as a new question; a second one lets the recommendation stand, to be reviewed', async () => {
	const vague = { questionId: 'date_order', text: 'Not sure' };
	const again = await processed([dateFile], { ...ask, answers: [vague] });
	expect(again).toMatchObject({ kind: 'questions', questions: [{ question_id: 'date_order_2' }] });
	const answers = [vague, { questionId: 'date_order_2', text: 'Still not sure' }];
	const { rows, reviewItems } = await completed([dateFile], { ...ask, answers });
	expect(rows[0]?.values['Invoice Date']).toBe('2026-04-03');
	expect(reviewItems).toHaveLength(1);
});

test('without questions the recommendation is taken, noted and left to review', async () => {
	const { rows, reviewItems, notes } = await completed([dateFile, nameFile]);
	expect(rows.map(({ values }) => [values['Invoice Date'], values.Supplier])).toEqual([
		['2026-04-03', 'Example Freight Ltd'],
		['2026-03-31', 'Example Cleaning Services Ltd'],
	]);
	expect(reviewItems.map((item) => [item.affected_fields, item.output_row_numbers])).toEqual([
		[['Invoice Date'], [1]],
		[['Supplier'], [2]],
	]);
	expect(notes.map((note) => note.topic)).toEqual(['Date order', 'Supplier name']);
});

test.each([
	['In the form YYYY-MM-DD', '2026-04-03', 1],
	['yyyy/mm/dd', '2026-04-03', 1],
	['ISO: year-month-day', '2026-04-03', 1],
	['In the form YYYY-MM-DD. The month comes first', '2026-03-04', 0],
	['In the form YYYY-MM-DD; they are MM/DD/YYYY', '2026-03-04', 0],
])(
	'%j says how a date is to be written, and only more than that how to read it',
	async (wish, date, toReview) => {
		const prompt = { fields: [{ name: 'Invoice Date', prompt: wish }] };
		const { rows, reviewItems } = await completed([dateFile], { prompt });
		expect(rows[0]?.values['Invoice Date']).toBe(date);
		expect(reviewItems).toHaveLength(toReview);
	},
);

test('what the note suggests settles the matter in the next prompt', async () => {
	const first = await completed([dateFile, nameFile]);
	const additions = first.notes
		.flatMap((note) => note.suggested_prompt_additions)
		.flatMap(({ instructions }) => instructions);
	const prompt = ['Extract the usual invoice data.', ...additions].join('\n');
	const outcome = await processed([dateFile, nameFile], { ...ask, prompt });
	expect(outcome).toMatchObject({ kind: 'completed', reviewItems: [], notes: [] });
});

test('dollars recommend the month first', async () => {
	const file = await folder.add(
		'dollars.pdf',
		await makeInvoicePdf({ date: '03/04/2026', dueDate: undefined, currency: 'USD' }),
	);
	const { rows } = await completed([file]);
	expect(rows[0]?.values['Invoice Date']).toBe('2026-03-04');
});

test.each([
	['17/04/2026', '2026-04-03'],
	['04/17/2026', '2026-03-04'],
])('another date of the document, %s, settles the order without a question', async (dueDate, expected) => {
	const file = await folder.add('settled.pdf', await makeInvoicePdf({ date: '03/04/2026', dueDate }));
	const { rows, reviewItems } = await completed([file], ask);
	expect(rows[0]?.values['Invoice Date']).toBe(expected);
	expect(reviewItems).toEqual([]);
});

test('nothing is asked about values that are not wanted', async () => {
	const prompt = { fields: [{ name: 'Invoice Number' }, { name: 'Total Amount' }] };
	const { rows } = await completed([dateFile, nameFile], { ...ask, prompt });
	expect(rows.map(({ values }) => values['Invoice Number'])).toEqual(['FR-2203', 'CL-0915']);
});
