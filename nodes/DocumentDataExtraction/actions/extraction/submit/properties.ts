import type { INodeProperties } from 'n8n-workflow';
import { uploadSessionIdProperty } from '../../../parameters/identifiers';
import { optionsProperty } from '../../../parameters/options';
import { promptProperties } from '../../../parameters/prompt';
import { SUBMISSION_ID } from '../submissionId';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';

export const FILE_IDS = 'File IDs';

export const submitProperties: INodeProperties[] = [
	{
		...uploadSessionIdProperty,
		description:
			'The upload session that holds the files. The default takes it from the output of Upload Session: Upload Files.',
	},
	{
		displayName: FILE_IDS,
		name: 'fileIds',
		type: 'string',
		required: true,
		default: '={{ $json.file_ids }}',
		placeholder: 'e.g. file-1, file-2',
		description:
			'The completed files of that session to extract from: IDs separated by commas, a JSON array, or an expression that gives a list of IDs or of items with a file_id. The default takes them from the output of Upload Session: Upload Files.',
	},
	...promptProperties,
	optionsProperty(
		SUBMISSION_OPTIONS.affectedFieldFillColor,
		{
			displayName: 'Ask Questions',
			name: 'askQuestions',
			type: 'boolean',
			default: false,
			description:
				'Whether the service may stop and ask when it is unsure. The extraction then waits with the status input_required until Answer: Submit answers.',
		},
		SUBMISSION_OPTIONS.excludeColumns,
		SUBMISSION_OPTIONS.outputLanguage,
		SUBMISSION_OPTIONS.reviewNeededFillColor,
		SUBMISSION_OPTIONS.sendCompletionEmail,
		{
			displayName: SUBMISSION_ID,
			name: 'submissionId',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.messageId }}',
			description:
				'An ID of yours for this submission. Submitting the same files again with the same ID returns the earlier extraction and its status, also if it was cancelled, so nothing is charged twice. One that failed is submitted again, after some seconds. Files are compared by name and number, not by content. Any text. When left out, one is made that stays the same when n8n tries the node again.',
		},
		{
			...SUBMISSION_OPTIONS.taskName,
			description:
				'Name of the extraction in the dashboard, 3 to 40 characters. When left out, the name of the first file where the item tells it.',
		},
		SUBMISSION_OPTIONS.typedValues,
	),
];
