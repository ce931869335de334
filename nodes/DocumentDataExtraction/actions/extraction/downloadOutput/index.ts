import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import { getExtractionDetails, getOutputUrl, type OutputFormat, type Scope } from '../../../api/extractions';
import { outputOrReason } from '../../../extraction/outputOrReason';
import { InputProblems } from '../../../shared/problems';
import { readChosen } from '../../../parameters/choices';
import { extractionOfItemLocator, readExtractionId } from '../../../parameters/ids/extraction';
import type { Operation } from '../../operation';
import { outputBinaries } from '../../../files/download/downloadOutputs';
import { perItem, type ItemRun } from '../../perItem';
import { readScope, scopeOption } from '../../../parameters/filters';
import { downloadOutputProperties, readFormats, readOutputBinaryField } from './properties';
import { isTool } from '../../../parameters/execution';
import { optionsProperty, readOptions } from '../../../parameters/options';

interface Output {
	extractionId: string;
	formats: OutputFormat[];
	scope?: Scope;
}

/** One item for each format. */
async function urlItems(
	{ api, itemIndex }: ItemRun,
	{ extractionId, formats, scope }: Output,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const format of formats) {
		const { download_url, expires_in_seconds } = await getOutputUrl(api, extractionId, format, scope);
		const json = { extraction_id: extractionId, format, download_url, expires_in_seconds };
		items.push({ json, pairedItem: { item: itemIndex } });
	}
	return items;
}

const describeFiles = (binary: IBinaryKeyData) =>
	Object.entries(binary).map(([field, { fileName, mimeType, bytes }]) => ({
		field,
		file_name: fileName,
		mime_type: mimeType,
		...(bytes === undefined ? {} : { bytes }),
	}));

/** One item for the extraction, with a binary field for each format. */
async function fileItem(
	{ context, api, itemIndex }: ItemRun,
	output: Output,
	fieldName: string,
): Promise<INodeExecutionData[]> {
	const { extractionId, scope } = output;
	const { task_name } = await getExtractionDetails(api, extractionId, scope);
	const binary = await outputBinaries(api, context, { ...output, taskName: task_name ?? '', fieldName });
	const json = { extraction_id: extractionId, task_name: task_name ?? null, files: describeFiles(binary) };
	return [{ json, binary, pairedItem: { item: itemIndex } }];
}

export const downloadOutputOperation: Operation = {
	name: 'Download Output',
	value: 'downloadOutput',
	action: 'Download files of extraction',
	description: 'Get the XLSX, CSV or JSON file of a completed extraction, or a URL to download it',
	properties: [extractionOfItemLocator, ...downloadOutputProperties, optionsProperty(scopeOption)],
	execute: perItem(async (run) => {
		const { context, itemIndex } = run;
		const output = {
			extractionId: readExtractionId(context, itemIndex),
			formats: readFormats(context, itemIndex),
			scope: readScope(readOptions(context, itemIndex)),
		};
		const getItems = async (items: () => Promise<INodeExecutionData[]>) =>
			await outputOrReason(run.api, output, items);
		if (readChosen(context, itemIndex, 'downloadOutput', downloadOutputProperties) === 'url')
			return await getItems(async () => await urlItems(run, output));
		if (isTool(context))
			throw new InputProblems([
				{
					parameter: 'Output',
					text: 'An AI tool cannot return files. Set Output to URL Only',
				},
			]);
		const fieldName = readOutputBinaryField(context, itemIndex);
		return await getItems(async () => await fileItem(run, output, fieldName));
	}),
};
