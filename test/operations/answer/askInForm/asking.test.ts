import type { INode } from 'n8n-workflow';
import { Answerer, startAsking } from '../../../support/fixtures/askFixture';
import { byId } from '../../../support/fixtures/operationFixture';
import { jsonOf } from '../../../support/items';
import { NODE_TYPE } from '../../../support/names';
import { until } from '../../../support/until';
import { answersTo, asking, BAD_FAITH, DATES, NAMES } from '../../../support/operations/openQuestions';
import { STATUS } from '../../../support/endpoints';

const HOUR_MS = 3_600_000;

type OnError = NonNullable<INode['onError']>;

describe('Answer: Ask in a Form', () => {
	const { operation, ask, askAll, sentAnswers, client } = startAsking();

	it('waits, asks on a page, sends the answers and goes on with the status', async () => {
		const id = asking(operation, DATES, NAMES);
		const person = await ask(id);
		expect(person.parked.run.status).toBe('waiting');
		const page = await person.open();
		expect(page.status).toBe(200);
		expect(page.text).toContain('1 Which comes first in a date?');
		expect(page.text).toContain('Day first Recommended The cell would contain 2024-04-03');
		expect(page.text).toContain('In the documents: 03/04/2024');
		expect(page.text).toContain('Applies to all documents');
		expect(page.text).toContain('2 How are suppliers named?');
		expect(page.text).toContain('As printed on the document Recommended');
		expect(page.fields).not.toHaveProperty('o_2');
		expect(page.text).toMatch(/Answer by \w+, \w+ \d+, \d{4} at \d\d:\d\d \(/);

		const thanks = await person.send(page, { o_1: '1', o_2: '0' });
		expect(thanks.text).toContain('Thank you');
		const run = await person.parked.ended;
		expect(jsonOf(run.output('After'))).toMatchObject([
			{ extraction_id: id, status: 'completed', open_questions: 0 },
		]);
		expect(run.output('Node')[0]?.pairedItem).toEqual({ item: 0 });
		expect(answersTo(operation, id)).toMatchObject([
			{ questionId: 'date_order', choiceId: 'month_first' },
			{ questionId: 'names', acceptRecommended: true },
		]);
	});

	it('lists what is missing, and sends nothing', async () => {
		const id = asking(operation, DATES, NAMES);
		const person = await ask(id);
		const missing = await person.send(await person.open(), { o_1: '1' });
		expect([missing.status, missing.text]).toEqual([
			422,
			expect.stringContaining('Question 2: Choose an answer'),
		]);
		expect(missing.fields).toMatchObject({ o_1: '1' });
		expect(sentAnswers()).toBe(0);
	});

	it.each([
		['the recommendation', '0'],
		['another choice', '1'],
	])('asks which holds when somebody has written own words beside %s', async (_, o_1) => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		const words = 'Month first, except for invoices from Canada';
		const unclear = await person.send(await person.open(), { o_1, w_1: words });
		expect([unclear.status, unclear.text]).toEqual([422, expect.stringContaining('You also wrote words.')]);
		expect(unclear.fields).toMatchObject({ w_1: words });
		expect(sentAnswers()).toBe(0);
		await person.send(unclear, { o_1: '2' });
		await person.parked.ended;
		const [answer] = answersTo(operation, id)!;
		expect(answer).toMatchObject({ questionId: 'date_order', text: words });
		expect(answer?.choiceId ?? null).toBeNull();
	});

	it('takes words alone as the answer', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		await person.send(await person.open(), { w_1: 'By country' });
		await person.parked.ended;
		expect(answersTo(operation, id)).toMatchObject([{ text: 'By country' }]);
	});

	it('asks about several extractions on one page, and what one refuses does not hold up the others', async () => {
		const ids = [asking(operation, DATES), asking(operation, NAMES), asking(operation, DATES)];
		const person = await askAll(ids, {}, [{}, {}, {}]);
		const page = await person.open();
		expect(page.text).toContain('0 of 3 answered');
		const refused = await person.send(page, { o_1: '0', o_2: '1', w_2: BAD_FAITH, o_3: '1' });
		expect(refused.text).toContain('Some answers were not accepted');
		expect(refused.text).toContain('0 of 1 answered');
		expect(refused.text).toContain('An earlier answer to this question was not accepted');
		await person.send(refused, { o_1: '0', w_1: '' });
		expect(jsonOf((await person.parked.ended).output('After'))).toMatchObject(
			ids.map((extraction_id) => ({ extraction_id, status: 'completed', open_questions: 0 })),
		);
	});

	describe('with On Error: Continue, each item is on its own', () => {
		const NOT_AN_ID = expect.stringMatching(/^Item 2, Extraction: "march" is not an extraction ID/) as string;
		const GONE = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
		const error = (code: string) => expect.objectContaining({ code }) as object;
		const park = async (onError: OnError, ids: string[]) => {
			const items = ids.map((extraction_id) => ({ extraction_id }));
			const given = { extractionId: byId('={{ $json.extraction_id }}') };
			return new Answerer((await operation.park(given, items, { onError })).parked);
		};

		it('the others are asked and answered, and a wrong ID leaves with its own error', async () => {
			const ids = [asking(operation, DATES), 'march', GONE, asking(operation, NAMES)];
			const person = await park('continueRegularOutput', ids);
			const page = await person.open();
			expect(page.text).toContain('0 of 2 answered');
			const thanks = await person.send(page, { o_1: '0', o_2: '0' });
			expect(thanks.text).toContain('Thank you');
			expect(thanks.text).not.toContain('march');
			const run = await person.parked.ended;
			expect(jsonOf(run.output('After'))).toEqual([
				expect.objectContaining({ extraction_id: ids[0], status: 'completed' }),
				{ message: NOT_AN_ID, error: error('INVALID_PARAMETERS') },
				{
					message: expect.stringMatching(/^Item 3: The extraction was not found/),
					error: error('EXTRACTION_NOT_FOUND'),
				},
				expect.objectContaining({ extraction_id: ids[3], status: 'completed' }),
			]);
			expect(run.output('After').map(({ pairedItem }) => pairedItem)).toHaveLength(4);
			expect(answersTo(operation, ids[0]!)).toHaveLength(1);
			expect(answersTo(operation, ids[3]!)).toHaveLength(1);
		});

		it('a wrong ID leaves by the error output', async () => {
			const ids = [asking(operation, DATES), 'march'];
			const person = await park('continueErrorOutput', ids);
			await person.send(await person.open(), { o_1: '0' });
			const run = await person.parked.ended;
			expect(jsonOf(run.output('Node', 0))).toMatchObject([{ extraction_id: ids[0], open_questions: 0 }]);
			expect(jsonOf(run.output('Node', 1))).toMatchObject([{ message: NOT_AN_ID }]);
		});

		it('nothing waits if nothing else asks', async () => {
			const { extraction_id } = operation.control.createExtraction({ status: 'completed' });
			const { parked } = await park('continueRegularOutput', [extraction_id, 'march']);
			expect(jsonOf(parked.run.output('After'))).toEqual([
				expect.objectContaining({ status: 'completed' }),
				{ message: NOT_AN_ID, error: error('INVALID_PARAMETERS') },
			]);
		});

		it('without it, a wrong ID stops the node before anything waits', async () => {
			const { parked } = await park('stopWorkflow', [asking(operation, DATES), 'march']);
			expect([parked.waitTill, parked.run.error?.message]).toEqual([undefined, NOT_AN_ID]);
		});
	});

	it('says which documents each question is about, though all of them ask the same', async () => {
		const ids = [1, 2, 3, 4].map(() => asking(operation, DATES));
		const more = [
			{ file_names: ['march.pdf', 'march-2.pdf'], task_name: 'March' },
			{ file_name: 'april.pdf' },
			{ task_name: 'May' },
			{},
		];
		const person = await askAll(ids, {}, more);
		const page = await person.open();
		const headings = [...page.html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading);
		expect(headings).toEqual(['march.pdf, march-2.pdf', 'april.pdf', 'May', ids[3]]);
		expect(page.text).toMatch(
			/march-2\.pdf 1 Which comes.*april\.pdf 2 Which comes.*May 3 Which comes.*4 Which comes/,
		);
		const refused = await person.send(page, { o_1: '0', o_3: '0', o_4: '0' });
		expect(refused.text).toContain('Question 2: Choose an answer');
		await person.send(refused, { o_2: '1' });
		await person.parked.ended;
		expect(ids.map((id) => answersTo(operation, id)![0]!.choiceId)).toEqual([
			'day_first',
			'month_first',
			'day_first',
			'day_first',
		]);
	});

	it('has no heading for the only extraction of its input', async () => {
		const person = await askAll([asking(operation, DATES)], {}, [{ file_names: ['march.pdf'] }]);
		expect((await person.open()).html).not.toContain('<h2');
	});

	it('waits for further questions of all extractions at once, not of one after the other', async () => {
		const ids = [1, 2, 3].map(() => asking(operation, DATES));
		const person = await askAll(ids);
		const sending = person.send(await person.open(), { o_1: '0', o_2: '0', o_3: '0' });
		const held = () =>
			operation.control.requests().filter(({ endpoint, over }) => endpoint === STATUS && !over);
		await until('three requests to be held', () => held().length === 3);
		for (const extraction_id of ids)
			operation.control.updateExtraction({ extraction_id, status: 'completed' });
		expect((await sending).text).toContain('Thank you');
	});

	it('shows the questions that the items carry without a request, as a link preview looks too', async () => {
		const id = asking(operation, DATES);
		const person = await askAll([id], {}, [{ questions: [DATES], answer_by: '2030-05-03T12:30:00Z' }]);
		const before = operation.asked().length;
		const page = await person.open();
		expect(page.text).toContain('Which comes first in a date?');
		expect(page.text).toContain('Answer by Friday, May 3, 2030');
		expect(operation.asked()).toHaveLength(before);
		await person.send(page, { o_1: '0' });
		expect(jsonOf((await person.parked.ended).output('After'))).toMatchObject([{ open_questions: 0 }]);
	});

	it('sends words instead of the recommendation, and nothing of it', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		await person.send(await person.open(), { o_1: '1', w_1: 'By tax number' });
		await person.parked.ended;
		expect(answersTo(operation, id)).toMatchObject([{ questionId: 'names', text: 'By tax number' }]);
	});

	it.each(['processing', 'completed', 'cancelled', 'failed', 'reticulating'])(
		'does not wait when the extraction is %s',
		async (status) => {
			const { extraction_id } = operation.control.createExtraction({ status });
			const { parked } = await ask(extraction_id);
			expect(jsonOf(parked.run.output('After'))).toMatchObject([
				{ extraction_id, status, open_questions: 0 },
			]);
			expect(parked.waitTill).toBeUndefined();
		},
	);

	it('changes nothing when the link is only opened, however often', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		for (let time = 0; time < 3; time++) expect((await person.open()).status).toBe(200);
		expect(sentAnswers()).toBe(0);
		await person.send(await person.open(), { o_1: '0' });
		await person.parked.ended;
	});

	it('asks further questions on the same page', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		const first = await person.open();
		const sending = person.send(first, { o_1: '0' });
		// The service asks again while the person's browser waits for the response.
		await until('the answer', () => sentAnswers() === 1);
		operation.control.updateExtraction({ extraction_id: id, status: 'input_required', questions: [NAMES] });
		const second = await sending;
		expect(second.text).toContain('There are more questions');
		expect(second.text).toContain('How are suppliers named?');
		await person.send(second, { o_1: '0' });
		expect(jsonOf((await person.parked.ended).output('After'))).toMatchObject([{ status: 'completed' }]);
	});

	it('shows a refused answer again, with a warning', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		const page = await person.open();
		const refused = await person.send(page, { o_1: '1', w_1: BAD_FAITH });
		expect(refused.text).toContain('Some answers were not accepted');
		expect(refused.text).toContain('A third ends the extraction');
		await person.send(refused, { o_1: '0' });
		expect(jsonOf((await person.parked.ended).output('After'))).toMatchObject([{ status: 'completed' }]);
	});

	it('says no more than needed when the key is refused', async () => {
		const person = await ask(asking(operation, DATES));
		operation.control.addFault({ endpoint: STATUS, kind: 'error', code: 'API_KEY_REVOKED', count: 1 });
		const page = await person.open();
		expect(page.status).toBe(503);
		expect(page.text).toContain('Nothing is lost: the workflow still waits');
		expect(page.html).not.toContain(operation.node.sandbox.apiKey);
	});

	describe('the end of the wait', () => {
		it('comes 15 minutes before the deadline of the service, when the input goes on unchanged', async () => {
			const id = asking(operation, DATES);
			const before = Date.now();
			const { parked } = await ask(id);
			const { answer_by } = (await client().get(`/extractions/${id}`)).body;
			const untilDeadline = new Date(String(answer_by)).getTime() - parked.waitTill!.getTime();
			expect(untilDeadline / 60_000).toBeCloseTo(15, 0);
			expect(parked.waitTill!.getTime()).toBeGreaterThan(before + 39 * HOUR_MS);
			await parked.resumeAtDeadline();
			expect(jsonOf((await parked.ended).output('After'))).toEqual([{ extraction_id: id, sheet: 'March' }]);
			expect(sentAnswers()).toBe(0);
		});

		it('hands on an item of Get Questions as it came in, with its own count', async () => {
			const input = { extraction_id: asking(operation, DATES), open_questions: 1 };
			const { parked } = await operation.park({ extractionId: byId('={{ $json.extraction_id }}') }, [input]);
			await parked.resumeAtDeadline();
			expect(jsonOf((await parked.ended).output('After'))).toEqual([input]);
		});

		it('comes with Maximum Wait if that is sooner', async () => {
			const before = Date.now();
			const { parked } = await ask(asking(operation, DATES), { maximumWaitHours: 1.5 });
			const waited = parked.waitTill!.getTime() - before;
			expect(waited).toBeGreaterThanOrEqual(1.5 * HOUR_MS);
			expect(waited).toBeLessThan(1.6 * HOUR_MS);
		});
	});

	it.each([
		[0, /^Maximum Wait \(Hours\): 0 is not a number from 0.001 to 40/],
		[41, /^Maximum Wait \(Hours\): 41 is not a number/],
	])('refuses to wait for %s hours', async (maximumWaitHours, message) => {
		const run = await operation.run({ extractionId: byId(asking(operation, DATES)), maximumWaitHours });
		expect(run.error?.message).toMatch(message);
		expect(operation.asked()).toEqual([]);
	});

	it('refuses more extractions than anybody reads, and names Loop Over Items', async () => {
		const input = Array.from({ length: 11 }, (_, index) => ({
			json: { id: `1b4e28ba-2fa1-41d2-883f-0016d3cca4${index + 10}` },
		}));
		const run = await operation.run({ extractionId: byId('={{ $json.id }}') }, { input });
		expect(run.error?.message).toBe(
			'Ask in a Form takes at most 10 extractions on one page, but there are 11',
		);
		expect(run.error?.description).toMatch(/Loop Over Items.*Batch Size of 10/);
		expect(operation.asked()).toEqual([]);
	});

	it('refuses to be a tool', async () => {
		const run = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'answer',
				operation: 'askInForm',
				extractionId: byId(asking(operation, DATES)),
			},
		});
		expect(JSON.stringify([run.items, run.error?.message, run.response])).toContain(
			'cannot be used as a tool',
		);
	});
});
