import type { ILoadOptionsFunctions, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { getExtractionStatus } from '../api/endpoints/extractions';
import type { Question } from '../api/schemas/extractions';
import { recommendedFirst } from '../extraction/questions/options';
import { findExtractionId } from '../parameters/ids/extraction';
import { editedScope, forEditor, searchExtractions } from './searchExtractions';
import { testConnection } from './testConnection';

/** The open questions of the extraction that is chosen in the editor; none while it is not known, or asks nothing. */
async function openQuestions(context: ILoadOptionsFunctions): Promise<Question[]> {
	const extractionId = findExtractionId(context.getCurrentNodeParameter('extractionId'));
	if (extractionId === undefined) return [];
	const scope = editedScope(context);
	const status = await forEditor(
		context,
		async (api) => await getExtractionStatus(api, extractionId, { scope }),
	);
	return status.questions ?? [];
}

/** The open questions of the chosen extraction, to pick one. */
async function getOpenQuestions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return (await openQuestions(this)).map(({ question_id, question, example_from_documents: example }) => ({
		name: question,
		value: question_id,
		description: example ? `Example from the documents: ${example}` : undefined,
	}));
}

/** The choices of the chosen question, the recommended one first; none for a question that is answered in words. */
async function getChoices(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = this.getCurrentNodeParameter('questionId');
	const { choices = [] } =
		(await openQuestions(this)).find(({ question_id }) => question_id === chosen) ?? {};
	return recommendedFirst(choices).map(({ choice_id, label, recommended, cell_would_contain: cell }) => ({
		name: recommended ? `${label} (Recommended)` : label,
		value: choice_id,
		description: typeof cell === 'string' ? `The cell would contain: ${cell}` : undefined,
	}));
}

/** What n8n calls to test the credential. */
export const credentialTest = { testConnection };

/** What the editor asks for while the user fills in the parameters. */
export const methods: INodeType['methods'] = {
	credentialTest,
	listSearch: { searchExtractions },
	loadOptions: { getChoices, getOpenQuestions },
};
