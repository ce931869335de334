import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../support/operations/commonRules';
import { Client } from '../../support/fixtures/sandboxFixture';
import { asking, BAD_FAITH, DATES, NAMES } from '../../support/operations/openQuestions';
import { STATUS } from '../../support/endpoints';
import { jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';

describe('Answer: Get Questions', () => {
	const operation = startOperation('getQuestions', 'answer');
	const questionsOf = async (id: string) => await operation.run({ extractionId: byId(id) });

	it('gives an item for each open question', async () => {
		const id = asking(operation, DATES, NAMES);
		const result = await questionsOf(id);
		const common = {
			extraction_id: id,
			status: 'input_required',
			applies_to: 'all documents',
			scope_level: 'extraction',
			answer_by: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			previous_answer_rejected: false,
			attempts_left_at_most: 3,
			open_questions: 2,
		};
		expect(jsonOf(result.items)).toEqual([
			{
				...common,
				number: 1,
				question_id: 'date_order',
				question: 'Which comes first in a date?',
				type: 'single_choice',
				choices: DATES.choices,
				recommendation: 'Day first',
				recommended_choice_id: 'day_first',
				example_from_documents: '03/04/2024',
			},
			{
				...common,
				number: 2,
				question_id: 'names',
				question: 'How are suppliers named?',
				type: 'free_text',
				choices: [],
				recommendation: 'As printed on the document',
				recommended_choice_id: null,
				example_from_documents: null,
			},
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(2).fill({ item: 0 }));
		expect(operation.asked()).toEqual([STATUS]);
	});

	it('says that an earlier answer was refused, and how many more may be at most', async () => {
		const id = asking(operation, DATES, NAMES);
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		await client.post(`/extractions/${id}/answers`, { answers: [{ question_id: 'names', text: BAD_FAITH }] });
		const result = await questionsOf(id);
		expect(jsonOf(result.items)).toMatchObject([
			{ question_id: 'date_order', previous_answer_rejected: false, attempts_left_at_most: 2 },
			{ question_id: 'names', previous_answer_rejected: true, attempts_left_at_most: 2 },
		]);
	});

	it.each(['processing', 'completed', 'cancelled', 'failed', 'reticulating'])(
		'says that nothing is open when the extraction is %s',
		async (status) => {
			const { extraction_id } = operation.control.createExtraction({ status });
			const result = await questionsOf(extraction_id);
			expect(jsonOf(result.items)).toEqual([{ extraction_id, status, open_questions: 0 }]);
		},
	);

	it('works as the tool of an AI agent', async () => {
		const id = asking(operation, DATES);
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'answer',
				operation: 'getQuestions',
				extractionId: byId("={{ $fromAI('extraction_id', '', 'string') }}"),
			},
			args: { extraction_id: id },
		});
		expect(JSON.stringify(response)).toContain('day_first');
	});

	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation));
	});
});

describe('The pick lists of Answer: Submit', () => {
	const operation = startOperation('submit', 'answer');
	const load = async (method: string, extractionId: string, questionId = '', options = {}) =>
		await operation.node.engine.loadOptions({
			type: NODE_TYPE,
			method,
			parameters: {
				resource: 'answer',
				operation: 'submit',
				extractionId: byId(extractionId),
				questionId,
				options,
			},
		});

	it('offer the open questions', async () =>
		expect(await load('getOpenQuestions', asking(operation, DATES, NAMES))).toEqual([
			{
				name: 'Which comes first in a date?',
				value: 'date_order',
				description: 'Example from the documents: 03/04/2024',
			},
			{ name: 'How are suppliers named?', value: 'names', description: undefined },
		]));

	it('offer the choices of the chosen question, the recommended one first', async () => {
		const id = asking(operation, DATES, NAMES);
		expect(await load('getChoices', id, 'date_order')).toEqual([
			{
				name: 'Day first (Recommended)',
				value: 'day_first',
				description: 'The cell would contain: 2024-04-03',
			},
			{ name: 'Month first', value: 'month_first', description: 'The cell would contain: 2024-03-04' },
		]);
		expect(await load('getChoices', id, 'names')).toEqual([]);
	});

	it('are empty while no extraction is chosen, and where none is open', async () => {
		expect(await load('getOpenQuestions', '')).toEqual([]);
		expect(operation.asked()).toEqual([]);
		const { extraction_id } = operation.control.createExtraction({});
		expect(await load('getOpenQuestions', extraction_id)).toEqual([]);
	});

	it('ask with the scope of the options', async () => {
		await load('getOpenQuestions', asking(operation, DATES), '', { scope: 'own' });
		expect(operation.queries(STATUS)).toEqual([{ scope: 'own' }]);
	});

	it.each(['getOpenQuestions', 'getChoices'])('show what went wrong (%s)', async (method) => {
		operation.control.addFault({ endpoint: STATUS, kind: 'error', code: 'API_KEY_REVOKED' });
		await expect(load(method, asking(operation, DATES), 'date_order')).rejects.toThrow(/API key was revoked/);
	});
});
