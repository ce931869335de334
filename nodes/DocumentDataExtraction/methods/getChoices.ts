import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { openQuestions } from './openQuestions';

/** The choices of the chosen question, the recommended one first; none for a question that is answered in words. */
export async function getChoices(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const questionId = this.getCurrentNodeParameter('questionId');
	const question = (await openQuestions(this)).find(({ question_id }) => question_id === questionId);
	const choices = question?.choices ?? [];
	return [...choices]
		.sort((a, b) => Number(b.recommended === true) - Number(a.recommended === true))
		.map(({ choice_id, label, recommended, cell_would_contain: cell }) => ({
			name: recommended ? `${label} (Recommended)` : label,
			value: choice_id,
			description: typeof cell === 'string' ? `The cell would contain: ${cell}` : undefined,
		}));
}
