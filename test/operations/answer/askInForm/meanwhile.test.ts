import { Answerer, startAsking } from '../../../support/fixtures/askFixture';
import { byId } from '../../../support/fixtures/operationFixture';
import { chained } from '../../../support/fixtures/personFixture';
import { jsonOf } from '../../../support/items';
import { answersTo, asking, BAD_FAITH, DATES, NAMES } from '../../../support/operations/openQuestions';
import { ANSWERS, STATUS } from '../../../support/endpoints';
import { NODE_TYPE } from '../../../support/names';
import { until } from '../../../support/until';

describe('What happens while Ask in a Form waits', () => {
	const { operation, ask, askAll, answeredElsewhere, sentAnswers, client } = startAsking();

	it('goes on when the third refused answer cancels the extraction', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		let page = await person.open();
		for (let time = 0; time < 3; time++) page = await person.send(page, { o_1: '1', w_1: BAD_FAITH });
		expect(page.text).toContain('Status of the extraction: cancelled, the service refused three answers');
		expect(jsonOf((await person.parked.ended).output('After'))).toMatchObject([
			{ status: 'cancelled', cancellation_reason: 'answers_rejected', open_questions: 0 },
		]);
	});

	it('does not count a refused answer twice when its page is sent twice', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		const page = await person.open();
		const bad = { o_1: '1', w_1: BAD_FAITH };
		const [, twice] = await Promise.all([person.send(page, bad), person.send(page, bad)]);
		expect(twice.text).toMatch(/This page was sent before|This question has changed/);
		expect(sentAnswers()).toBe(1);
		const refused = await person.open();
		await person.send(refused, bad);
		const again = await person.send(refused, bad);
		expect(again.text).toContain('This page was sent before. These questions are open now.');
		expect(sentAnswers()).toBe(2);
		await person.send(again, { o_1: '0', w_1: '' });
		await person.parked.ended;
	});

	it('lets the first of two people answer, and tells the second', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		const page = await person.open();
		const [first, second] = await Promise.all([
			person.send(page, { o_1: '0' }),
			person.send(page, { o_1: '1' }),
		]);
		expect([first, second].map(({ text }) => text.includes('Thank you')).sort()).toEqual([false, true]);
		expect(first.text + second.text).toMatch(/This may not count|is running already/);
		expect(person.parked.timesLetGo()).toBe(1);
		expect(answersTo(operation, id)).toHaveLength(1);
		expect(jsonOf((await person.parked.ended).output('After'))).toHaveLength(1);
		expect((await person.send(page, { o_1: '0' })).status).toBe(409);
	});

	it('tells a person in plain words when the wait ends while the answers are on their way', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id, { options: { texts: '{ "sentAlreadyTitle": "Zu spät" }' } });
		const page = await person.open();
		operation.control.addFault({ endpoint: ANSWERS, kind: 'delay', delayMs: 1000 });
		const sent = person.send(page, { o_1: '0' });
		await until('the answers to be on their way', () => sentAnswers() === 1);
		await person.parked.resumeAtDeadline();
		const late = await sent;
		expect([late.status, late.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
		expect(late.text).toMatch(/Zu spät .* or the wait is over\. Open the link again/);
		expect(jsonOf((await person.parked.ended).output('After'))).toEqual([
			{ extraction_id: id, sheet: 'March' },
		]);
	});

	it('lets the node go on again that asks about the extraction again in a loop', async () => {
		const id = asking(operation, DATES);
		const extractionId = byId(id);
		const loop = { type: NODE_TYPE, id: 'one-node-of-a-loop' };
		const ask = { ...loop, parameters: { resource: 'answer', operation: 'askInForm', extractionId } };
		const wait = { type: NODE_TYPE, parameters: { resource: 'extraction', operation: 'wait', extractionId } };
		const names = ['Start', 'First', 'Wait', 'Second'];
		const waiting = await operation.node.engine.waiting();
		const parked = await waiting.run({
			nodes: [
				{ name: 'Start', type: 'engine.start' },
				{ name: 'First', ...ask },
				{ name: 'Wait', ...wait },
				{ name: 'Second', ...ask },
			],
			connections: chained(names),
		});
		const person = new Answerer(parked);
		const first = person.send(await person.open(), { o_1: '0' });
		await until('the answer', () => answersTo(operation, id)?.length === 1);
		await first;
		operation.control.updateExtraction({ extraction_id: id, status: 'input_required', questions: [NAMES] });
		const second = await until('the second page', async () => {
			const page = await person.open();
			return page.fields.w_1 !== undefined && page;
		});
		await person.send(second, { o_1: '0' });
		expect(jsonOf((await parked.ended).output('Second'))).toMatchObject([{ open_questions: 0 }]);
		await waiting.close();
	});

	it('sends the answers to what is still open when somebody has answered a part elsewhere', async () => {
		const id = asking(operation, DATES, NAMES);
		const person = await ask(id);
		const page = await person.open();
		await answeredElsewhere(id, [{ question_id: 'date_order', accept_recommended: true }]);
		await person.send(page, { o_1: '1', o_2: '1', w_2: 'By their tax number' });
		await person.parked.ended;
		expect(answersTo(operation, id)).toMatchObject([
			{ questionId: 'date_order', acceptRecommended: true },
			{ questionId: 'names', text: 'By their tax number' },
		]);
	});

	it('says how many answers were taken, and which documents had been answered already', async () => {
		const ids = [asking(operation, DATES, NAMES), asking(operation, DATES), asking(operation, DATES)];
		const files = ['march.pdf', 'april.pdf', 'may.pdf'].map((file_name) => ({ file_name }));
		const person = await askAll(ids, {}, files);
		const page = await person.open();
		await answeredElsewhere(ids[0]!, [{ question_id: 'date_order', accept_recommended: true }]);
		await answeredElsewhere(ids[1]!, [{ question_id: 'date_order', accept_recommended: true }]);
		const thanks = await person.send(page, { o_1: '1', o_2: '0', o_3: '1', o_4: '1' });
		expect(thanks.text).toContain('Answered before, or closed, and so not sent: march.pdf, april.pdf.');
		expect(thanks.text).toContain('Received: 2 answers. The workflow goes on');
		await person.parked.ended;
		expect(answersTo(operation, ids[1]!)).toMatchObject([{ acceptRecommended: true }]);
	});

	it('says which documents had been answered already, when that was all', async () => {
		const id = asking(operation, DATES);
		const person = await askAll([id], {}, [{ file_name: 'march.pdf' }]);
		const page = await person.open();
		await answeredElsewhere(id, [{ question_id: 'date_order', accept_recommended: true }]);
		expect((await person.send(page, { o_1: '1' })).text).toMatch(
			/Answered before, or closed, and so not sent: march\.pdf\. Status of the extraction: \w+\. Nothing was left to answer, so nothing was sent/,
		);
		await person.parked.ended;
	});

	it('says so beside further questions, too', async () => {
		const ids = [asking(operation, DATES), asking(operation, NAMES)];
		const person = await askAll(ids, {}, [{ file_name: 'march.pdf' }, { file_name: 'april.pdf' }]);
		const page = await person.open();
		await answeredElsewhere(ids[0]!, [{ question_id: 'date_order', accept_recommended: true }]);
		const refused = await person.send(page, { o_1: '1', o_2: '1', w_2: BAD_FAITH });
		expect(refused.text).toContain(
			'Answered before, or closed, and so not sent: march.pdf. Some answers were not accepted.',
		);
		await person.send(refused, { o_1: '0', w_1: '' });
		await person.parked.ended;
	});

	it.each<[string, object]>([
		['text', { question: 'Which comes last in a date?' }],
		['recommendation', { choices: DATES.choices.map(({ recommended: _, ...choice }) => choice) }],
		['labels', { choices: DATES.choices.map((choice) => ({ ...choice, label: `${choice.label}!` })) }],
		['cells', { choices: DATES.choices.map((choice) => ({ ...choice, cell_would_contain: '1' })) }],
		['scope', { scope: { level: 'extraction', applies_to: 'one document' } }],
	])('takes no answer to a question of which the %s has changed', async (_, change) => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		const page = await person.open();
		const questions = [{ ...DATES, ...change }] as Array<typeof DATES>;
		operation.control.updateExtraction({ extraction_id: id, status: 'input_required', questions });
		const changed = await person.send(page, { o_1: '1' });
		expect(changed.text).toContain('This question has changed. Please answer it as it is now.');
		expect(changed.fields).not.toHaveProperty('o_1');
		expect(sentAnswers()).toBe(0);
	});

	it('offers to go on when all was answered elsewhere; opening the link does not', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		await answeredElsewhere(id, [{ question_id: 'date_order', accept_recommended: true }]);
		const page = await person.open();
		expect(page.text).toContain('Nothing to answer');
		expect((await person.open()).status).toBe(200);
		expect((await person.send(page)).text).toContain('The workflow goes on');
		expect(jsonOf((await person.parked.ended).output('After'))).toMatchObject([{ open_questions: 0 }]);
	});

	it.each([
		['user', 'somebody cancelled it'],
		['unanswered', 'its questions were not answered in time'],
	] as const)('says that the extraction was cancelled (%s), and why', async (reason, text) => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		operation.control.updateExtraction({
			extraction_id: id,
			status: 'cancelled',
			cancellation_reason: reason,
		});
		const page = await person.open();
		expect(page.text).toContain(`Status of the extraction: cancelled, ${text}.`);
		await person.send(page);
		expect(jsonOf((await person.parked.ended).output('After'))).toMatchObject([
			{ status: 'cancelled', cancellation_reason: reason },
		]);
	});

	it('lets the workflow go on with its input when the extraction was deleted, but only by its button', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		const page = await person.open();
		operation.control.updateExtraction({ extraction_id: id, status: 'cancelled' });
		await client().delete(`/extractions/${id}`);
		const gone = await person.open();
		expect(gone.text).toContain(
			'The extraction was not found. Nothing is left to answer. The workflow still waits.',
		);
		const end = await person.send(page, { o_1: '1' });
		expect(end.text).toContain(
			'The extraction was not found. Nothing was left to answer, so nothing was sent.',
		);
		expect(jsonOf((await person.parked.ended).output('After'))).toEqual([
			{ extraction_id: id, sheet: 'March' },
		]);
	});

	it('says that the service is down, is still waiting, and keeps what was entered', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		const page = await person.open();
		operation.control.addFault({ endpoint: STATUS, kind: 'error', code: 'INTERNAL_ERROR', count: 6 });
		const down = await person.open();
		expect(down.status).toBe(503);
		const words = 'By their <legal> name,\r\nwith "quotes"';
		const notSent = await person.send(page, { o_1: '1', w_1: words });
		expect(notSent.status).toBe(503);
		expect(notSent.text).toContain('what you entered is kept on this page');
		await person.send(notSent);
		expect(answersTo(operation, id)).toMatchObject([{ questionId: 'names', text: words }]);
		await person.parked.ended;
	});
});
