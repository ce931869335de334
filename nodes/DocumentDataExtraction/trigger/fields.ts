import type { INodeProperties } from 'n8n-workflow';
import { scopeOption, submissionMethodFilter } from '../parameters/filters';
import { invoiceProperties } from '../parameters/invoices';
import { formatsProperty, outputFieldProperty, simplifyProperty } from '../parameters/outputShape';

const showFor = (...events: string[]): INodeProperties['displayOptions'] => ({ show: { events } });

/** What starts the workflow. The editor makes a trigger of each: "On extraction completed". */
const EVENTS = [
	{ name: 'Extraction Completed', value: 'completed', description: 'An extraction has its rows' },
	{ name: 'Extraction Failed', value: 'failed', description: 'An extraction ended with an error' },
	{ name: 'Extraction Cancelled', value: 'cancelled', description: 'An extraction was cancelled' },
	{
		name: 'Questions Asked',
		value: 'input_required',
		description: 'An extraction waits for answers. Each new set of questions is an event.',
	},
];

export const eventsProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: EVENTS,
	default: ['completed', 'failed', 'cancelled', 'input_required'],
	description: 'What starts the workflow',
};

const sentenceCase = (name: string): string => name.slice(0, 1) + name.slice(1).toLowerCase();

const EVENT_NAMES = JSON.stringify(
	Object.fromEntries(EVENTS.map(({ value, name }) => [value, sentenceCase(name)])),
);

/** What the canvas shows below the node's name, such as "Extraction completed, failed". */
export const SUBTITLE = `={{ $parameter["events"].map((event) => (${EVENT_NAMES})[event]).join(", ").replaceAll(", Extraction ", ", ") }}`;

/** The usual one first. */
const COMPLETED_OUTPUTS = [
	{
		name: 'One Item per Row',
		value: 'rows',
		description: 'The columns of each row, with the ID of the extraction',
	},
	{
		name: 'One Item per Invoice',
		value: 'invoices',
		description: 'Each invoice with its rows as lines, as an ERP takes a bill',
	},
	{
		name: 'One Item per Extraction with Rows',
		value: 'extractionWithRows',
		description: 'The extraction with a list of its rows',
	},
	{
		name: 'One Item per Extraction with Files',
		value: 'extractionWithFiles',
		description: 'The extraction with its XLSX, CSV or JSON files',
	},
	{
		name: 'One Item per Extraction without Rows',
		value: 'extraction',
		description: 'Only the extraction. Get Rows can fetch its rows later.',
	},
];

export const completedOutputProperty: INodeProperties = {
	displayName: 'Output for Completed',
	name: 'completedOutput',
	type: 'options',
	displayOptions: showFor('completed'),
	options: COMPLETED_OUTPUTS,
	default: 'rows',
	description: 'What to output when an extraction is completed',
};

const showForOutput = (...outputs: string[]): INodeProperties['displayOptions'] => ({
	show: { events: ['completed'], completedOutput: outputs },
});

export const includeQuestionsProperty: INodeProperties = {
	displayName: 'Include Questions',
	name: 'includeQuestions',
	type: 'boolean',
	displayOptions: showFor('input_required'),
	default: true,
	description: 'Whether to output the questions with their choices',
};

const completedProperties: INodeProperties[] = [
	completedOutputProperty,
	...invoiceProperties(showForOutput('invoices')),
	...[formatsProperty, outputFieldProperty].map((property) => ({
		...property,
		displayOptions: showForOutput('extractionWithFiles'),
	})),
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
					'Whether to ignore extractions that failed only because too many ran at once (CONCURRENT_TASK_LIMIT). Extract Documents retries these by itself, other operations do not.',
			},
			{
				...scopeOption,
				description:
					'Whose extractions to watch. If empty, team admins watch their team and others watch their own.',
			},
			submissionMethodFilter,
			{
				displayName: 'Task Name Contains',
				name: 'taskNameContains',
				type: 'string',
				default: '',
				placeholder: 'e.g. Invoices',
				description: 'Only output extractions whose task name contains this text, in upper or lower case',
			},
		],
	},
];
