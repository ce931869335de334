import type { INodeParameters } from 'n8n-workflow';
import { startAnswers } from '../../support/fixtures/answerFixture';
import { byId } from '../../support/fixtures/operationFixture';
import { answersTo, asking, DATES, NAMES } from '../../support/operations/openQuestions';
import { ANSWERS, STATUS } from '../../support/endpoints';
import { jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';

describe('Answer: Submit', () => {
	const { operation, answer, fromItems } = startAnswers();

	describe('with one question from fields', () => {
		it.each<[string, INodeParameters, object]>([
			['the recommendation', {}, { acceptRecommended: true }],
			['a choice', { choiceId: 'month_first' }, { choiceId: 'month_first' }],
			['own words', { text: ' Day first ' }, { text: 'Day first' }],
			[
				'a choice and own words',
				{ choiceId: 'day_first', text: 'also for credit notes' },
				{ choiceId: 'day_first', text: 'also for credit notes' },
			],
			[
				'the recommendation where expressions give nothing',
				{ choiceId: '={{ null }}', text: '={{ " \u200b" }}' },
				{ acceptRecommended: true },
			],
		])('sends %s for one question from fields', async (_what, parameters, given) => {
			const id = asking(operation, DATES, NAMES);
			const result = await answer(id, { questionId: 'date_order', ...parameters });
			expect(result.error).toBeUndefined();
			expect(answersTo(operation, id)).toEqual([{ questionId: 'date_order', ...given }]);
			expect(operation.asked()).toEqual([STATUS, ANSWERS]);
		});

		it('gives the status after the answer, with what is still open', async () => {
			const id = asking(operation, DATES, NAMES);
			const result = await answer(id, { questionId: 'date_order' });
			expect(result.items).toEqual([
				{
					json: {
						extraction_id: id,
						status: 'input_required',
						progress: expect.any(Number),
						answer_by: expect.any(String),
						questions: [NAMES],
						open_questions: 1,
						answers_sent: 1,
						refused_questions: [],
						unanswered_questions: ['names'],
						not_waiting: [],
					},
					pairedItem: { item: 0 },
				},
			]);
			const last = await answer(id, { questionId: 'names' });
			expect(jsonOf(last.items)).toMatchObject([{ status: 'processing', open_questions: 0 }]);
		});

		it('sends one request for each item, and outputs each extraction once', async () => {
			const id = asking(operation, DATES, NAMES);
			const input = [{ json: { q: 'date_order' } }, { json: { q: 'names' } }];
			const result = await answer(id, { questionId: '={{ $json.q }}' }, { input });
			expect(result.items).toMatchObject([
				{
					json: { open_questions: 0, answers_sent: 2, unanswered_questions: [] },
					pairedItem: [{ item: 0 }, { item: 1 }],
				},
			]);
			expect(operation.asked()).toEqual([STATUS, ANSWERS, STATUS, ANSWERS]);
		});
	});

	describe('with input items', () => {
		it('sends one request for each item, in their order, and outputs each extraction once', async () => {
			const [a, b] = [asking(operation, DATES, NAMES), asking(operation, DATES)];
			const result = await fromItems([
				{ extraction_id: a, question_id: 'date_order', choice_id: 'month_first' },
				{ extraction_id: b, question_id: 'date_order', accept_recommended: true },
				{ extraction_id: a, question_id: 'names', text: 'In capitals', accept_recommended: false },
			]);
			expect(
				result.items.map(({ json, pairedItem }) => [json.extraction_id, json.status, pairedItem]),
			).toEqual([
				[a, 'processing', [{ item: 0 }, { item: 2 }]],
				[b, 'processing', { item: 1 }],
			]);
			expect(answersTo(operation, a)).toEqual([
				{ questionId: 'date_order', choiceId: 'month_first' },
				{ questionId: 'names', text: 'In capitals' },
			]);
			expect(operation.asked()).toEqual([STATUS, ANSWERS, STATUS, ANSWERS, STATUS, ANSWERS]);
		});

		it('takes the items of Get Questions with an answer added', async () => {
			const id = asking(operation, DATES, NAMES);
			const questions = await operation.run({ operation: 'getQuestions', extractionId: byId(id) });
			const result = await fromItems(
				jsonOf(questions.items).map((json) => ({ ...json, accept_recommended: true })),
			);
			expect(jsonOf(result.items)).toMatchObject([{ status: 'processing', answers_sent: 2 }]);
		});

		it.each([
			['a list', (answers: object[]) => answers],
			['a body as the API takes it', (answers: object[]) => ({ answers })],
			['JSON text', (answers: object[]) => JSON.stringify(answers)],
		])('takes several answers of an item as %s', async (_what, shaped) => {
			const id = asking(operation, DATES, NAMES);
			const answers = [
				{ question_id: 'date_order', choice_id: 'day_first' },
				{ question_id: 'names', text: 'Short' },
			];
			const items = [{ extraction_id: id, given: shaped(answers) }];
			const result = await fromItems(items, { answers: '={{ $json.given }}' });
			expect(result.error).toBeUndefined();
			expect(answersTo(operation, id)).toHaveLength(2);
		});
	});

	it('answers once when the answer got lost', async () => {
		const id = asking(operation, DATES);
		operation.control.addFault({ endpoint: ANSWERS, kind: 'reset_after' });
		const result = await answer(id, { questionId: 'date_order' });
		expect(jsonOf(result.items)).toMatchObject([{ open_questions: 0 }]);
		expect(answersTo(operation, id)).toHaveLength(1);
	});

	it('passes the scope on to both requests', async () => {
		await answer(asking(operation, DATES), { questionId: 'date_order', options: { scope: 'own' } });
		expect([...operation.queries(STATUS), ...operation.queries(ANSWERS)]).toEqual([
			{ scope: 'own' },
			{ scope: 'own' },
		]);
	});

	it('says that a question was never asked', async () => {
		const result = await answer(asking(operation, DATES), { questionId: 'colour' });
		expect(result.error?.message).toMatch(
			/^The service refused the request as invalid: Question "colour": was never asked$/,
		);
		expect(result.error?.description).toMatch(
			/^Correct the parameters named in the message.*\(INVALID_INPUT\)$/,
		);
	});

	it('works as the tool of an AI agent', async () => {
		const id = asking(operation, DATES);
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'answer',
				operation: 'submit',
				extractionId: byId(`=${id}`),
				questionId: "={{ $fromAI('question_id', '', 'string') }}",
				text: "={{ $fromAI('answer', '', 'string') }}",
			},
			args: { question_id: 'date_order', answer: 'Day first' },
		});
		expect(JSON.stringify(response)).toContain('processing');
		expect(answersTo(operation, id)).toEqual([{ questionId: 'date_order', text: 'Day first' }]);
	});
});
