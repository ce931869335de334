import type { Question } from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import { optionsOf } from '../../../../nodes/DocumentDataExtraction/extraction/questions/options';

const question = (more: Partial<Question> = {}): Question => ({
	question_id: 'q',
	type: 'single_choice',
	question: 'Which?',
	choices: [],
	...more,
});
const choices = ['a', 'b', 'c'].map((choice_id) => ({ choice_id, label: choice_id })) as Question['choices'];
const recommended = choices.map((choice) => ({ ...choice, recommended: choice.choice_id === 'b' }));

const choice = (choice_id: string, isRecommended = false) => ({
	label: choice_id,
	isRecommended,
	answer: { question_id: 'q', choice_id },
});
const approach = (label: string) => ({
	label,
	isRecommended: true,
	answer: { question_id: 'q', accept_recommended: true },
});
const somethingElse = { label: '', isRecommended: false };

describe('what a person can choose', () => {
	it.each<[string, Partial<Question>, object[]]>([
		[
			'the choices, and something else',
			{ choices },
			[...['a', 'b', 'c'].map((id) => choice(id)), somethingElse],
		],
		[
			'the recommended choice first',
			{ choices: recommended },
			[choice('b', true), choice('a'), choice('c'), somethingElse],
		],
		[
			'the recommended choice instead of the approach',
			{ choices: recommended, recommended_approach: 'B' },
			[choice('b', true), choice('a'), choice('c'), somethingElse],
		],
		[
			'the approach first where no choice is recommended',
			{ choices, recommended_approach: 'None of them' },
			[approach('None of them'), ...['a', 'b', 'c'].map((id) => choice(id)), somethingElse],
		],
		[
			'the approach where there are no choices',
			{ recommended_approach: 'As printed' },
			[approach('As printed'), somethingElse],
		],
		['nothing where there is nothing to choose', {}, []],
	])('a question offers %s', (_what, more, options) => expect(optionsOf(question(more))).toEqual(options));
});
