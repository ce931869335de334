import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { parkedAt, rowsAfter } from '../../../support/operations/reviews';

const HOSTILE = '"><script>alert(1)</script>\'`&amp;';

describe('What the page of Review in a Form does not take over', () => {
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
		expect(again.status).toBe(422);
		expect(again.html).toContain('<title>Please check: Review Extracted Rows</title>');
		expect(again.text).toContain('Nothing was sent yet');
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
});
