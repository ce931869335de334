import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { concern, parkedAt, rowsAfter } from '../../../support/operations/reviews';

const HOSTILE = '"><script>alert(1)</script>\'`&amp;';

describe('What the page of Review in a Form refuses', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it.each([
		[
			'a text for a number',
			{ decision_2: 'correct', value_2_1: 'two hundred' },
			'"two hundred" is not a number',
		],
		['a number with a comma', { decision_2: 'correct', value_2_1: '1.230,99' }, 'Write it like 1230.99'],
		['a number of too many digits', { decision_2: 'correct', value_2_1: '12345678901234567' }, '15 digits'],
		['100 kB of text', { decision_2: 'correct', value_2_1: '9'.repeat(100_000) }, 'longer than 10000'],
		['HTML', { decision_2: 'correct', value_2_1: HOSTILE }, 'is not a number'],
		['a change that is only accepted', { value_2_1: '201' }, 'The value was changed, but Accept is chosen'],
		['no decision', { decision_3: undefined }, 'Choose Accept, Correct or Reject'],
		['an unknown decision', { decision_3: 'maybe' }, 'Choose Accept, Correct or Reject'],
	])('%s: nothing is handed in, and what was typed stays', async (_, changes, problem) => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const again = await person.send(page, { ...changes, step: 'finish' });
		expect(again.status).toBe(200);
		expect(again.text).toContain('Nothing has been handed in yet');
		expect(again.text).toContain(problem);
		expect(again.html).not.toContain('<script');
		const { decision_3: _decision, ...typed } = changes as Record<string, string | undefined>;
		expect(again.fields).toMatchObject(typed);
		const end = await person.send(again, {
			decision_2: 'correct',
			value_2_1: '7',
			value_2_2: '',
			decision_3: 'accept',
			step: 'finish',
		});
		expect(end.text).toContain('Thank You');
		expect((await rowsAfter(person))[1]).toMatchObject({ Total: 7, Paid: null, corrected_fields: 'Total' });
	});

	it('a value that cannot be changed, and rows that are not to be reviewed', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const refused = await person.send(page, { value_2_0: 'Z-9', value_2_77: 'x', step: 'finish' });
		expect(refused.text).toContain('Invoice Number cannot be changed here');
		const strange = await person.send(refused, {
			digest_1: 'x',
			decision_1: 'reject',
			others: '[[999,"x","r"],["__proto__"],null,[3]]',
			step: 'finish',
		});
		expect(strange.text).toContain('these rows are not to be reviewed, or not any more: 999, 1');
		await person.send(strange, { step: 'finish' });
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
		const early = await person.send(await person.open(), { step: 'finish' });
		expect(early.text).toContain('This is page 2 of 2.');
		expect(early.text).toContain('This row is not decided yet');
		await person.send(early, { step: 'finish' });
		expect(await rowsAfter(person)).toHaveLength(12);
	});

	it('the page of another extraction, as a second wait of the same execution has the same link', async () => {
		const [other, person] = [await parkedAt(operation), await parkedAt(operation)];
		const page = await other.open();
		const answered = await person.send(page, { decision_2: 'reject', step: 'finish' });
		expect(answered.text).toContain('was about another extraction');
		expect(answered.fields).toMatchObject({ decision_2: 'accept', extraction: person.extractionId });
	});

	it('what the enter key sends: it only checks the page', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		expect(/<button[^>]*value="(\w+)"/.exec(page.html)?.[1]).toBe('check');
		const checked = await person.send(page, { decision_2: 'reject', step: 'check' });
		expect(checked.text).toContain('Nothing is wrong on this page');
		expect(checked.fields).toMatchObject({ decision_2: 'reject', decision_3: 'accept' });
		expect((await person.post('{}', 'application/json')).status).toBe(415);
		expect((await person.post('')).status).toBe(200);
		await person.send(checked, { step: 'finish' });
		expect((await rowsAfter(person))[1]).toMatchObject({ review_decision: 'rejected' });
	});
});
