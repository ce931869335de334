import type { INodeProperties } from 'n8n-workflow';
import { FILE_OPTIONS, inputFileFields } from '../../inputFileFields';
import { promptFields } from '../promptFields';
import { SUBMISSION_OPTIONS } from '../submissionOptions';
import { separateReviewField } from '../rowFields';

const outputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Files', value: 'files', description: 'The XLSX, CSV or JSON file of each extraction' },
			{ name: 'Rows', value: 'rows', description: 'One item for each row, ready for a sheet or a database' },
			{
				name: 'Summary',
				value: 'summary',
				description: 'One item for each extraction, with its pages, notes, review and credits',
			},
		],
		default: 'rows',
		description: 'What to hand to the next node',
	},
	{ ...separateReviewField, displayOptions: { show: { output: ['rows'] } } },
	{
		displayName: 'Formats',
		name: 'formats',
		type: 'multiOptions',
		options: [
			{ name: 'CSV', value: 'csv' },
			{ name: 'JSON', value: 'json' },
			{ name: 'XLSX', value: 'xlsx' },
		],
		required: true,
		displayOptions: { show: { output: ['files'] } },
		default: ['xlsx'],
		description: 'Which files to hand out',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'outputFieldName',
		type: 'string',
		required: true,
		displayOptions: { show: { output: ['files'] } },
		default: 'data',
		hint: 'The name of the output field to put the file in. With several formats, the format is added: data_xlsx.',
	},
];

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
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
		FILE_OPTIONS.fileNamePattern,
		{
			displayName: 'Maximum Wait (Minutes)',
			name: 'maximumWait',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description:
				'How long to wait for an extraction to finish. After that the node fails with its ID, while it goes on at the service.',
		},
		FILE_OPTIONS.minimumFileSize,
		SUBMISSION_OPTIONS.outputLanguage,
		{
			displayName: 'Questions',
			name: 'questions',
			type: 'options',
			options: [
				{
					name: 'Accept Recommendations',
					value: 'accept',
					description: 'The service may ask; every question is answered with its recommendation',
				},
				{
					name: 'Do Not Ask',
					value: 'none',
					description: 'The service decides by itself and notes its assumptions',
				},
				{
					name: 'Hand Out Questions',
					value: 'handOut',
					description: 'The service may ask; an item with the questions comes out in place of the rows',
				},
			],
			default: 'none',
			description: 'What to do when the service is unsure',
		},
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
		{
			displayName: 'Submission ID',
			name: 'submissionId',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.messageId }}',
			description:
				'An ID of yours for this request, such as the ID of an e-mail. Running again with the same ID and files finds the earlier extraction: nothing is uploaded or charged twice. Letters, digits and . _ : -',
		},
		SUBMISSION_OPTIONS.taskName,
		SUBMISSION_OPTIONS.typedValues,
		{
			displayName: 'Warn Below Credits',
			name: 'warnBelowCredits',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 20,
			description: 'Shows a note on the node when fewer credits than this are available afterwards',
		},
	],
};

export const extractDocumentsFields: INodeProperties[] = [
	...inputFileFields,
	{
		displayName: 'Create',
		name: 'create',
		type: 'options',
		options: [
			{
				name: 'One Extraction for All Items',
				value: 'forAllItems',
				description: 'All files together; the parameters are taken from the first item',
			},
			{
				name: 'One Extraction per Item',
				value: 'perItem',
				description: 'The files of each item on their own',
			},
		],
		default: 'forAllItems',
		description:
			'How files become extractions. Every row is linked to the item its file came from either way.',
	},
	...promptFields,
	...outputFields,
	options,
];
