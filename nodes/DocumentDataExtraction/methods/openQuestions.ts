import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { findExtractionId } from '../parameters/ids/extraction';
import { getExtractionStatus } from '../api/extractions';
import type { Question } from '../api/schemas/extractions';
import { editedScope, forEditor } from './forEditor';

/** The open questions of the extraction that is chosen in the editor; none while it is not known, or asks nothing. */
export async function openQuestions(context: ILoadOptionsFunctions): Promise<Question[]> {
	const extractionId = findExtractionId(context.getCurrentNodeParameter('extractionId'));
	if (extractionId === undefined) return [];
	const scope = editedScope(context);
	const status = await forEditor(
		context,
		async (api) => await getExtractionStatus(api, extractionId, { scope }),
	);
	return status.questions ?? [];
}
