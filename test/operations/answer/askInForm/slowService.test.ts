import { RESPONSE_WITHIN } from '../../../../nodes/DocumentDataExtraction/actions/person/client';
import { ANSWERS, STATUS } from '../../../support/endpoints';
import { startAsking } from '../../../support/fixtures/askFixture';
import { answersTo, asking, DATES, NAMES } from '../../../support/operations/openQuestions';

describe('Ask in a Form while the service does not answer', () => {
	const { operation, ask, sentAnswers } = startAsking();
	const { ms } = RESPONSE_WITHIN;

	beforeEach(() => {
		RESPONSE_WITHIN.ms = 1500;
	});
	afterEach(() => {
		RESPONSE_WITHIN.ms = ms;
	});

	it('waits at most 20 s for two responses in a row', () => {
		expect(2 * ms).toBeLessThanOrEqual(20_000);
	});

	it('says so to somebody who opens the link, and works again afterwards', async () => {
		const person = await ask(asking(operation, DATES));
		operation.control.addFault({ endpoint: STATUS, kind: 'hang', count: 1 });
		const page = await person.open();
		expect(page.status).toBe(503);
		expect(page.text).toContain('The service did not respond in time');
		expect(operation.asked().filter((endpoint) => endpoint === STATUS)).toHaveLength(2);
		expect((await person.open()).status).toBe(200);
	});

	it('keeps what was entered when not even the questions can be asked for', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		const page = await person.open();
		operation.control.addFault({ endpoint: STATUS, kind: 'hang', count: 1 });
		const kept = await person.send(page, { o_1: '1', w_1: 'By tax number' });
		expect(kept.status).toBe(503);
		expect(kept.text).toContain('The service did not respond in time');
		expect(kept.fields.w_1).toBe('By tax number');
		expect(sentAnswers()).toBe(0);
		expect((await person.send(kept)).text).toContain('Thank you');
		expect(answersTo(operation, id)).toMatchObject([{ text: 'By tax number' }]);
	});

	it.each(['hang', 'reset'] as const)(
		'keeps answers that were lost (%s), and leaves it to the person to send them again',
		async (kind) => {
			const id = asking(operation, NAMES);
			const person = await ask(id);
			operation.control.addFault({ endpoint: ANSWERS, kind, count: 1 });
			const kept = await person.send(await person.open(), { o_1: '1', w_1: 'By tax number' });
			expect(kept.status).toBe(503);
			expect(kept.text).toContain('It is not known whether the answers arrived');
			expect(kept.text).toContain('Open this page again in a minute');
			expect(kept.fields.w_1).toBe('By tax number');
			expect(sentAnswers()).toBe(1);
			expect((await person.send(kept)).text).toContain('Thank you');
			expect(answersTo(operation, id)).toMatchObject([{ text: 'By tax number' }]);
		},
	);

	it('does not send again what has arrived, though its response was lost', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		operation.control.addFault({ endpoint: ANSWERS, kind: 'stall', count: 1 });
		const kept = await person.send(await person.open(), { o_1: '1', w_1: 'By tax number' });
		expect(kept.text).toContain('It is not known whether the answers arrived');
		const after = await person.send(kept);
		expect(after.text).toContain('Nothing was left to answer, so nothing was sent');
		expect(sentAnswers()).toBe(1);
		expect((await person.parked.ended).status).toBe('success');
	});
});
