import { RESULTS, STATUS } from '../../../support/endpoints';
import { byId } from '../../../support/fixtures/operationFixture';
import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { INVOICES, parkedAt, reviewable, rowsAfter } from '../../../support/operations/reviews';

describe('What happens while Review in a Form waits', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('keeps what was typed while the service is away, to be sent again', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		operation.control.addFault({
			endpoint: RESULTS,
			kind: 'error',
			code: 'INTERNAL_ERROR',
			status: 500,
			count: Infinity,
		});
		const away = await person.send(page, { value_2_1: '3', decision_3: 'accept', step: 'finish' });
		expect([away.status, away.text]).toEqual([503, expect.stringContaining('kept on this page')]);
		expect((await person.open()).status).toBe(503);
		operation.control.clearFaults();
		expect((await person.send(away)).text).toContain('Rows accepted: 1, corrected: 1, rejected: 0.');
		expect((await rowsAfter(person))[1]).toMatchObject({ Total: 3 });
	});

	it('lets the workflow go on if the rows have expired, but only by its button, and keeps what was typed', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const values = { decision_3: 'accept', value_2_1: '3' };
		await operation.control.advanceClock(91 * 86_400_000);
		const expired = await person.send(page, { ...values, step: 'finish' });
		expect([expired.status, expired.text]).toEqual([404, expect.stringMatching(/expired|90 days/i)]);
		expect(expired.text).toContain('Continue the Workflow');
		expect(expired.fields).toMatchObject(values);
		expect((await person.send(expired)).status).toBe(404);
		const end = await person.send(expired, { go_on: 'yes' });
		expect([end.status, end.text]).toEqual([
			200,
			expect.stringContaining('The workflow continues with its input items'),
		]);
		expect(await rowsAfter(person)).toEqual([{}]);
	});

	it('lets the workflow go on if the extraction was deleted, with the items that came in', async () => {
		const { extraction_id } = operation.control.createExtraction(reviewable());
		const items = [{ id: extraction_id, mail: 1 }, { id: extraction_id }];
		const person = await operation.park({ extractionId: byId('={{ $json.id }}') }, items);
		const before = await person.open();
		await operation.control.deleteExtraction({ extraction_id });
		const gone = await person.open();
		expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('Continue the Workflow')]);
		const other = await person.send(gone, { extraction_id: 'x', extraction: 'x', go_on: 'yes' });
		expect(other.status).toBe(404);
		expect((await person.send(before, { step: 'finish' })).status).toBe(404);
		await person.send(gone, { go_on: 'yes' });
		expect(await rowsAfter(person)).toEqual(items);
	});

	it('does not go on without a review while the rows are there', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const again = await person.send(page, { go_on: 'yes', step: 'check' });
		expect(again.text).toContain('Rows that need review: 2.');
		await person.accept(again);
		expect(await rowsAfter(person)).toHaveLength(3);
	});

	it('asks again about a row that has changed since it was shown, and not about the others', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const [first, , third] = INVOICES;
		operation.control.updateExtraction({
			extraction_id: person.extractionId,
			status: 'completed',
			values: [first!, { 'Invoice Number': 'A-2', Total: 222, Paid: true }, third!],
		});
		const again = await person.send(page, { decision_2: 'reject', decision_3: 'reject', step: 'finish' });
		expect(again.text).toContain('This row has changed since it was shown');
		expect(again.fields).toMatchObject({ decision_3: 'reject' });
		expect(again.fields).not.toHaveProperty('decision_2');
		// What was on the page is the old value: nobody has typed it.
		expect(again.fields).toMatchObject({ value_2_1: '222' });
		expect((await person.send(again, { step: 'finish' })).text).toContain('Row 2 : This row is undecided');
		await person.send(again, { value_2_1: '223', step: 'finish' });
		expect((await rowsAfter(person)).slice(1)).toMatchObject([
			{ Total: 223, review_decision: 'corrected' },
			{ review_decision: 'rejected' },
		]);
	});

	it('lets the first of two people finish, and tells the second', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const pages = await Promise.all([
			person.send(page, { decision_2: 'reject', decision_3: 'accept', step: 'finish' }),
			person.send(page, { decision_2: 'accept', decision_3: 'accept', step: 'finish' }),
		]);
		expect(pages.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(person.parked.timesLetGo()).toBe(1);
		expect(pages.find(({ status }) => status === 409)!.text).toContain('What you sent now was not used');
		const thanked = pages.findIndex(({ status }) => status === 200);
		const decision = ['rejected', 'accepted'][thanked];
		expect((await rowsAfter(person))[1]).toMatchObject({ review_decision: decision });
		expect((await person.send(page, { step: 'finish' })).status).toBe(409);
	});

	it('changes nothing when the page is only looked at', async () => {
		const person = await parkedAt(operation);
		for (let time = 0; time < 3; time++) expect((await person.open()).status).toBe(200);
		expect(new Set(operation.asked())).toEqual(new Set([RESULTS, STATUS]));
		await person.accept(await person.open());
		expect(await rowsAfter(person)).toHaveLength(3);
	});

	it('shows no key, and no address of the service', async () => {
		const { apiKey, baseUrl } = operation.node.sandbox;
		const person = await parkedAt(operation);
		const page = await person.open();
		operation.control.addFault({
			endpoint: STATUS,
			kind: 'error',
			code: 'INTERNAL_ERROR',
			status: 500,
			count: Infinity,
		});
		for (const { html } of [page, await person.open(), await person.send(page, { step: 'finish' })]) {
			expect(html).not.toContain(apiKey);
			expect(html).not.toContain(new URL(baseUrl).host);
		}
	});
});
