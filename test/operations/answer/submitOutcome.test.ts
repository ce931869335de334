import { startAnswers } from '../../support/fixtures/answerFixture';
import { answersTo, asking, BAD_FAITH, DATES, NAMES } from '../../support/operations/openQuestions';
import { hintsOf, jsonOf } from '../../support/items';

describe('Answer: Submit tells', () => {
	const { operation, answer, fromItems } = startAnswers();

	it('which answers were refused, with a note', async () => {
		const id = asking(operation, DATES, NAMES);
		const answers = [
			{ question_id: 'date_order', choice_id: 'day_first' },
			{ question_id: 'names', text: BAD_FAITH },
		];
		const result = await fromItems([{ extraction_id: id, answers }]);
		expect(jsonOf(result.items)).toMatchObject([
			{
				status: 'input_required',
				open_questions: 1,
				refused_questions: ['names'],
				questions: [{ question_id: 'names', previous_answer_rejected: true }],
			},
		]);
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(
				/refused the answers.*After 3 refused answers, it cancels the extraction: names$/,
			),
		]);
	});

	it('that the third refused answer has cancelled the extraction', async () => {
		const id = asking(operation, NAMES);
		const refusal = [{ extraction_id: id, question_id: 'names', text: BAD_FAITH }];
		await fromItems(refusal);
		await fromItems(refusal);
		const result = await fromItems(refusal);
		expect(jsonOf(result.items)).toMatchObject([
			{ status: 'cancelled', cancellation_reason: 'answers_rejected' },
		]);
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(/was cancelled: the service refused three answers/),
		]);
	});

	it('that a question waits no longer', async () => {
		const id = asking(operation, DATES, NAMES);
		await answer(id, { questionId: 'date_order' });
		const result = await answer(id, { questionId: 'date_order', choiceId: 'month_first' });
		expect(jsonOf(result.items)).toMatchObject([
			{ status: 'input_required', open_questions: 1, not_waiting: ['date_order'] },
		]);
		expect(hintsOf(result)).toEqual([
			'No longer waiting for an answer, in the status input_required: date_order',
		]);
		expect(answersTo(operation, id)).toEqual([{ questionId: 'date_order', acceptRecommended: true }]);
	});

	it('a failure apart from what n8n takes for a failed item', async () => {
		const id = asking(operation, DATES);
		await answer(id, { questionId: 'date_order' });
		operation.control.updateExtraction({
			extraction_id: id,
			status: 'failed',
			error: { code: 'NO_PAGES_FOUND' },
		});
		const result = await answer(id, { questionId: 'date_order' });
		expect(result.items[0]?.json).toMatchObject({ status: 'failed', failure: { code: 'NO_PAGES_FOUND' } });
		expect(result.items[0]?.json).not.toHaveProperty('error');
	});
});
