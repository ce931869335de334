import type { GivenAnswer } from '../../../dev/sandbox/documents';
import { completed, exampleFile, processed } from '../../support/fixtures/processDocument';

const ask = { askQuestions: true };
const dateFile = exampleFile('ambiguous-date.pdf');

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

test.each<[Omit<GivenAnswer, 'questionId'>, string]>([
	[{ choiceId: 'day_first' }, '2026-04-03'],
	[{ choiceId: 'month_first' }, '2026-03-04'],
	[{ acceptRecommended: true }, '2026-04-03'],
	[{ text: 'Month first, please' }, '2026-03-04'],
])('the answer %j gives the date %s and leaves nothing to review', async (answer, expected) => {
	const answers = [{ questionId: 'date_order', ...answer }];
	const { rows, reviewItems, notes } = await completed([dateFile], { ...ask, answers });
	expect(rows[0]?.values['Invoice Date']).toBe(expected);
	expect({ reviewItems, notes }).toEqual({ reviewItems: [], notes: [] });
});

test('without questions the recommendation is taken, noted and left to review; the note settles it in the next prompt', async () => {
	const { rows, reviewItems, notes } = await completed([dateFile]);
	expect(rows[0]?.values['Invoice Date']).toBe('2026-04-03');
	expect(reviewItems).toMatchObject([{ affected_fields: ['Invoice Date'], output_row_numbers: [1] }]);
	const [addition] = notes.flatMap((note) => note.suggested_prompt_additions);
	const prompt = ['Extract the usual invoice data.', ...addition!.instructions].join('\n');
	const outcome = await processed([dateFile], { ...ask, prompt });
	expect(outcome).toMatchObject({ kind: 'completed', reviewItems: [], notes: [] });
});

test('nothing is asked about values that are not wanted', async () => {
	const prompt = { fields: [{ name: 'Invoice Number' }, { name: 'Total Amount' }] };
	const { rows } = await completed([dateFile], { ...ask, prompt });
	expect(rows.map(({ values }) => values['Invoice Number'])).toEqual(['FR-2203']);
});
