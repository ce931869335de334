import type { INodeProperties } from 'n8n-workflow';
import { FILE_OPTIONS } from '../../../parameters/files/inputFiles';
import { maximumWaitProperty } from '../../../parameters/maximumWait';
import type { NumberRule } from '../../../parameters/numbers';
import { optionsProperty } from '../../../parameters/options';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';
import { ifPagesFailProperty } from './ifPagesFail';
import { keepSourceFileOption } from './outputSettings';
import { questionsProperty } from './questions';

export const WARN_BELOW_CREDITS_RULE: NumberRule = { parameter: 'Warn Below Credits', min: 0 };

export const warnBelowCreditsOption: INodeProperties = {
	displayName: WARN_BELOW_CREDITS_RULE.parameter,
	name: 'warnBelowCredits',
	type: 'number',
	typeOptions: { minValue: WARN_BELOW_CREDITS_RULE.min, numberPrecision: 0 },
	default: 20,
	description: 'Show a note on the node if fewer credits than this are left after the run',
};

export const maximumWaitOption = maximumWaitProperty(
	60,
	'How long to wait for an extraction to finish. After that, the node fails with its ID and the extraction continues at the service.',
);

/** The colors work in XLSX files alone. */
const onlyInFiles = (color: INodeProperties): INodeProperties => ({
	...color,
	displayOptions: { show: { '/output': ['files'] } },
});

/** The collection "Options". */
export const extractDocumentsOptions: INodeProperties = optionsProperty(
	onlyInFiles(SUBMISSION_OPTIONS.affectedFieldFillColor),
	{
		displayName: 'Cancel on Stop',
		name: 'cancelWhenStopped',
		type: 'boolean',
		default: false,
		description:
			'Whether to cancel the extraction if you stop the execution. Otherwise it continues at the service and is charged.',
	},
	SUBMISSION_OPTIONS.excludeColumns,
	{
		displayName: 'Extract Again',
		name: 'extractAgain',
		type: 'boolean',
		default: false,
		description:
			'Whether to extract and pay again if the earlier extraction of this request was cancelled or its rows have expired',
	},
	FILE_OPTIONS.fileNamePattern,
	ifPagesFailProperty,
	keepSourceFileOption,
	maximumWaitOption,
	FILE_OPTIONS.minimumFileSize,
	SUBMISSION_OPTIONS.outputLanguage,
	questionsProperty,
	onlyInFiles(SUBMISSION_OPTIONS.reviewNeededFillColor),
	SUBMISSION_OPTIONS.sendCompletionEmail,
	{
		displayName: 'Split Large Batches',
		name: 'splitLargeBatches',
		type: 'boolean',
		default: true,
		description:
			'Whether to split files that exceed the limits of one extraction (6,000 files or 2 GB) into several. Rows keep the order of the input.',
	},
	SUBMISSION_OPTIONS.taskName,
	SUBMISSION_OPTIONS.typedValues,
	warnBelowCreditsOption,
);
