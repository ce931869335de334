import { startAsking } from '../../../support/fixtures/askFixture';
import { answersTo, asking, DATES, NAMES } from '../../../support/operations/openQuestions';
import { ANSWERS } from '../../../support/endpoints';

describe('What the page of Ask in a Form refuses', () => {
	const { operation, ask, sentAnswers } = startAsking();

	it('keeps what was entered when only sending fails', async () => {
		const id = asking(operation, NAMES);
		const person = await ask(id);
		operation.control.addFault({ endpoint: ANSWERS, kind: 'error', code: 'INTERNAL_ERROR' });
		const failed = await person.send(await person.open(), { o_1: '1', w_1: 'By tax number' });
		expect(failed.status).toBe(503);
		expect(failed.text).toContain('The service had an internal error');
		await person.send(failed);
		expect(answersTo(operation, id)).toMatchObject([{ questionId: 'names', text: 'By tax number' }]);
		await person.parked.ended;
	});

	it.each<[string, Record<string, string | undefined>, RegExp]>([
		['a choice that is not offered', { o_1: '7' }, /Question 1: Choose an answer Nothing has been sent/],
		[
			'a choice that is no number',
			{ o_1: 'day_first' },
			/Question 1: Choose an answer Nothing has been sent/,
		],
		['nothing at all', { o_1: undefined }, /Question 1: Choose an answer Nothing has been sent/],
		['"Something else" without words', { o_1: '2' }, /Question 1: Write your answer, or choose another one/],
		['100 kB of text beside another choice', { o_1: '0', w_1: 'x'.repeat(100_000) }, /You also wrote words/],
		['a foreign question', { k_1: 'foreign' }, /Question 1: Choose an answer Nothing has been sent/],
		['an answer to another wording', { o_1: '0', f_1: 'else' }, /This question has changed/],
	])('refuses %s, sends nothing and keeps what was entered', async (_, changes, message) => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		const page = await person.open();
		const refused = await person.send(page, changes);
		expect(refused.text).toMatch(message);
		expect(refused.text).toContain('Which comes first in a date?');
		if (changes.w_1) expect(refused.fields.w_1).toBe(changes.w_1);
		expect(sentAnswers()).toBe(0);
		expect(person.parked.run.status).toBe('waiting');
		await person.send(refused, { o_1: '0', w_1: '' });
		await person.parked.ended;
		expect(answersTo(operation, id)).toHaveLength(1);
	});

	it('refuses an answer that nobody can see', async () => {
		const person = await ask(asking(operation, { ...NAMES, recommended_approach: '' }));
		const refused = await person.send(await person.open(), { w_1: '\u200b\u2060 ' });
		expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Write your answer')]);
		expect(sentAnswers()).toBe(0);
	});

	it('shows HTML in an answer and in a question as text', async () => {
		const attack = '</textarea><script>alert(1)</script>"><img src=x onerror=alert(1)>';
		const id = asking(operation, { ...DATES, question: attack, example_from_documents: attack });
		const person = await ask(id, { options: { pageTitle: attack, introduction: attack } });
		const page = await person.open();
		const refused = await person.send(page, { o_1: '9', w_1: attack });
		for (const { html } of [page, refused]) expect(html).not.toMatch(/<script>alert|<img/);
		expect(refused.fields.w_1).toBe(attack);
	});

	it('refuses what no form sends, and more than a person writes', async () => {
		const id = asking(operation, DATES);
		const person = await ask(id);
		expect((await person.post('{"a":1}', 'application/json')).status).toBe(415);
		expect((await person.post('a', 'text/plain')).status).toBe(415);
		expect((await person.post(`w_1=${'x'.repeat(1_000_001)}`)).status).toBe(413);
		expect(sentAnswers()).toBe(0);
		expect((await person.open()).status).toBe(200);
	});

	it('serves pages that run their own script only, and are kept and framed nowhere', async () => {
		const person = await ask(asking(operation, DATES));
		const { headers, html } = await person.open();
		expect(headers.get('content-security-policy')).toMatch(
			/^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
		);
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('referrer-policy')).toBe('no-referrer');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('access-control-allow-origin')).toBeNull();
		expect(html).not.toContain(operation.node.sandbox.apiKey);
		expect(html).not.toContain(operation.node.sandbox.baseUrl);
	});
});
