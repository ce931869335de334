import type { INodeProperties } from 'n8n-workflow';
import { uploadSessionIdProperty } from '../../../parameters/ids/identifiers';
import { SUBMISSION_ID } from '../../../parameters/ids/ownId';
import { optionsProperty } from '../../../parameters/options';
import { promptProperties } from '../../../parameters/prompt';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';

export const FILE_IDS = 'File IDs';

export const submitProperties: INodeProperties[] = [
	{
		...uploadSessionIdProperty,
		description:
			'The upload session that contains the files. Default: the session that Upload Session: Upload Files outputs.',
	},
	{
		displayName: FILE_IDS,
		name: 'fileIds',
		type: 'string',
		required: true,
		default: '={{ $json.file_ids }}',
		placeholder: 'e.g. file-1, file-2',
		description:
			'The completed files to extract from, separated by commas, or a list from an expression. Default: the files that Upload Session: Upload Files outputs.',
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
				'Whether the service may ask questions if it is unsure. The extraction then waits until you answer them with Answer: Submit or Ask in a Form.',
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
				'Any text that identifies this submission, such as the ID of an email. A second submission of the same files with the same ID returns the earlier extraction and costs nothing. If empty, only n8n retries find it.',
		},
		{
			...SUBMISSION_OPTIONS.taskName,
			description:
				'Name of the extraction in the dashboard, 3 to 40 characters. Default: the name of the first file, if the item contains it.',
		},
		SUBMISSION_OPTIONS.typedValues,
	),
];
