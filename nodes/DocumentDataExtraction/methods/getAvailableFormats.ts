import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { findExtractionId } from '../parameters/extraction';
import { getExtractionDetails } from '../api/extractions';
import { FORMAT_OPTIONS } from '../parameters/outputShape';
import { editedScope, forEditor } from './forEditor';

/** The formats that the chosen extraction has; all of them while it is not known or not completed yet. */
export async function getAvailableFormats(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const extractionId = findExtractionId(this.getCurrentNodeParameter('extractionId'));
	if (extractionId === undefined) return FORMAT_OPTIONS;
	const scope = editedScope(this);
	const { available_outputs: available } = await forEditor(
		this,
		async (api) => await getExtractionDetails(api, extractionId, scope),
	);
	return available ? FORMAT_OPTIONS.filter(({ value }) => available.includes(value)) : FORMAT_OPTIONS;
}
