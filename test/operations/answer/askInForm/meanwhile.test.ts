import { startAsking } from '../../../support/fixtures/askFixture';
import { byId } from '../../../support/fixtures/operationFixture';
import { chained, Person } from '../../../support/fixtures/personFixture';
import { jsonOf } from '../../../support/items';
import { answersTo, asking, BAD_FAITH, DATES, NAMES } from '../../../support/operations/openQuestions';
import { STATUS } from '../../../support/endpoints';
import { NODE_TYPE } from '../../../support/names';
import { until } from '../../../support/until';

describe('What happens while Ask in a Form waits', () => {
	const { operation, ask, answeredElsewhere, sentAnswers, client } = startAsking();

	it('goes on when the third refused answer cancels the extraction', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		let page = await person.open();
		for (let time = 0; time < 3; time++) page = await person.send(page, { choice_1: '1', text_1: BAD_FAITH });
		expect(page.text).toContain('Status of the extraction: cancelled, the service refused three answers');
		expect(jsonOf((await person.parked.ended).output('After'))).toMatchObject([
			{ status: 'cancelled', cancellation_reason: 'answers_rejected', open_questions: 0 },
		]);
	});

	it('does not count a refused answer twice when its page is sent twice', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		const page = await person.open();
		const bad = { choice_1: '1', text_1: BAD_FAITH };
		const [, twice] = await Promise.all([person.send(page, bad), person.send(page, bad)]);
		expect(twice.text + (await person.send(page, bad)).text).toContain('Nothing was sent');
		const refused = await person.open();
		await person.send(refused, bad);
		const again = await person.send(refused, bad);
		expect(again.text).toContain('This page was sent before, so it was not sent again');
		expect(sentAnswers()).toBe(2);
		await person.send(again, { choice_1: '0', text_1: '' });
		await person.parked.ended;
	});

	it('lets the first of two people answer, and tells the second', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		const page = await person.open();
		const [first, second] = await Promise.all([
			person.send(page, { choice_1: '0' }),
			person.send(page, { choice_1: '1' }),
		]);
		expect([first, second].map(({ text }) => text.includes('Thank You')).sort()).toEqual([false, true]);
		expect(first.text + second.text).toContain('What you sent now was not used');
		expect(person.parked.timesLetGo()).toBe(1);
		expect(answersTo(operation, id)).toHaveLength(1);
		expect(jsonOf((await person.parked.ended).output('After'))).toHaveLength(1);
		expect((await person.send(page)).status).toBe(409);
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
		const person = new Person(parked);
		const first = person.send(await person.open(), { choice_1: '0' });
		await until('the answer', () => answersTo(operation, id)?.length === 1);
		await first;
		operation.control.updateExtraction({ extraction_id: id, status: 'input_required', questions: [NAMES] });
		const second = await until('the second page', async () => {
			const page = await person.open();
			return page.fields.text_1 !== undefined && page;
		});
		await person.send(second);
		expect(jsonOf((await parked.ended).output('Second'))).toMatchObject([{ open_questions: 0 }]);
		await waiting.close();
	});

	it('sends nothing when somebody has answered a part elsewhere, and keeps what was entered', async () => {
		const id = asking(operation, DATES, NAMES);
		const person = await ask(id);
		const page = await person.open();
		await answeredElsewhere(id, [{ question_id: 'date_order', accept_recommended: true }]);
		const changed = await person.send(page, { choice_2: '1', text_2: 'By their tax number' });
		expect(changed.text).toContain('The questions have changed since you opened the page');
		expect(changed.fields).toMatchObject({
			question_1: 'names',
			choice_1: '1',
			text_1: 'By their tax number',
		});
		expect(answersTo(operation, id)).toHaveLength(1);
		await person.send(changed);
		await person.parked.ended;
	});

	it('offers to go on when all was answered elsewhere; opening the link does not', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		await answeredElsewhere(id, [{ question_id: 'date_order', accept_recommended: true }]);
		const page = await person.open();
		expect(page.text).toContain('Nothing to Answer');
		expect((await person.open()).status).toBe(200);
		expect((await person.send(page)).text).toContain('The workflow continues');
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
		expect(gone.status).toBe(404);
		expect(gone.text).toContain(
			'The extraction was not found. The workflow can continue with its input items.',
		);
		const kept = await person.send(page, { choice_1: '1' });
		expect([kept.status, kept.fields.choice_1]).toEqual([404, '1']);
		const end = await person.send(kept, { go_on: 'yes' });
		expect(end.text).toContain('The workflow continues with its input items');
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
		expect(down.html).toContain('<a class="button" href="">Try Again</a>');
		const words = 'By their <legal> name,\r\nwith "quotes"';
		const notSent = await person.send(page, { choice_1: '1', text_1: words });
		expect(notSent.status).toBe(503);
		expect(notSent.text).toContain('What you entered is kept on this page');
		await person.send(notSent);
		expect(answersTo(operation, id)).toMatchObject([{ questionId: 'names', text: words }]);
		await person.parked.ended;
	});
});
