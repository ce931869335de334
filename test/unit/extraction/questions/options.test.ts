import type { Question } from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import { optionsOf, scopeOf } from '../../../../nodes/DocumentDataExtraction/extraction/questions/options';

const question = (more: Partial<Question> = {}): Question => ({
	question_id: 'q',
	type: 'single_choice',
	question: 'Which?',
	choices: [],
	...more,
});
const choices = [{ choice_id: 'a' }, { choice_id: 'b' }, { choice_id: 'c' }] as Question['choices'];
const recommended = choices.map((choice) => ({ ...choice, recommended: choice.choice_id === 'b' }));

describe('what a person can choose', () => {
	it.each<[string, Partial<Question>, object[]]>([
		['the choices, and something else', { choices }, [...choices, {}]],
		[
			'the recommended choice first',
			{ choices: recommended },
			[{ choice_id: 'b' }, { choice_id: 'a' }, { choice_id: 'c' }, {}],
		],
		[
			'the recommended choice instead of the approach',
			{ choices: recommended, recommended_approach: 'B' },
			[{ choice_id: 'b' }, { choice_id: 'a' }, { choice_id: 'c' }, {}],
		],
		[
			'the approach first where no choice is recommended',
			{ choices, recommended_approach: 'None of them' },
			[{ accept_recommended: true }, ...choices, {}],
		],
		['nothing where there is nothing to choose', {}, []],
	])('a question offers %s', (_what, more, options) => expect(optionsOf(question(more))).toEqual(options));
});

describe('what an answer applies to', () => {
	it.each<[Question['scope'], string]>([
		[{ level: 'extraction', applies_to: 'all dates' }, 'all dates'],
		[{ level: 'document', applies_to: 'may.pdf' }, 'may.pdf'],
		[{ level: 'extraction' }, 'all documents of this task'],
		[{ level: 'supplier' }, 'not known'],
		[undefined, 'not known'],
	])('with the scope %j it is %s', (scope, text) => expect(scopeOf(question({ scope }))).toBe(text));
});
