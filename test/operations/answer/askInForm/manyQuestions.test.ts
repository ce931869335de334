import { startAsking } from '../../../support/fixtures/askFixture';
import { answersTo, asking, DATES } from '../../../support/operations/openQuestions';

/** In a file of its own: so many answers use up most of what the service takes in a minute. */
describe('Ask in a Form with more questions than a form carries', () => {
	const { operation, ask } = startAsking();

	it('asks any number of questions, in pages', async () => {
		const questions = Array.from({ length: 333 }, (_, index) => ({ ...DATES, question_id: `q${index}` }));
		const id = asking(operation, ...questions);
		const person = await ask(id);
		let page = await person.open();
		for (let number = 1; number <= 4; number++) {
			expect(page.text).toContain(`${number} of 4`);
			const shown = Object.keys(page.fields).flatMap((name) => /^k_(\d{1,4})$/.exec(name)?.[1] ?? []);
			const answers = Object.fromEntries(shown.map((place) => [`o_${place}`, '1']));
			page = await person.send(page, { ...answers, step: number < 4 ? 'next' : 'send' });
		}
		expect(page.text).toContain('Thank you');
		await person.parked.ended;
		expect(answersTo(operation, id)).toHaveLength(333);
	});
});
