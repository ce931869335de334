import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { isTerminal } from '../../api/extractions';
import { outcomeError } from '../../extraction/outcome';
import { waitForExtraction } from '../../extraction/wait';
import { extractionLocator, readExtractionId } from '../../parameters/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { readScope, scopeOption } from '../../parameters/filters';
import { deadlineOf, maximumWaitProperty } from '../../parameters/maximumWait';
import { optionsProperty, readOptions } from '../../parameters/options';
import { readUploadedFiles, uploadedFilesOption } from '../../parameters/files/uploadedFiles';
import type { ExtractionFindings } from '../../extraction/ledger/hints';
import { statusFindings } from '../../extraction/ledger/statusFindings';
import { uploadedFilesJson } from '../../extraction/ledger/uploadedFilesJson';
import { showFindings } from './findingHints';
import { statusJson } from '../../extraction/statusJson';

interface Choice {
	failWhenExtractionFailed: boolean;
	failAtMaximum: boolean;
}

/** @throws ServiceError with the extraction's id if the user wants an error rather than the status */
function refuseOutcome(status: ExtractionStatus, { failWhenExtractionFailed, failAtMaximum }: Choice): void {
	const error = outcomeError(status);
	if (error && (isTerminal(status.status) ? failWhenExtractionFailed : failAtMaximum)) throw error;
}

const uploadedFilesToTell: INodeProperties = {
	...uploadedFilesOption,
	description:
		'The files as Upload Session: Upload Files outputs them. They come out again as files, each with its state and its failed pages, for Get Rows or for a node that tells a person.',
};

export const wait: Operation = {
	name: 'Wait',
	value: 'wait',
	action: 'Wait for extraction',
	description:
		'Wait until an extraction has ended or asks questions, then get its status. The rows are read with Get Rows.',
	properties: [
		extractionLocator,
		maximumWaitProperty(60, 'How long to wait at most, from the start of the node on'),
		{
			displayName: 'When Maximum Is Reached',
			name: 'whenMaximumReached',
			type: 'options',
			options: [
				{
					name: 'Output the Status',
					value: 'output',
					description: 'The item comes out with the status that the extraction has by then',
				},
				{
					name: 'Throw Error',
					value: 'error',
					description: 'The item fails with an error that carries the ID of the extraction',
				},
			],
			default: 'error',
			description: 'What to do when the extraction is still processing then. It goes on at the service.',
		},
		optionsProperty(
			{
				displayName: 'Fail When Extraction Failed',
				name: 'failWhenExtractionFailed',
				type: 'boolean',
				default: true,
				description:
					'Whether the item fails when the extraction has failed or was cancelled. Otherwise its status comes out, with the reason.',
			},
			scopeOption,
			uploadedFilesToTell,
		),
	],
	async execute(run) {
		// The items are waited for one after the other, while their extractions go on side by side.
		const startedAt = Date.now();
		const findings: ExtractionFindings[] = [];
		const outputs = await perItem(async ({ context, api, itemIndex }) => {
			const extractionId = readExtractionId(context, itemIndex);
			const options = readOptions(context, itemIndex);
			const scope = readScope(options);
			const files = readUploadedFiles(options, itemIndex);
			const deadline = deadlineOf(context.getNodeParameter('maximumWait', itemIndex), startedAt);
			const status = await waitForExtraction(api, extractionId, { deadline, scope });
			refuseOutcome(status, {
				failWhenExtractionFailed: options.failWhenExtractionFailed !== false,
				failAtMaximum: context.getNodeParameter('whenMaximumReached', itemIndex) !== 'output',
			});
			findings.push(statusFindings(status));
			if (!files) return statusJson(status);
			return { ...statusJson(status), files: uploadedFilesJson(files, status) as IDataObject[] };
		})(run);
		showFindings(run.context, findings);
		return outputs;
	},
};
