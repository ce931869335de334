import { startPersonOperation, type SeenPage } from '../../../support/fixtures/personFixture';
import { concern, INVOICES, parkedAt, rowsAfter, TO_REVIEW } from '../../../support/operations/reviews';

const pointsIn = (fields: Record<string, string>): string[] =>
	Object.keys(fields).filter((name) => name.startsWith('point_'));

/** The boxes of a page that are to be ticked. */
const boxesIn = (html: string): string[] =>
	[...html.matchAll(/<input type="checkbox" id="(point_[\da-f]+)"/g)].map(([, name]) => name!);

const noted = (names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, 'noted']));

describe('What Review in a Form asks about no row', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('waits for somebody to take note of it, and shows its document', async () => {
		const point = concern('The page looks like a copy', ['Total']);
		const person = await parkedAt(operation, { review_items: [point] });
		const page = await person.open();
		expect(page.text).toContain('1 issue without a row needs review.');
		expect(page.text).toContain('The page looks like a copy');
		expect(page.text).toContain('invoice.pdf (Page 1)');
		const refused = await person.send(page, { step: 'finish' });
		expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Read it, and tick')]);
		const end = await person.send(refused, { ...noted(boxesIn(refused.html)), step: 'finish' });
		expect(end.text).toContain('Thank You');
		expect((await rowsAfter(person)).map(({ review_decision }) => review_decision)).toEqual(
			Array(3).fill('not_needed'),
		);
	});

	it('counts what names only rows that do not exist among it', async () => {
		const person = await parkedAt(operation, { review_items: [concern('Look at row 9', [], 9)] });
		const page = await person.open();
		expect(page.text).toContain('1 issue without a row needs review.');
		await person.send(page, { ...noted(boxesIn(page.html)), step: 'finish' });
		expect(await rowsAfter(person)).toHaveLength(3);
	});

	it('asks on the last page, next to rows, and keeps what was noted', async () => {
		const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
		const person = await parkedAt(operation, {
			values: undefined,
			rowCount: 12,
			review_items: [
				concern('Look', ['Tax Amount'], ...numbers),
				concern('First', []),
				concern('Second', []),
			],
		});
		const first = await person.open();
		expect(first.text).toContain('12 rows and 2 issues without a row need review. This is page 1 of 2.');
		expect(boxesIn(first.html)).toEqual([]);
		const last = await person.accept(first, 'next');
		const [one, two] = boxesIn(last.html);
		const back = await person.send(last, { ...noted([one!]), step: 'back' });
		expect(pointsIn(back.fields)).toEqual([one]);
		const again = await person.send(back, { step: 'next' });
		expect(pointsIn(again.fields)).toEqual([one]);
		expect((await person.accept(again)).status).toBe(422);
		await person.accept({ ...again, fields: { ...again.fields, ...noted([two!]) } });
		expect(await rowsAfter(person)).toHaveLength(12);
	});

	it('says so if nothing needs review any more, and lets the workflow go on with all rows', async () => {
		const person = await parkedAt(operation);
		operation.control.updateExtraction({
			extraction_id: person.extractionId,
			status: 'completed',
			values: INVOICES,
			review_items: [],
		});
		const page = await person.open();
		expect(page.text).toContain('Nothing needs review any more.');
		await person.send(page, { step: 'finish' });
		expect((await rowsAfter(person)).map(({ review_decision }) => review_decision)).toEqual(
			Array(3).fill('not_needed'),
		);
	});

	it('asks again if something else is said meanwhile', async () => {
		const review_items = [...TO_REVIEW, concern('First', [])];
		const person = await parkedAt(operation, { review_items });
		const page = await person.open();
		operation.control.updateExtraction({
			extraction_id: person.extractionId,
			status: 'completed',
			values: INVOICES,
			review_items: [...TO_REVIEW, concern('Now this', [])],
		});
		const withNotes = (seen: SeenPage) => ({
			...seen,
			fields: { ...seen.fields, ...noted(boxesIn(seen.html)) },
		});
		const again = await person.accept(withNotes(page));
		expect([again.status, again.text]).toEqual([422, expect.stringContaining('Now this')]);
		await person.accept(withNotes(again));
		expect((await rowsAfter(person))[1]).toMatchObject({ review_decision: 'accepted' });
	});
});
