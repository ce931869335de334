import type { INodeExecutionData } from 'n8n-workflow';
import { getExtractionDetails, getOutputUrl } from '../../api/endpoints/extractions';
import { outputOrReason } from '../../extraction/status/outputOrReason';
import { throwIfAny } from '../../shared/problems';
import { outputBinaries } from '../../files/download/download';
import { extractionIdOfItem, scope } from '../../parameters/ids/extraction';
import { formats, outputField } from '../../parameters/outputShape';
import { choice, oneChoiceInTool, shownAs, type Values } from '../../parameters/param';
import { type Operation, itemOperation, type ItemRun } from '../operation';
import { isTool } from '../../shared/n8nFeatures';

const parameters = {
	extractionId: extractionIdOfItem,
	formats,
	output: oneChoiceInTool(
		choice({
			displayName: 'Output',
			name: 'downloadOutput',
			of: {
				file: ['File', 'One item with the files as binary data'],
				url: ['URL Only', 'One item per format, with a URL that works for five minutes and needs no API key'],
			},
			default: 'file',
			description: 'What to output',
		}),
		'url',
	),
	fieldName: shownAs(outputField, { displayOptions: { show: { downloadOutput: ['file'] } } }),
};
const options = { scope };

type Download = Values<typeof parameters & typeof options>;

/** One item for each format. */
async function urlItems(
	{ api, itemIndex }: ItemRun,
	{ extractionId, formats, scope }: Download,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const format of formats) {
		const { download_url, expires_in_seconds } = await getOutputUrl(api, extractionId, format, scope);
		const json = { extraction_id: extractionId, format, download_url, expires_in_seconds };
		items.push({ json, pairedItem: { item: itemIndex } });
	}
	return items;
}

/** One item for the extraction, with a binary field for each format. */
async function fileItem(run: ItemRun, asked: Download): Promise<INodeExecutionData[]> {
	const { context, api, itemIndex } = run;
	const { extractionId, scope } = asked;
	const { task_name } = await getExtractionDetails(api, extractionId, scope);
	const binary = await outputBinaries(api, context, { ...asked, taskName: task_name ?? '' });
	const files = Object.entries(binary).map(([field, { fileName, mimeType, bytes }]) => ({
		field,
		file_name: fileName,
		mime_type: mimeType,
		bytes,
	}));
	const json = { extraction_id: extractionId, task_name: task_name ?? null, files };
	return [{ json, binary, pairedItem: { item: itemIndex } }];
}

export const downloadOutput: Operation = {
	name: 'Download Output',
	value: 'downloadOutput',
	action: 'Download files of extraction',
	description: 'Get the XLSX, CSV or JSON file of a completed extraction, or a URL to download it',
	...itemOperation(parameters, options, async (asked, run) => {
		if (asked.output === 'file' && isTool(run.context))
			throwIfAny([{ parameter: 'Output', text: 'An AI tool cannot return files. Set Output to URL Only' }]);
		const itemsOf = asked.output === 'url' ? urlItems : fileItem;
		return await outputOrReason(run.api, asked, async () => await itemsOf(run, asked));
	}),
};
