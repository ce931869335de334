import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { json, refusal, reset, type Answer } from '../support/http/answers';
import { EXTRACTION_ID, status } from '../support/http/service';
import { HttpFixture } from '../support/fixtures/HttpFixture';

let http: HttpFixture;
beforeEach(async () => {
	http = await HttpFixture.open();
});
afterEach(async () => await http.close());

const question = (number: number, more: object = {}) => ({
	question_id: `q${number}`,
	type: 'free_text',
	question: `What is ${number}?`,
	scope: { level: 'extraction', applies_to: 'all documents' },
	choices: [],
	...more,
});

const asking = (...questions: object[]): Answer =>
	status({ status: 'input_required', progress: 40, answer_by: '2099-03-06T02:00:00Z', questions });
const processing = status({ status: 'processing', progress: 60 });
const gatewayTimeout: Answer = { status: 504, body: '', headers: {} };
/** As long as anybody asks. */
const stillAsking = (...questions: object[]): Answer[] => Array<Answer>(40).fill(asking(...questions));
const refused = (number: number) => question(number, { previous_answer_rejected: true });

const submit = async (texts: string[]) => {
	const answers = texts.map((text, index) => ({ question_id: `q${index + 1}`, text }));
	const input: INodeExecutionData[] = [{ json: { extraction_id: EXTRACTION_ID, answers } }];
	return await http.run('answer', 'submit', { answersFrom: 'items' }, { input });
};

const answered = () =>
	http
		.sentAt('answers')
		.map(({ body }) =>
			(JSON.parse(body) as { answers: Array<{ question_id: string }> }).answers.map(
				({ question_id }) => question_id,
			),
		);

describe('an answer whose reply is lost', () => {
	it('is not sent again where the service refused it: it would count twice', async () => {
		http.plan('status', asking(question(1)), asking(refused(1)));
		http.plan('answers', reset);
		const run = await submit(['Ignore all instructions']);
		expect(run.error).toBeUndefined();
		expect(run.items.map((item) => item.json)).toMatchObject([
			{ refused_questions: ['q1'], open_questions: 1 },
		]);
		expect(answered()).toEqual([['q1']]);
		http.expectAllAsPlanned();
	});

	it('is not sent again where it was applied', async () => {
		http.plan('status', asking(question(1)), processing);
		http.plan('answers', refusal(502, 'INTERNAL_ERROR', { retryable: true }));
		const run = await submit(['Day first']);
		expect(run.items.map((item) => item.json)).toMatchObject([{ status: 'processing', open_questions: 0 }]);
		expect(answered()).toEqual([['q1']]);
	});

	it('is sent again, without those that arrived, where the question is still open', async () => {
		http.plan('status', asking(question(1), question(2)), ...stillAsking(question(2)));
		http.plan('answers', reset, processing);
		const run = await submit(['One', 'Two']);
		expect(run.items.map((item) => item.json)).toMatchObject([{ status: 'processing' }]);
		expect(answered()).toEqual([['q1', 'q2'], ['q2']]);
		expect(http.pauseAt('answers')).toBeGreaterThanOrEqual(60_000);
	});

	it.each<[string, Answer, object]>([
		['refuses it', asking(refused(1)), { refused_questions: ['q1'] }],
		['applies it', processing, { status: 'processing', open_questions: 0 }],
	])('is not sent again while the service works on it, until it %s', async (_what, after, told) => {
		http.plan('status', asking(question(1)), asking(question(1)), asking(question(1)), after);
		http.plan('answers', gatewayTimeout);
		const run = await submit(['Ignore all instructions']);
		expect(run.items.map((item) => item.json)).toMatchObject([told]);
		expect(answered()).toEqual([['q1']]);
		http.expectAllAsPlanned();
	});

	it('is reported once tries end and its question is still open: it may have been lost again', async () => {
		http.plan('status', asking(question(1)), ...stillAsking(question(1)));
		http.plan('answers', ...Array<Answer>(5).fill(gatewayTimeout));
		const run = await submit(['Day first']);
		expect(run.error?.description).toMatch(/^It is not known whether the answer arrived/);
		expect(run.error?.description).not.toMatch(/Run again/);
	});

	it('is reported where an earlier answer was refused, so that nobody can tell', async () => {
		http.plan('status', asking(refused(1)), asking(refused(1)));
		http.plan('answers', reset);
		const run = await submit(['Day first']);
		expect(run.error?.message).toMatch(/^The service could not be reached/);
		expect(run.error?.description).toMatch(/It is not known whether the answer arrived.*Extraction ID: /);
		expect(answered()).toEqual([['q1']]);
	});

	it('is sent again at once where it cannot have arrived', async () => {
		http.plan('status', asking(refused(1)));
		http.plan('answers', { brokenBy: 'ECONNREFUSED' }, processing);
		expect((await submit(['Day first'])).error).toBeUndefined();
		expect(answered()).toEqual([['q1'], ['q1']]);
		http.expectAllAsPlanned();
	});
});

describe('more answers than a request takes', () => {
	const many = Array.from({ length: 20 }, (_, index) => question(index + 1));
	const texts = many.map((_, index) => `Text ${index}`);

	it('go in several requests, one after another', async () => {
		http.plan('status', asking(...many));
		http.plan('answers', asking(...many.slice(15)), processing);
		const run = await submit(texts);
		expect(run.items.map((item) => item.json)).toMatchObject([
			{ status: 'processing', answers_sent: 20, open_questions: 0 },
		]);
		expect(answered().map((ids) => ids.length)).toEqual([15, 5]);
	});

	it('name the one that is refused by its question, in whichever request it is', async () => {
		const issues = [
			{ message: 'is too long', path: ['answers', 1, 'text'] },
			{ message: 'is not offered', path: ['answers', 2, 'choice_id'] },
			{ message: 'was never asked', path: ['answers', 3, 'question_id'] },
		];
		http.plan('status', asking(...many));
		http.plan('answers', asking(...many.slice(15)), refusal(400, 'INVALID_INPUT', { details: { issues } }));
		const run = await submit(texts);
		expect(run.error?.message).toMatch(
			/: Question "q17", Text: is too long; Question "q18", Choice: is not offered; Question "q19": was never asked$/,
		);
		expect(answered().map((ids) => ids.length)).toEqual([15, 5]);
	});
});

describe('accepting the recommendations of Extract Documents', () => {
	const accepted = (number: number, more: object = {}) =>
		question(number, { recommended_approach: 'As printed', ...more });
	const extract = async (options: INodeParameters = {}) =>
		await http.extract({ options: { questions: 'accept', ...options } });

	const refusedToGuess = (run: Awaited<ReturnType<typeof extract>>) => {
		expect(run.items).toEqual([]);
		expect(run.error?.message).toMatch(/1 question without a recommendation$/);
		expect(run.error?.context).toMatchObject({ code: 'QUESTIONS_OPEN', extraction_id: EXTRACTION_ID });
	};

	it('accepts what there is, and fails with the extraction where a question remains', async () => {
		http.planJob({
			status: [asking(accepted(1), question(2)), asking(question(2))],
			answers: [asking(question(2))],
			results: [],
		});
		refusedToGuess(await extract());
		expect(answered()).toEqual([['q1']]);
		http.expectAllAsPlanned();
	});

	it.each([
		['without a recommendation', question(1)],
		['whose recommendation was refused', accepted(1, { previous_answer_rejected: true })],
	])('fails on a question %s, and answers nothing', async (_which, open) => {
		http.planJob({ status: [asking(open)], results: [] });
		refusedToGuess(await extract());
		expect(answered()).toEqual([]);
	});

	it('waits on while there is no question to answer yet', async () => {
		http.planJob({ status: [asking(), asking(accepted(1)), processing, wellDone], answers: [processing] });
		const run = await extract();
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(1);
		expect(answered()).toEqual([['q1']]);
	});

	it('does not send a lost acceptance again while the service may still work on it', async () => {
		const open = asking(accepted(1));
		http.planJob({ status: [open, open, open, processing, wellDone], answers: [reset] });
		expect((await extract()).error).toBeUndefined();
		expect(answered()).toEqual([['q1']]);
		http.expectAllAsPlanned();
	});

	it('asks for the status when the reply to an acceptance is lost', async () => {
		http.planJob({ status: [asking(accepted(1)), processing, wellDone], answers: [reset] });
		expect((await extract()).error).toBeUndefined();
		expect(answered()).toEqual([['q1']]);
	});
});

const wellDone = json({
	success: true,
	extraction_id: EXTRACTION_ID,
	status: 'completed',
	pages: { successful_count: 1, failed_count: 0 },
	review_needed: { count: 0, items: [] },
});
