import type { INodeProperties } from 'n8n-workflow';
import { scopeOption } from '../parameters/scope';

const showFor = (...events: string[]): INodeProperties['displayOptions'] => ({ show: { events } });

const completedFields: INodeProperties[] = [
	{
		displayName: 'For Completed, Also Get',
		name: 'completedExtra',
		type: 'options',
		displayOptions: showFor('completed'),
		options: [
			{ name: 'Nothing', value: 'nothing', description: 'Only the extraction itself' },
			{ name: 'Output Files', value: 'files', description: 'The XLSX, CSV or JSON file as binary data' },
			{ name: 'Rows', value: 'rows', description: 'The rows of the extraction' },
		],
		default: 'nothing',
		description: 'What to fetch when an extraction is completed',
	},
	{
		displayName: 'Row Items',
		name: 'rowItems',
		type: 'options',
		displayOptions: { show: { events: ['completed'], completedExtra: ['rows'] } },
		options: [
			{
				name: 'One Item per Extraction',
				value: 'perExtraction',
				description: 'The extraction with a list of its rows',
			},
			{
				name: 'One Item per Row',
				value: 'perRow',
				description: 'The columns of each row, with the ID of the extraction',
			},
		],
		default: 'perExtraction',
		description: 'How the rows become items',
	},
	{
		displayName: 'Formats',
		name: 'formats',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { events: ['completed'], completedExtra: ['files'] } },
		options: [
			{ name: 'CSV', value: 'csv' },
			{ name: 'JSON', value: 'json' },
			{ name: 'XLSX', value: 'xlsx' },
		],
		default: ['xlsx'],
		description: 'Which file formats to output',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'outputFieldName',
		type: 'string',
		required: true,
		displayOptions: { show: { events: ['completed'], completedExtra: ['files'] } },
		default: 'data',
		hint: 'The name of the output field to put the file in. With several formats, the format is added: data_xlsx.',
	},
];

/** The parameters of the trigger. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{ name: 'Cancelled', value: 'cancelled', description: 'An extraction was cancelled' },
			{ name: 'Completed', value: 'completed', description: 'An extraction has its rows' },
			{ name: 'Failed', value: 'failed', description: 'An extraction failed' },
			{
				name: 'Input Required',
				value: 'input_required',
				description: 'An extraction asks questions; each new set of questions is an event',
			},
		],
		default: ['cancelled', 'completed', 'failed', 'input_required'],
		description: 'What starts the workflow',
	},
	...completedFields,
	{
		displayName: 'Include Questions',
		name: 'includeQuestions',
		type: 'boolean',
		displayOptions: showFor('input_required'),
		default: true,
		description: 'Whether to add the questions, with their choices and the time by which to answer',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Ignore Concurrency Failures',
				name: 'ignoreConcurrencyFailures',
				type: 'boolean',
				default: true,
				description:
					'Whether to ignore extractions that failed only because too many were running at once (CONCURRENT_TASK_LIMIT). Extract Documents submits such documents again by itself; other ways of submitting do not.',
			},
			{
				...scopeOption,
				description: 'Whose extractions to watch. When left out: Team for team admins, Own for all others.',
			},
			{
				displayName: 'Submission Method',
				name: 'submissionMethod',
				type: 'options',
				options: [
					{ name: 'API', value: 'api', description: 'Submitted by workflows and other programs' },
					{ name: 'Web App', value: 'web_app', description: 'Submitted in the web dashboard' },
				],
				default: 'api',
				description: 'How the extraction was submitted',
			},
			{
				displayName: 'Task Name Contains',
				name: 'taskNameContains',
				type: 'string',
				default: '',
				placeholder: 'e.g. Invoices',
				description: 'Only extractions whose task name contains this text, in upper or lower case',
			},
		],
	},
];
