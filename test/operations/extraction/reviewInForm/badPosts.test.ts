import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { concern, parkedAt, rowsAfter } from '../../../support/operations/reviews';

describe('What the page of Review in a Form refuses', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('decisions about rows that are not to be reviewed, and about columns that are not there', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const strange = await person.send(page, {
			value_2_77: 'x',
			digest_1: 'x',
			decision_1: 'reject',
			others: 'digest_999=x&decision_999=r&__proto__=1&=&value_3&digest_1_',
			step: 'finish',
		});
		expect(strange.text).toContain('Row 2 : This row is undecided.');
		await person.accept(strange);
		expect((await rowsAfter(person)).map(({ review_decision }) => review_decision)).toEqual([
			'not_needed',
			'accepted',
			'accepted',
		]);
	});

	it('the end before every page was seen', async () => {
		const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
		const review_items = [concern('Look', ['Tax Amount'], ...numbers)];
		const person = await parkedAt(operation, { values: undefined, rowCount: 12, review_items });
		const early = await person.accept(await person.open());
		expect(early.text).toContain('This is page 2 of 2.');
		expect(early.text).toContain('Row 11 : This row is undecided.');
		await person.accept(early);
		expect(await rowsAfter(person)).toHaveLength(12);
	});

	it('the page of another extraction, as a second wait of the same execution has the same link', async () => {
		const [other, person] = [await parkedAt(operation), await parkedAt(operation)];
		const page = await other.open();
		const answered = await person.send(page, { decision_2: 'reject', step: 'finish' });
		expect(answered.text).toContain('was about another extraction');
		expect(answered.fields).toMatchObject({ extraction_id: person.extractionId });
		expect(answered.fields).not.toHaveProperty('decision_2');
	});

	it('what the enter key sends: it only checks the page', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		expect(/<button[^>]*value="(\w+)"/.exec(page.html)?.[1]).toBe('check');
		const checked = await person.send(page, { decision_2: 'reject', step: 'check' });
		expect(checked.text).toContain('There are no problems on this page. Undecided rows: 1.');
		expect(checked.fields).toMatchObject({ decision_2: 'reject' });
		expect((await person.post('{}', 'application/json')).status).toBe(415);
		expect((await person.post('')).text).toContain('was about another extraction');
		await person.accept(checked);
		expect((await rowsAfter(person))[1]).toMatchObject({ review_decision: 'rejected' });
	});
});
