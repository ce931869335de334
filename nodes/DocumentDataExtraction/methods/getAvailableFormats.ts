import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { findExtractionId } from '../parameters/extraction';
import { getExtractionDetails } from '../api/extractions';
import { editedScope, forEditor } from './forEditor';

const FORMAT_CHOICES: INodePropertyOptions[] = [
	{ name: 'CSV', value: 'csv' },
	{ name: 'JSON', value: 'json' },
	{ name: 'XLSX', value: 'xlsx' },
];

/** The formats that the chosen extraction has; all of them while it is not known or not completed yet. */
export async function getAvailableFormats(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const extractionId = findExtractionId(this.getCurrentNodeParameter('extractionId'));
	if (extractionId === undefined) return FORMAT_CHOICES;
	const scope = editedScope(this);
	const { available_outputs: available } = await forEditor(
		this,
		async (api) => await getExtractionDetails(api, extractionId, scope),
	);
	return available ? FORMAT_CHOICES.filter(({ value }) => available.includes(String(value))) : FORMAT_CHOICES;
}
