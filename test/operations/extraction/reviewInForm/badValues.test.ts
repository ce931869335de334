import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { parkedAt, rowsAfter } from '../../../support/operations/reviews';

const HOSTILE = '"><script>alert(1)</script>\'`&amp;';

describe('What the page of Review in a Form does not take over', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it.each([
		['a text for a number', { value_2_1: 'two hundred' }, '"two hundred" is not a number'],
		['a number with a comma', { value_2_1: '1.230,99' }, 'Write it like 1230.99'],
		['a number of too many digits', { value_2_1: '12345678901234567' }, '15 digits'],
		['100 kB of text', { value_2_1: '9'.repeat(100_000) }, '15 digits'],
		['HTML', { value_2_1: HOSTILE }, 'is not a number'],
		['a wrong value that is accepted', { decision_2: 'accept', value_2_1: 'none' }, '"none" is not a number'],
		['no decision', { value_2_1: '201' }, 'Row 3 : This row is undecided.'],
		['an unknown decision', { value_2_1: '201', decision_3: 'maybe' }, 'Row 3 : This row is undecided.'],
	])('%s: nothing is handed in, and what was typed stays', async (_, changes, problem) => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const again = await person.send(page, { ...changes, step: 'finish' });
		expect(again.status).toBe(422);
		expect(again.html).toContain('<title>Please check: Review Extracted Rows</title>');
		expect(again.text).toContain('Nothing was sent yet');
		expect(again.text).toContain(problem);
		expect(again.html).not.toContain('<script');
		const { decision_3: _decision, ...typed } = changes as Record<string, string | undefined>;
		expect(again.fields).toMatchObject(typed);
		const end = await person.send(again, {
			value_2_1: '7',
			value_2_2: '',
			decision_3: 'accept',
			step: 'finish',
		});
		expect(end.text).toContain('Thank You');
		expect((await rowsAfter(person))[1]).toMatchObject({ Total: 7, Paid: null, corrected_fields: ['Total'] });
	});
});
