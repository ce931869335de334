import type { GivenAnswer } from '../../api/extractions';
import type { Question } from '../../api/schemas/extractions';

/** What a person can choose, as an answer; an empty one is "something else". */
export type Option = Omit<GivenAnswer, 'question_id' | 'text'>;

/** The choice of an answer that is not offered. */
export const SOMETHING_ELSE = 'Something else (explain below)';

export const recommendedFirst = (choices: Question['choices']): Question['choices'] =>
	[...choices].sort((a, b) => Number(b.recommended === true) - Number(a.recommended === true));

/** The options of a question, the recommendation first. There are none if it can only be answered in words. */
export function optionsOf({ choices, recommended_approach: approach }: Question): Option[] {
	const sorted = recommendedFirst(choices);
	const options: Option[] = sorted.map(({ choice_id }) => ({ choice_id }));
	if (approach && !sorted[0]?.recommended) options.unshift({ accept_recommended: true });
	return options.length === 0 ? [] : [...options, {}];
}

/** An answer governs the whole extraction only at this level; one that is not known is to be treated as narrower ("Versioning"). */
const holdsForAll = ({ scope }: Question): boolean => scope?.level === 'extraction';

/** Says what the answer to a question applies to. */
export const scopeOf = (question: Question): string =>
	question.scope?.applies_to || (holdsForAll(question) ? 'all documents of this task' : 'not known');
