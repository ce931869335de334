import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { concern, INVOICES, parkedAt, rowsAfter } from '../../../support/operations/reviews';

describe('What Review in a Form says of no row', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');
	const notNeeded = Array(3).fill('not_needed');
	const decisionsOf = (rows: Array<Record<string, unknown>>) =>
		rows.map(({ review_decision }) => review_decision);

	it('waits for a person to read it, with its document and columns, and marks no row', async () => {
		const review_items = [concern('The page looks like a copy', ['Total'])];
		const person = await parkedAt(operation, { review_items });
		const page = await person.open();
		expect(page.text).toContain('Rows that need review: 0. Issues without a row: 1.');
		expect(page.text).toContain('The page looks like a copy invoice.pdf (Page 1) Affected columns: Total');
		const end = await person.send(page, { step: 'finish' });
		expect(end.text).toContain('Thank You');
		expect(decisionsOf(await rowsAfter(person))).toEqual(notNeeded);
	});

	it('stands on the last page only, next to the button that ends the review', async () => {
		const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
		const person = await parkedAt(operation, {
			values: undefined,
			rowCount: 12,
			review_items: [concern('Look', ['Tax Amount'], ...numbers), concern('A copy', [])],
		});
		const first = await person.open();
		expect(first.text).toContain('Rows that need review: 12. Issues without a row: 1. This is page 1 of 2.');
		expect(first.text).not.toContain('A copy');
		const last = await person.accept(first, 'next');
		expect(last.text).toContain('A copy');
		await person.accept(last);
		expect(await rowsAfter(person)).toHaveLength(12);
	});

	it('may be nothing any more: the workflow then goes on with all rows', async () => {
		const person = await parkedAt(operation);
		operation.control.updateExtraction({
			extraction_id: person.extractionId,
			status: 'completed',
			values: INVOICES,
			review_items: [],
		});
		const page = await person.open();
		expect(page.text).toContain('Rows that need review: 0. Issues without a row: 0.');
		await person.send(page, { step: 'finish' });
		expect(decisionsOf(await rowsAfter(person))).toEqual(notNeeded);
	});
});
