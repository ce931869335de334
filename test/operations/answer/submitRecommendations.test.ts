import { startAnswers } from '../../support/fixtures/answerFixture';
import { Client } from '../../support/fixtures/sandboxFixture';
import { answersTo, asking, BAD_FAITH, DATES, NAMES } from '../../support/operations/openQuestions';
import { ANSWERS, STATUS } from '../../support/endpoints';
import { hintsOf, jsonOf } from '../../support/items';

describe('Answer: Submit, with the recommendations', () => {
	const { operation } = startAnswers();
	const accept = async (...ids: string[]) =>
		await operation.run(
			{ answersFrom: 'recommendations' },
			{ input: ids.map((extraction_id) => ({ json: { extraction_id } })) },
		);

	it('accepts them on every open question, in one request', async () => {
		const id = asking(operation, DATES, NAMES);
		const run = await accept(id);
		expect(jsonOf(run.items)).toMatchObject([
			{ extraction_id: id, status: 'processing', open_questions: 0, answers_sent: 2, refused_questions: [] },
		]);
		expect(answersTo(operation, id)).toMatchObject([
			{ questionId: 'date_order', acceptRecommended: true },
			{ questionId: 'names', acceptRecommended: true },
		]);
		expect(operation.asked()).toEqual([STATUS, ANSWERS]);
	});

	it('gives the status when nothing is open, and sends nothing', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'completed' });
		const run = await accept(extraction_id);
		expect(jsonOf(run.items)).toMatchObject([{ extraction_id, status: 'completed', answers_sent: 0 }]);
		expect(operation.asked()).toEqual([STATUS]);
	});

	it('says that nothing waits for an answer any more, because nobody answered in time', async () => {
		const { extraction_id } = operation.control.createExtraction({
			status: 'cancelled',
			cancellation_reason: 'unanswered',
		});
		const run = await accept(extraction_id);
		expect(hintsOf(run)).toEqual(['The extraction was cancelled: its questions were not answered in time']);
	});

	it('leaves a question open that has none, or whose answer was refused', async () => {
		const id = asking(operation, DATES, NAMES, { ...NAMES, question_id: 'free', recommended_approach: '' });
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		await client.post(`/extractions/${id}/answers`, { answers: [{ question_id: 'names', text: BAD_FAITH }] });
		const run = await accept(id);
		expect(jsonOf(run.items)).toMatchObject([
			{
				status: 'input_required',
				open_questions: 2,
				answers_sent: 1,
				refused_questions: ['names'],
				unanswered_questions: ['free'],
			},
		]);
		expect(hintsOf(run)).toEqual([
			'The service refused the answers and asks again. After 3 refused answers, it cancels the extraction: names',
			'Still open, without a recommendation. Use Ask in a Form, or answer in the dashboard: free',
		]);
	});

	it('answers each extraction once, however many items name it', async () => {
		const [one, two] = [asking(operation, DATES), asking(operation, NAMES)];
		const run = await accept(one, two, one);
		expect(run.items.map(({ json, pairedItem }) => [json.extraction_id, pairedItem])).toEqual([
			[one, [{ item: 0 }, { item: 2 }]],
			[two, { item: 1 }],
		]);
		expect(answersTo(operation, one)).toHaveLength(1);
	});
});
