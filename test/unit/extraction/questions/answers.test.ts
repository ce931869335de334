import { checkAnswer } from '../../../../nodes/DocumentDataExtraction/extraction/questions/answers';
import { enteredIn } from '../../../../nodes/DocumentDataExtraction/extraction/questions/enteredAnswers';

describe('reading an answer', () => {
	it.each([
		[
			{ question_id: 'q', choice_id: 'a' },
			{ question_id: 'q', choice_id: 'a' },
		],
		[
			{ question_id: 'q', text: ' Net ' },
			{ question_id: 'q', text: 'Net' },
		],
		[
			{ question_id: 'q', choice_id: 'a', text: 'but net' },
			{ question_id: 'q', choice_id: 'a', text: 'but net' },
		],
		[
			{ question_id: 'q', accept_recommended: true },
			{ question_id: 'q', accept_recommended: true },
		],
		[
			{ question_id: 'q', accept_recommended: 'true' },
			{ question_id: 'q', accept_recommended: true },
		],
		[
			{ question_id: 7, choice_id: 3 },
			{ question_id: '7', choice_id: '3' },
		],
		[
			{ question_id: 'q', choice_id: '', text: null, accept_recommended: true },
			{ question_id: 'q', accept_recommended: true },
		],
		[
			{ question_id: 'q', choice_id: 'a', accept_recommended: false, question: 'Which?' },
			{ question_id: 'q', choice_id: 'a' },
		],
	])('the answer %j is taken', (raw, answer) =>
		expect(checkAnswer(raw)).toEqual({ ok: true, value: answer }),
	);

	it.each([
		[{ choice_id: 'a' }, /question ID is missing/],
		[{ question_id: ' ', choice_id: 'a' }, /question ID is missing/],
		[{ question_id: 'q' }, /"q" has no answer/],
		[{ question_id: 'q', text: ' \n ' }, /"q" has no answer/],
		[{ question_id: 'q', choice_id: '', accept_recommended: false }, /"q" has no answer/],
		[{ question_id: 'q', accept_recommended: 'perhaps' }, /"q" has no answer/],
	])('the answer %j is refused', (raw, problem) =>
		expect(checkAnswer(raw)).toEqual({
			ok: false,
			problems: [{ text: expect.stringMatching(problem) }],
		}),
	);
});

const UNSEEN = '\u200b \u2060\ufeff\u00ad\u3164\u2800\t';

describe('a text that nobody can see', () => {
	it('is no answer to any question', () => {
		expect(checkAnswer({ question_id: 'q', text: UNSEEN })).toMatchObject({
			ok: false,
			problems: [{ text: expect.stringContaining('has no answer') }],
		});
		expect(
			enteredIn(
				new Map([
					['k_1', 'q'],
					['w_1', UNSEEN],
				]),
			).get('q')?.words,
		).toBe('');
	});

	it('changes nothing about an answer that can be seen', () =>
		expect(checkAnswer({ question_id: 'q', text: '\u200bNet' })).toEqual({
			ok: true,
			value: { question_id: 'q', text: '\u200bNet' },
		}));
});
