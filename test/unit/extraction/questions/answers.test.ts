import type { Question } from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import {
	checkAnswer,
	repeatedAnswers,
	unsuitableAnswers,
} from '../../../../nodes/DocumentDataExtraction/extraction/questions/answers';
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
		[{ question_id: 'q', choice_id: 'a', accept_recommended: true }, /cannot be accepted together with/],
		[{ question_id: 'q', text: 'x', accept_recommended: true }, /cannot be accepted together with/],
		[{ question_id: 'q', accept_recommended: 'perhaps' }, /accept_recommended must be true or false/],
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
					['question_1', 'q'],
					['text_1', UNSEEN],
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

describe('a question answered twice', () => {
	it('is told once for each further answer', () =>
		expect(repeatedAnswers(['a', 'b', 'a'].map((question_id) => ({ question_id, text: 'x' })))).toEqual([
			{ text: 'Question "a" is answered twice. Answer it once' },
		]));
});

describe('an answer that a question does not take', () => {
	const question = (more: Partial<Question>): Question => ({
		question_id: 'q',
		type: 'single_choice',
		question: 'Which?',
		choices: [],
		...more,
	});
	const choices = [
		{ choice_id: 'a', label: 'A', recommended: true },
		{ choice_id: 'b', label: 'B' },
	] as Question['choices'];
	const problemsOf = (answer: object, open: Question[]) =>
		unsuitableAnswers([{ question_id: 'q', ...answer }], open, 'Answers');

	it('is a choice that it does not offer', () =>
		expect(problemsOf({ choice_id: 'c' }, [question({ choices })])).toEqual([
			{ parameter: 'Answers', text: 'Question "q" does not offer the choice "c". It offers a, b' },
		]));

	it('is any choice where it offers none', () =>
		expect(problemsOf({ choice_id: 'c' }, [question({ type: 'free_text' })])[0]?.text).toMatch(
			/It takes free text only/,
		));

	it('is a recommendation that it does not have', () =>
		expect(problemsOf({ accept_recommended: true }, [question({})])[0]?.text).toMatch(
			/has no recommendation/,
		));

	it.each([
		['an offered choice', { choice_id: 'b' }, question({ choices })],
		['the recommended choice', { accept_recommended: true }, question({ choices })],
		['the recommended approach', { accept_recommended: true }, question({ recommended_approach: 'Net' })],
		['text', { text: 'x' }, question({ choices })],
	])('a question takes %s', (_what, answer, open) => expect(problemsOf(answer, [open])).toEqual([]));

	it('cannot be known of a question that is not open', () =>
		expect(problemsOf({ choice_id: 'c' }, [question({ question_id: 'other' })])).toEqual([]));
});
