import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { openQuestions } from './openQuestions';

/** The open questions of the chosen extraction, to pick one. */
export async function getOpenQuestions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const questions = await openQuestions(this);
	return questions.map(({ question_id, question, example_from_documents: example }) => ({
		name: question,
		value: question_id,
		description: example ? `Example from the documents: ${example}` : undefined,
	}));
}
