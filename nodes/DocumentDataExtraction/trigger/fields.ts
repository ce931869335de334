import type { INodeProperties } from 'n8n-workflow';
import { scopeOption, submissionMethodFilter } from '../parameters/filters';
import { invoiceProperties } from '../parameters/invoices';
import { formatsProperty, outputFieldProperty, simplifyProperty } from '../parameters/outputShape';

const showFor = (...events: string[]): INodeProperties['displayOptions'] => ({ show: { events } });

export const eventsProperty: INodeProperties = {
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
};

export const completedExtraProperty: INodeProperties = {
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
};

export const rowItemsProperty: INodeProperties = {
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
			name: 'One Item per Invoice',
			value: 'perInvoice',
			description: 'The invoice with its rows as lines and the ID of the extraction, as an ERP takes a bill',
		},
		{
			name: 'One Item per Row',
			value: 'perRow',
			description: 'The columns of each row, with the ID of the extraction',
		},
	],
	default: 'perExtraction',
	description: 'How the rows become items',
};

export const includeQuestionsProperty: INodeProperties = {
	displayName: 'Include Questions',
	name: 'includeQuestions',
	type: 'boolean',
	displayOptions: showFor('input_required'),
	default: true,
	description: 'Whether to add the questions, with their choices and the time by which to answer',
};

const completedProperties: INodeProperties[] = [
	completedExtraProperty,
	rowItemsProperty,
	...invoiceProperties({
		show: { events: ['completed'], completedExtra: ['rows'], rowItems: ['perInvoice'] },
	}),
	{
		...formatsProperty,
		displayOptions: { show: { events: ['completed'], completedExtra: ['files'] } },
	},
	{
		...outputFieldProperty,
		displayOptions: { show: { events: ['completed'], completedExtra: ['files'] } },
	},
];

/** The parameters of the trigger. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	eventsProperty,
	...completedProperties,
	includeQuestionsProperty,
	simplifyProperty,
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
			submissionMethodFilter,
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
