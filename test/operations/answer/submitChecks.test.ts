import type { INodeParameters } from 'n8n-workflow';
import { startAnswers } from '../../support/fixtures/answerFixture';
import { UNKNOWN_ID } from '../../support/fixtures/operationFixture';
import { failuresOf } from '../../support/operations/failures';
import { COMMON_RULES } from '../../support/operations/commonRules';
import { answersTo, asking, DATES, NAMES } from '../../support/operations/openQuestions';
import { ANSWERS, STATUS } from '../../support/endpoints';

describe('Answer: Submit, with wrong input', () => {
	const { operation, answer, fromItems } = startAnswers();

	describe('when an answer is wrong', () => {
		const one = { extraction_id: UNKNOWN_ID, question_id: 'date_order' };
		it.each<[string, object[], RegExp]>([
			['no question', [{ extraction_id: UNKNOWN_ID, text: 'x' }], /^Answers: The question ID is missing.*/],
			['no answer', [{ ...one, text: ' ' }], /"date_order" has no answer/],
			[
				'a question answered twice',
				[
					{
						extraction_id: UNKNOWN_ID,
						answers: ['date_order', 'names', 'date_order'].map((question_id) => ({ question_id, text: 'a' })),
					},
				],
				/^Question "date_order" is answered twice, here and in item 1$/,
			],
			['no extraction', [{ question_id: 'date_order', text: 'x' }], /^Extraction: No extraction selected.*/],
		])('Answer: Submit sends no answer for %s', async (_what, items, message) => {
			const result = await fromItems(items);
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});

		it.each<[string, INodeParameters, RegExp]>([
			['no question', { questionId: '={{ "" }}' }, /^Question: No question selected/],
			['a way to answer that does not exist', { answersFrom: 'form' }, /^Answers From: "form" is not valid/],
		])('Answer: Submit sends no answer for %s in fields', async (_what, parameters, message) => {
			const result = await answer(UNKNOWN_ID, { questionId: 'date_order', ...parameters });
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});

		it.each<[string, string, RegExp]>([
			['broken JSON', '=[{', /^Answers: The text is not valid JSON/],
			['no answers', '[]', /^Answers: The list contains no answer/],
			['a list of texts', '["a"]', /^Answers: Entry 1 is not an object/],
		])('Answer: Submit sends no answer for %s', async (_what, answers, message) => {
			const result = await fromItems([{ extraction_id: UNKNOWN_ID }], { answers });
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});

		it('says what the service says of a choice that is not offered, and in which parameter', async () => {
			const id = asking(operation, DATES);
			const result = await answer(id, { questionId: 'date_order', choiceId: 'year_first' });
			expect(result.error?.message).toMatch(
				/: Question "date_order", Choice: is not offered by this question$/,
			);
			expect(answersTo(operation, id)).toEqual([]);
		});

		it.each<[string, object]>([
			['where there is none', {}],
			['together with a choice', { choice_id: 'a' }],
		])('says what the service says of a recommendation that is accepted %s', async (_where, more) => {
			const extraction_id = asking(operation, { ...NAMES, recommended_approach: '' });
			const result = await fromItems([
				{ extraction_id, question_id: 'names', accept_recommended: true, ...more },
			]);
			expect(result.error?.message).toMatch(/: Question "names": (this question has no|must not be sent)/);
			expect(answersTo(operation, extraction_id)).toEqual([]);
		});

		it('Answer: Submit sends no answer at all where two items answer one question', async () => {
			const answer = {
				extraction_id: asking(operation, DATES, NAMES),
				question_id: 'date_order',
				text: 'Day',
			};
			const result = await fromItems([answer, { ...answer, question_id: 'names' }, answer]);
			expect(result.error?.message).toMatch(
				/^Item 3: Question "date_order" is answered twice, here and in item 1$/,
			);
			expect(operation.asked()).toEqual([]);
		});

		it('Answer: Submit sends no answer at all where a later item cannot be read', async () => {
			const result = await fromItems([
				{ extraction_id: asking(operation, DATES), question_id: 'date_order', choice_id: 'day_first' },
				{ extraction_id: UNKNOWN_ID, question_id: 'date_order' },
			]);
			expect(result.error?.message).toMatch(/^Item 2, Answers: Question "date_order" has no answer/);
			expect(operation.asked()).toEqual([]);
		});
	});

	describe('when it continues on fail', () => {
		const settings = { onError: 'continueErrorOutput' as const };

		it('sends an answer once, though several items give it', async () => {
			const answer = { extraction_id: asking(operation, DATES), question_id: 'date_order', text: 'Day' };
			const result = await fromItems([answer, answer, answer], {}, settings);
			expect(failuresOf(result.secondOutput).map(([, item]) => item)).toEqual([1, 2]);
			expect(answersTo(operation, answer.extraction_id)).toHaveLength(1);
		});

		it('leaves out the items with problems and sends the others', async () => {
			const id = asking(operation, DATES, NAMES);
			const result = await fromItems(
				[
					{ extraction_id: id, question_id: 'date_order', choice_id: 'year_first' },
					{ extraction_id: id, question_id: 'names', text: '' },
					{ extraction_id: id, question_id: 'names', text: 'Short' },
					{ extraction_id: '..', question_id: 'names', text: 'Short' },
				],
				{},
				settings,
			);
			expect(failuresOf(result.secondOutput)).toEqual([
				['INVALID_INPUT', 0],
				['INVALID_PARAMETERS', 1],
				['INVALID_PARAMETERS', 3],
			]);
			expect(result.items.map(({ json, pairedItem }) => [json.answers_sent, pairedItem])).toEqual([
				[1, { item: 2 }],
			]);
			expect(operation.asked()).toEqual([STATUS, ANSWERS, STATUS, ANSWERS]);
		});

		it('blames the item whose answer the service refuses, and sends the others', async () => {
			const id = asking(operation, DATES, NAMES);
			const result = await fromItems(
				[
					{ extraction_id: id, question_id: 'date_order', choice_id: 'day_first' },
					{ extraction_id: id, question_id: 'colour', text: 'Red' },
					{ extraction_id: id, question_id: 'names', text: 'Short' },
				],
				{},
				settings,
			);
			expect(failuresOf(result.secondOutput)).toEqual([['INVALID_INPUT', 1]]);
			expect(result.secondOutput[0]?.json.message).toMatch(/never asked.*/);
			expect(result.items).toMatchObject([
				{ json: { status: 'processing', answers_sent: 2 }, pairedItem: [{ item: 0 }, { item: 2 }] },
			]);
			expect(answersTo(operation, id)).toHaveLength(2);
		});

		it('fails each item of an extraction that does not exist', async () => {
			const id = asking(operation, DATES);
			const result = await fromItems(
				[
					{ extraction_id: UNKNOWN_ID, question_id: 'date_order', text: 'x' },
					{ extraction_id: id, question_id: 'date_order', choice_id: 'day_first' },
					{ extraction_id: UNKNOWN_ID, question_id: 'names', text: 'x' },
				],
				{},
				settings,
			);
			expect(failuresOf(result.secondOutput)).toEqual([
				['EXTRACTION_NOT_FOUND', 0],
				['EXTRACTION_NOT_FOUND', 2],
			]);
			expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		});
	});

	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation, { questionId: 'date_order' }));
	});
});
