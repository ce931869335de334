import { byId } from '../../support/fixtures/operationFixture';
import { startAnswers } from '../../support/fixtures/answerFixture';
import { answersTo, asking, BAD_FAITH, DATES, NAMES } from '../../support/operations/openQuestions';
import { ANSWERS, STATUS } from '../../support/endpoints';
import { hintsOf, itemsOf, jsonOf } from '../../support/items';

describe('Answer: Submit, with a form', () => {
	const { operation, answer, fromItems } = startAnswers();

	describe('with a form', () => {
		async function formOf(id: string): Promise<Array<Record<string, unknown>>> {
			const result = await operation.run({
				operation: 'getQuestions',
				extractionId: byId(id),
				output: 'form',
			});
			operation.control.clearRequests();
			return result.items[0]?.json.form_fields as Array<Record<string, unknown>>;
		}

		/** Fills the form in: the first option of every choice, and the words. */
		const filledIn = (fields: Array<Record<string, unknown>>, key: string, words: string) =>
			Object.fromEntries(
				fields.map((field) => {
					const options = field.fieldOptions as { values: Array<{ option: string }> } | undefined;
					const value = field.fieldValue ?? options?.values[0]?.option ?? words;
					return [field[key] ?? field.fieldName, value];
				}),
			);

		it.each([
			['names of fields, as newer forms give', 'fieldName', false],
			['labels, as older forms give', 'fieldLabel', false],
			['labels under "data", as nodes that send and wait give', 'fieldLabel', true],
		])('takes the answers by %s', async (_what, key, nested) => {
			const id = asking(operation, DATES, NAMES);
			const values = filledIn(await formOf(id), key, 'as agreed');
			const input = itemsOf(nested ? { data: values } : values);
			const result = await operation.run({ answersFrom: 'form' }, { input });
			expect(jsonOf(result.items)).toMatchObject([
				{ extraction_id: id, status: 'processing', answers_sent: 2, not_waiting: [] },
			]);
			expect(answersTo(operation, id)).toEqual([
				{ questionId: 'date_order', choiceId: 'day_first', text: 'as agreed' },
				{ questionId: 'names', text: 'As printed on the document\nas agreed' },
			]);
			expect(operation.asked()).toEqual([STATUS, ANSWERS]);
		});

		it('sends nothing where all was answered meanwhile, and tells the status', async () => {
			const id = asking(operation, DATES);
			const input = itemsOf(filledIn(await formOf(id), 'fieldName', ''));
			operation.control.updateExtraction({ extraction_id: id, status: 'processing' });
			const result = await operation.run({ answersFrom: 'form' }, { input });
			expect(jsonOf(result.items)).toMatchObject([
				{ extraction_id: id, status: 'processing', answers_sent: 0, not_waiting: ['date_order'] },
			]);
			expect(hintsOf(result)).toEqual([
				'No longer waiting for an answer: date_order. The extraction has the status processing',
			]);
			expect(operation.asked()).toEqual([STATUS]);
		});

		it('sends nothing of a form that was left empty, and names its question', async () => {
			const id = asking(operation, DATES);
			const json = { extraction_id: id, question_1: 'date_order', choice_1: null, text_1: '' };
			const result = await operation.run({ answersFrom: 'form' }, { input: [{ json }] });
			expect(jsonOf(result.items)).toMatchObject([
				{
					status: 'input_required',
					open_questions: 1,
					answers_sent: 0,
					unanswered_questions: ['date_order'],
				},
			]);
			expect(hintsOf(result)).toEqual([
				expect.stringMatching(/^The form has no answer to date_order\. The extraction still waits/),
			]);
			expect(operation.asked()).toEqual([STATUS]);
		});

		it('sends the answers that a form has, and names the question without one', async () => {
			const id = asking(operation, DATES, NAMES);
			const json = {
				extraction_id: id,
				question_1: 'date_order',
				choice_1: '',
				question_2: 'names',
				text_2: 'As printed',
			};
			const result = await operation.run({ answersFrom: 'form' }, { input: [{ json }] });
			expect(jsonOf(result.items)).toMatchObject([
				{ open_questions: 1, answers_sent: 1, unanswered_questions: ['date_order'] },
			]);
			expect(answersTo(operation, id)).toEqual([{ questionId: 'names', text: 'As printed' }]);
		});

		it('names no question that another form of the same extraction answers', async () => {
			const id = asking(operation, DATES, NAMES);
			const form = { extraction_id: id, question_1: 'date_order', question_2: 'names' };
			const input = [{ json: { ...form, text_1: 'Day first' } }, { json: { ...form, text_2: 'As printed' } }];
			const result = await operation.run({ answersFrom: 'form' }, { input });
			expect(jsonOf(result.items)).toMatchObject([
				{ status: 'processing', open_questions: 0, answers_sent: 2, unanswered_questions: [] },
			]);
			expect(result.hints('Node')).toEqual([]);
		});

		it('names the question that was asked after the form was made', async () => {
			const id = asking(operation, DATES, NAMES);
			const json = { extraction_id: id, question_1: 'date_order', text_1: 'Day first' };
			const result = await operation.run({ answersFrom: 'form' }, { input: [{ json }] });
			expect(jsonOf(result.items)).toMatchObject([{ open_questions: 1, unanswered_questions: ['names'] }]);
			expect(hintsOf(result)).toEqual([
				'The form has no answer to names. The extraction still waits. Create the form again with Get Questions, or answer in the dashboard',
			]);
		});

		it('refuses a form whose choices somebody changed', async () => {
			const id = asking(operation, DATES);
			const json = { extraction_id: id, question_1: 'date_order', choice_1: 'Year first' };
			const result = await operation.run({ answersFrom: 'form' }, { input: [{ json }] });
			expect(result.error?.message).toMatch(
				/^Answers From: Form: Question 1 \("Which comes first.*is not one of its choices/,
			);
			expect(operation.asked()).toEqual([STATUS]);
		});
	});

	describe('tells', () => {
		it('which answers were refused, with a note', async () => {
			const id = asking(operation, DATES, NAMES);
			const result = await fromItems([
				{ extraction_id: id, question_id: 'date_order', choice_id: 'day_first' },
				{ extraction_id: id, question_id: 'names', text: BAD_FAITH },
			]);
			expect(jsonOf(result.items)).toMatchObject([
				{
					status: 'input_required',
					open_questions: 1,
					refused_questions: ['names'],
					questions: [{ question_id: 'names', previous_answer_rejected: true }],
				},
			]);
			expect(hintsOf(result)).toEqual([
				expect.stringMatching(/rejected the answer to names.*After 3 rejected answers, it cancels/),
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
			const result = await answer(id, {
				questionId: 'date_order',
				answerBy: 'choice',
				choiceId: 'month_first',
			});
			expect(jsonOf(result.items)).toMatchObject([
				{ status: 'input_required', open_questions: 1, not_waiting: ['date_order'] },
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
});
