import { RESULTS } from '../../../support/endpoints';
import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { concern, parkedAt, rowsAfter } from '../../../support/operations/reviews';

describe('What nobody has decided in Review in a Form', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('is not decided beforehand: one press of the button accepts nothing', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		expect(page.html).not.toContain(' checked');
		const refused = await person.send(page, { step: 'finish' });
		expect(refused.status).toBe(422);
		expect(refused.text).toContain('Row 2 : This row is undecided.');
		expect(refused.text).toContain('Row 3 : This row is undecided.');
		expect(refused.html).not.toContain(' checked');
	});

	it.each([{}, { decision_2: 'accept' }])('is decided by what was typed, also with %j', async (chosen) => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const again = await person.send(page, { ...chosen, value_2_1: '210', step: 'finish' });
		expect(again.text).toContain('Row 3 : This row is undecided. Accept it, change a value, or reject it');
		expect(again.text).not.toContain('Row 2 :');
		expect(again.text).toContain('Total unsure changed');
		expect(again.fields).toMatchObject({ ...chosen, value_2_1: '210' });
		await person.accept(again);
		expect((await rowsAfter(person)).slice(1)).toMatchObject([
			{ Total: 210, review_decision: 'corrected' },
			{ review_decision: 'accepted' },
		]);
	});

	it('is not decided by a change that nobody can see, and such a change reaches no row', async () => {
		const values = [
			{ Name: 'caf\u00e9', Total: 100 },
			{ Name: 'A b', Total: 102 },
			{ Name: 'C', Total: 103 },
		];
		const person = await parkedAt(operation, {
			values,
			review_items: [concern('Look at it', ['Name', 'Total'], 1, 2, 3)],
		});
		const page = await person.open();
		const unseen = { value_1_0: 'cafe\u0301', value_1_1: '100\u200b', value_2_0: 'A\u00a0b' };
		const again = await person.send(page, { ...unseen, value_2_1: '\u2060102\u200f', step: 'finish' });
		expect(again.status).toBe(422);
		for (const row of [1, 2, 3]) expect(again.text).toContain(`Row ${row} : This row is undecided.`);
		const end = await person.accept(await person.send(again, { value_3_0: 'D\u200b', step: 'finish' }));
		expect(end.text).toContain('Rows accepted: 2, corrected: 1, rejected: 0.');
		expect(await rowsAfter(person)).toMatchObject([values[0], values[1], { Name: 'D', Total: 103 }]);
	});

	it('can wait until the end, which names the rows and keeps what was decided; each page reads only its rows', async () => {
		const numbers = Array.from({ length: 25 }, (_, index) => 40 * (index + 1));
		const person = await parkedAt(operation, {
			values: undefined,
			rowCount: 1000,
			review_items: [concern('Look at the tax', ['Tax Amount'], ...numbers)],
		});
		const first = await person.open();
		expect(first.text).toContain('Rows that need review: 25. Issues without a row: 0. This is page 1 of 3.');
		expect(operation.queries(RESULTS).at(-1)).toEqual({ offset: '39', limit: '361' });
		const second = await person.send(first, { value_40_4: '1.5', step: 'next' });
		expect(second.text).toContain('This is page 2 of 3.');
		const third = await person.send(second, { decision_440: 'reject', step: 'next' });
		const secondAgain = await person.send(third, { decision_1000: 'reject', step: 'back' });
		expect(secondAgain.fields).toMatchObject({ decision_440: 'reject' });
		expect(secondAgain.fields).not.toHaveProperty('decision_480');
		const thirdAgain = await person.send(secondAgain, { step: 'next' });
		expect(thirdAgain.fields).toMatchObject({ decision_1000: 'reject' });
		const early = await person.accept(thirdAgain);
		expect(early.status).toBe(422);
		expect(early.text).toContain('This is page 1 of 3.');
		expect(early.text).toContain('Row 80 : This row is undecided.');
		expect(early.text).toContain('Rows to check on other pages: 480, 520, 560, 600, 640 and ');
		expect(early.fields).toMatchObject({ value_40_4: '1.5' });
		const secondOnceMore = await person.accept(early, 'next');
		const thirdOnceMore = await person.accept(secondOnceMore, 'next');
		const end = await person.send(thirdOnceMore, { step: 'finish' });
		expect(end.text).toContain('Rows accepted: 22, corrected: 1, rejected: 2.');
		const rows = await rowsAfter(person);
		expect(rows).toHaveLength(1000);
		expect(rows[39]).toMatchObject({ 'Tax Amount': 1.5, corrected_fields: ['Tax Amount'] });
		expect(rows.filter((row) => row.review_decision === 'rejected')).toEqual([rows[439], rows[999]]);
	});
});
