import fc from 'fast-check';
import { json, type Answer } from '../support/http/answers';
import { mutated, mutations, type Mutation } from '../support/http/mutations';
import { EXTRACTION_ID, MAIN_JOB, WELL, type Step } from '../support/http/service';
import { HttpFixture } from '../support/fixtures/HttpFixture';

let http: HttpFixture;
beforeEach(async () => {
	http = await HttpFixture.open();
});
afterEach(async () => await http.close());

/** What the code needs to go on with, in the answer of each step. */
const NEEDED: Partial<Record<Step, string[]>> = {
	balance: ['credits_balance'],
	session: ['files.*.file_id', 'files.*.part_size'],
	parts: ['part_size', 'part_urls.*.part_number', 'part_urls.*.url'],
	submit: ['extraction_id'],
	status: ['extraction_id', 'status'],
	list: ['extractions.*.extraction_id', 'extractions.*.status', 'extractions.*.created_at'],
	details: ['extraction.extraction_id', 'extraction.status', 'extraction.file_names.*'],
	results: ['rows.**', 'rows'],
};

const bodyOf = (answer: Answer): object =>
	JSON.parse('body' in answer && typeof answer.body === 'string' ? answer.body : '{}') as object;
const statusOf = (answer: Answer): number => ('status' in answer ? answer.status : 200);

/** Plans a step with an answer that is spoilt wherever nothing is needed. */
function plan(step: Step, spoilt: Mutation[], answer = WELL[step]): void {
	// Whether it is a success is said by the status of HTTP too, and a "false" would be a refusal.
	const { success: _, ...body } = bodyOf(answer) as { success?: boolean };
	http.plan(step, json(mutated(body, NEEDED[step] ?? [], spoilt), statusOf(answer)));
}

/** The same mutations at every run, so that no run fails by chance; another seed tries others. */
const SEED = Number(process.env.SEED ?? 4);

/** Fewer than the requests that a minute takes, so that nothing waits for its turn. */
const runs = (work: (spoilt: Mutation[]) => Promise<void>, numRuns = 40) =>
	fc.assert(fc.asyncProperty(mutations, work), { numRuns, endOnFailure: true, seed: SEED });

const locator = { extractionId: { __rl: true, mode: 'id', value: EXTRACTION_ID } };

const row = { Total: 12.5, 'Source File': 'invoice.pdf (Page 1)' };

describe('additions, nulls, removals and strange values, wherever nothing is needed, change nothing', () => {
	it('in the rows of Extract Documents', async () => {
		await runs(async (spoilt) => {
			for (const step of MAIN_JOB) if (step !== 'put') plan(step, spoilt);
			http.plan('put', WELL.put);
			const run = await http.extract();
			expect(run.error).toBeUndefined();
			expect(run.items).toEqual([{ json: row, pairedItem: { item: 0 } }]);
			http.expectAllAsPlanned();
		}, 25);
	});

	it('in what is needed of the summary', async () => {
		await runs(async (spoilt) => {
			for (const step of MAIN_JOB) if (step !== 'put') plan(step, spoilt);
			http.plan('put', WELL.put);
			const run = await http.extract({ output: 'summary' });
			expect(run.error).toBeUndefined();
			expect(run.items).toMatchObject([
				{
					json: {
						extraction_id: EXTRACTION_ID,
						status: 'completed',
						files: [{ file_name: 'invoice.pdf', state: 'extracted', rows: 1, pages_failed: 0 }],
					},
				},
			]);
			http.expectAllAsPlanned();
		}, 25);
	});

	it('in the rows of Get Rows', async () => {
		await runs(async (spoilt) => {
			http.plan('status', WELL.status);
			plan('results', spoilt);
			const run = await http.run('extraction', 'getRows', locator);
			expect(run.error).toBeUndefined();
			expect(run.items.map((item) => item.json)).toEqual([row]);
		});
	});

	it('in the status, whatever it is', async () => {
		const asking = {
			extraction_id: EXTRACTION_ID,
			status: 'input_required',
			progress: 40,
			answer_by: '2099-01-01T00:00:00Z',
			questions: [
				{
					question_id: 'q1',
					type: 'single_choice',
					question: 'Which?',
					example_from_documents: '1/2',
					scope: { level: 'extraction', applies_to: 'all' },
					choices: [{ choice_id: 'c1', label: 'One', cell_would_contain: '1', recommended: true }],
					recommended_approach: 'As printed',
					previous_answer_rejected: false,
				},
			],
		};
		const failed = {
			extraction_id: EXTRACTION_ID,
			status: 'failed',
			error: { code: 'X', message: 'Y', retryable: false, details: { file_names: ['a.pdf'] } },
		};
		await runs(async (spoilt) => {
			for (const answer of [WELL.status, WELL.cancel, json(asking), json(failed)]) {
				plan('status', spoilt, answer);
				const run = await http.run('extraction', 'getStatus', locator);
				expect(run.error).toBeUndefined();
				const { extraction_id, status } = bodyOf(answer) as { extraction_id: string; status: string };
				expect(run.items).toMatchObject([{ json: { extraction_id, status } }]);
			}
		}, 25);
	});

	it('in the questions that can be answered, and in their form', async () => {
		NEEDED.status!.push('questions.*.question_id');
		const questions = [1, 2].map((number) => ({
			question_id: `q${number}`,
			question: 'Which?',
			choices: [{ choice_id: 'c1', label: 'One' }],
		}));
		const asking = json({ extraction_id: EXTRACTION_ID, status: 'input_required', questions });
		await runs(async (spoilt) => {
			for (const output of ['questions', 'form']) {
				plan('status', spoilt, asking);
				const run = await http.run('answer', 'getQuestions', { ...locator, output });
				expect(run.error).toBeUndefined();
				expect(run.items[0]?.json.open_questions).toBe(2);
			}
		});
		NEEDED.status!.pop();
	});

	it.each([true, false])('in which extractions are listed, and found (simplified: %s)', async (simplify) => {
		const { extraction } = bodyOf(WELL.details) as { extraction: object };
		const listed = [1, 2, 3].map((number) => ({
			...extraction,
			extraction_id: EXTRACTION_ID.replace(/.$/, String(number)),
			file_names_preview: ['a.pdf'],
			error: { code: 'X', retryable: false },
		}));
		await runs(async (spoilt) => {
			plan('list', spoilt, json({ extractions: listed, has_more: false, next_cursor: null }));
			const many = await http.run('extraction', 'getAll', { returnAll: true, simplify });
			expect(many.error).toBeUndefined();
			expect(many.items.map((item) => item.json.extraction_id)).toEqual(
				listed.map(({ extraction_id }) => extraction_id),
			);
			plan('details', spoilt);
			const one = await http.run('extraction', 'get', { ...locator, simplify });
			expect(one.error).toBeUndefined();
			expect(one.items).toMatchObject([{ json: { extraction_id: EXTRACTION_ID, status: 'completed' } }]);
		});
	});

	it('in the balance change nothing', async () => {
		await runs(async (spoilt) => {
			plan('balance', spoilt);
			const run = await http.getBalance();
			expect(run.items).toMatchObject([{ json: { credits_balance: 50 } }]);
		}, 20);
	});
});
