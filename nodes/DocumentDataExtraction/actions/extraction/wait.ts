import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { isTerminal } from '../../api/extractions';
import { outcomeError } from '../../extraction/outcome';
import { isProcessing, stillProcessing } from '../../extraction/stillProcessing';
import { waitForExtraction } from '../../extraction/wait';
import { extractionOfItemLocator, readExtractionId } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { readChoice, readChosen } from '../../parameters/choices';
import { readScope, scopeOption } from '../../parameters/filters';
import { isTool, latestAnswer } from '../../parameters/execution';
import { deadlineOf, maximumWaitProperty } from '../../parameters/maximumWait';
import { optionsProperty, readOptions } from '../../parameters/options';
import { readUploadedFiles, uploadedFilesOption } from '../../parameters/files/uploadedFiles';
import type { ExtractionFindings } from '../../extraction/ledger/hints';
import { statusFindings } from '../../extraction/ledger/statusFindings';
import { uploadedFilesJson } from '../../extraction/ledger/uploadedFilesJson';
import { showFindings } from './findingHints';
import { statusJson } from '../../extraction/statusJson';
import { steadyNow } from '../../shared/time';

interface Choice {
	failIfFailed: boolean;
	failOnTimeout: boolean;
}

/** @throws ServiceError with the extraction's id if the user wants an error rather than the status */
function refuseOutcome(status: ExtractionStatus, { failIfFailed, failOnTimeout }: Choice): void {
	const error = outcomeError(status);
	if (error && (isTerminal(status.status) ? failIfFailed : failOnTimeout)) throw error;
}

const onTimeoutProperty: INodeProperties = {
	displayName: 'On Timeout',
	name: 'whenMaximumReached',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'error',
			description: 'The item fails with an error that contains the ID of the extraction',
		},
		{
			name: 'Output Status',
			value: 'output',
			description: 'The node outputs the status that the extraction has by then',
		},
	],
	default: 'error',
	description: 'What to do if the extraction is still processing. It continues at the service.',
};

const onFailedOption: INodeProperties = {
	displayName: 'On Failed Extraction',
	name: 'onFailedExtraction',
	type: 'options',
	options: [
		{ name: 'Continue', value: 'continue', description: 'The node outputs the status, with the reason' },
		{ name: 'Fail', value: 'fail', description: 'The item fails with the reason' },
	],
	default: 'fail',
	description: 'What to do if the extraction failed or was cancelled',
};

const uploadedFilesToShow: INodeProperties = {
	...uploadedFilesOption,
	description:
		'The files from the output of Upload Session: Upload Files. The node outputs each with its state and failed pages.',
};

export const wait: Operation = {
	name: 'Wait',
	value: 'wait',
	action: 'Wait for extraction to finish',
	description: 'Wait until an extraction has finished or asks questions, then get its status',
	properties: [
		extractionOfItemLocator,
		maximumWaitProperty(60, 'How long to wait, counted from the start of the node'),
		onTimeoutProperty,
		optionsProperty(onFailedOption, scopeOption, uploadedFilesToShow),
	],
	async execute(run) {
		// The node waits for one item after the other, while their extractions continue side by side.
		const startedAt = steadyNow();
		const findings: ExtractionFindings[] = [];
		const outputs = await perItem(async ({ context, api, itemIndex }) => {
			const extractionId = readExtractionId(context, itemIndex);
			const options = readOptions(context, itemIndex);
			const onTimeout = readChosen(context, itemIndex, onTimeoutProperty.name, [onTimeoutProperty]);
			const onFailed = readChoice(onFailedOption, options.onFailedExtraction);
			const scope = readScope(options);
			const files = readUploadedFiles(options);
			const asked = deadlineOf(context.getNodeParameter('maximumWait', itemIndex), startedAt);
			const deadline = Math.min(asked, latestAnswer(context, startedAt));
			const status = await waitForExtraction(api, extractionId, { deadline, scope });
			if (isTool(context) && isProcessing(status))
				return { ...statusJson(status), note: stillProcessing(extractionId) };
			refuseOutcome(status, {
				failIfFailed: onFailed !== 'continue',
				failOnTimeout: onTimeout !== 'output',
			});
			findings.push(statusFindings(status));
			if (!files) return statusJson(status);
			return { ...statusJson(status), files: uploadedFilesJson(files, status) as IDataObject[] };
		})(run);
		showFindings(run.context, findings);
		return outputs;
	},
};
