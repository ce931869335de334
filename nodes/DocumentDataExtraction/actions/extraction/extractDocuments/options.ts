import type { INodeProperties } from 'n8n-workflow';
import { FILE_OPTIONS } from '../../../parameters/files/inputFiles';
import { maximumWaitProperty } from '../../../parameters/maximumWait';
import type { NumberRule } from '../../../parameters/numbers';
import { optionsProperty } from '../../../parameters/options';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';
import { ifPagesFailProperty } from './ifPagesFail';
import { keepSourceFileOption } from './outputSettings';
import { questionsProperty } from './questions';
import { ownSubmissionIdOption, submissionIdFromOption } from './submissionIdFrom';

export const WARN_BELOW_CREDITS_RULE: NumberRule = { parameter: 'Warn Below Credits', min: 0 };

export const warnBelowCreditsOption: INodeProperties = {
	displayName: WARN_BELOW_CREDITS_RULE.parameter,
	name: 'warnBelowCredits',
	type: 'number',
	typeOptions: { minValue: WARN_BELOW_CREDITS_RULE.min },
	default: 20,
	description: 'Shows a note on the node when fewer credits than this are available afterwards',
};

export const maximumWaitOption = maximumWaitProperty(
	60,
	'How long to wait for an extraction to finish. After that the node fails with its ID, while it goes on at the service.',
);

/** The collection "Options". */
export const extractDocumentsOptions: INodeProperties = optionsProperty(
	SUBMISSION_OPTIONS.affectedFieldFillColor,
	{
		displayName: 'Cancel Extraction When Stopped',
		name: 'cancelWhenStopped',
		type: 'boolean',
		default: false,
		description:
			'Whether to cancel the extraction when the execution is stopped while it waits. Otherwise it goes on at the service.',
	},
	SUBMISSION_OPTIONS.excludeColumns,
	{
		displayName: 'Extract Again',
		name: 'extractAgain',
		type: 'boolean',
		default: false,
		description:
			'Whether to extract again, at new cost, if the earlier extraction of this request was cancelled or its rows have expired',
	},
	FILE_OPTIONS.fileNamePattern,
	ifPagesFailProperty,
	keepSourceFileOption,
	maximumWaitOption,
	FILE_OPTIONS.minimumFileSize,
	SUBMISSION_OPTIONS.outputLanguage,
	questionsProperty,
	SUBMISSION_OPTIONS.reviewNeededFillColor,
	SUBMISSION_OPTIONS.sendCompletionEmail,
	FILE_OPTIONS.skipUnsupportedFiles,
	{
		displayName: 'Split Large Batches',
		name: 'splitLargeBatches',
		type: 'boolean',
		default: true,
		description:
			'Whether to make several extractions where the files are too many or too large for one. Rows come in the order of the input either way.',
	},
	submissionIdFromOption,
	ownSubmissionIdOption,
	SUBMISSION_OPTIONS.taskName,
	SUBMISSION_OPTIONS.typedValues,
	warnBelowCreditsOption,
);
