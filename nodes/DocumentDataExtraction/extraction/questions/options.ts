import type { GivenAnswer } from '../../api/endpoints/extractions';
import type { Question } from '../../api/schemas/extractions';

/** What a person can choose. */
export interface Option {
	/** Empty for the last option, "something else". */
	label: string;
	isRecommended: boolean;
	/** What the cell would contain, if the service says so. */
	cell?: unknown;
	/** What is sent. Absent for the last option, which is answered in words. */
	answer?: GivenAnswer;
}

export const recommendedFirst = (choices: Question['choices']): Question['choices'] =>
	[...choices].sort((a, b) => Number(b.recommended === true) - Number(a.recommended === true));

/** The options of a question, the recommendation first. There are none if it can only be answered in words. */
export function optionsOf({ question_id, choices, recommended_approach: approach }: Question): Option[] {
	const options: Option[] = recommendedFirst(choices).map(
		({ choice_id, label, recommended, cell_would_contain: cell }) => ({
			label,
			isRecommended: recommended === true,
			cell,
			answer: { question_id, choice_id },
		}),
	);
	if (approach && !options[0]?.isRecommended)
		options.unshift({
			label: approach,
			isRecommended: true,
			answer: { question_id, accept_recommended: true },
		});
	return options.length === 0 ? [] : [...options, { label: '', isRecommended: false }];
}
