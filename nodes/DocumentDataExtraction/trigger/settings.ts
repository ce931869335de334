import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import {
	addRowId,
	columnNames,
	formats,
	outputField,
	simplify,
	invoiceChoice,
} from '../parameters/outputShape';
import {
	checkAdded,
	checkAll,
	choice,
	collection,
	ifAdded,
	propertiesOf,
	selection,
	shownAs,
	text,
	toggle,
	type Shown,
	type Values,
} from '../parameters/param';
import { both, valid, valueOf } from '../shared/problems';
import { searchText } from '../shared/text';
import type { EventKind } from './state';
import { scope, submissionMethod } from '../parameters/ids/extraction';

const showForOutput = (...outputs: string[]) => ({
	show: { events: ['completed'], completedOutput: outputs },
});

const IF_ROWS = showForOutput('extractionWithRows', 'invoices', 'rows');

/** The events that start the workflow. The editor makes a trigger of each: "On extraction completed". */
const EVENTS: Record<EventKind, Shown> = {
	completed: ['Extraction Completed', 'An extraction has its rows'],
	failed: ['Extraction Failed', 'An extraction ended with an error'],
	cancelled: ['Extraction Cancelled', 'An extraction was cancelled'],
	input_required: [
		'Questions Asked',
		'An extraction waits for answers. Each new set of questions is an event.',
	],
};

/** The text that the canvas shows below the node's name, such as "completed, input required". */
export const SUBTITLE = '={{ $parameter["events"].join(", ").replaceAll("_", " ") }}';

export const parameters = {
	events: selection({
		displayName: 'Trigger On',
		name: 'events',
		of: EVENTS,
		ifNone: 'No event is chosen. Choose at least one',
		required: true,
		default: ['completed', 'failed', 'cancelled', 'input_required'],
		description: 'What starts the workflow',
	}),
	/** In alphabetical order, as n8n wants lists of five and more. */
	completedOutput: choice({
		displayName: 'Output for Completed',
		name: 'completedOutput',
		displayOptions: { show: { events: ['completed'] } },
		of: {
			extractionWithFiles: [
				'One Item per Extraction with Files',
				'The extraction with its XLSX, CSV or JSON files',
			],
			extractionWithRows: ['One Item per Extraction with Rows', 'The extraction with a list of its rows'],
			extraction: [
				'One Item per Extraction without Rows',
				'Only the extraction. Get Rows can fetch its rows later.',
			],
			invoices: ['One Item per Invoice', 'Each invoice with its rows as lines, as an ERP takes a bill'],
			rows: ['One Item per Row', 'The columns of each row, with the ID of the extraction'],
		},
		default: 'rows',
		description: 'What to output when an extraction is completed',
	}),
	...invoiceChoice(showForOutput('invoices')),
	columnNames: shownAs(columnNames, { displayOptions: IF_ROWS }),
	addRowId: shownAs(addRowId, { displayOptions: IF_ROWS }),
	formats: shownAs(formats, { displayOptions: showForOutput('extractionWithFiles') }),
	fieldName: shownAs(outputField, { displayOptions: showForOutput('extractionWithFiles') }),
	simplify,
};

export const filters = {
	ignoreConcurrencyFailures: ifAdded(
		toggle({
			displayName: 'Ignore Concurrency Failures',
			name: 'ignoreConcurrencyFailures',
			default: true,
			description:
				'Whether to ignore extractions that failed only because too many ran at once (CONCURRENT_TASK_LIMIT). Extract Documents retries these by itself, other operations do not.',
		}),
	),
	scope: shownAs(scope, {
		description:
			'Whose extractions to watch. If empty, team admins watch their team and others watch their own.',
	}),
	submissionMethod,
	/** As `searchText`; empty takes every name. */
	taskNameContains: text(
		{
			displayName: 'Task Name Contains',
			name: 'taskNameContains',
			placeholder: 'e.g. Invoices',
			description: 'Only output extractions whose task name contains this text, in upper or lower case',
		},
		(name) => valid(searchText(name)),
	),
};

/** The parameters of the trigger, as the editor shows them. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	...propertiesOf(parameters),
	collection('Filter', propertiesOf(filters)),
];

/** Which events the user chose, and in which shape. */
export type TriggerSettings = Values<typeof parameters & typeof filters> & {
	/** The most rows of an extraction; all of them when it is left out. */
	rowLimit?: number;
};

/** @throws InputProblems */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const chosen = checkAll(parameters, (name, whenAbsent) =>
		context.getNodeParameter(name, whenAbsent as string),
	);
	const added = checkAdded(filters, context.getNodeParameter('filters', {}) as IDataObject);
	return valueOf(both(chosen, added));
}

/** Whether an extraction is one that the user wants to hear of; undefined if it lacks what a filter asks for. */
export function passesFilters(
	{ submissionMethod, taskNameContains }: TriggerSettings,
	{ submission_method: method, task_name: name }: { submission_method?: unknown; task_name?: unknown },
): boolean | undefined {
	const isOfMethod =
		submissionMethod === undefined || (typeof method === 'string' ? method === submissionMethod : undefined);
	const isOfName =
		taskNameContains === '' ||
		(typeof name === 'string' ? searchText(name).includes(taskNameContains) : undefined);
	return isOfMethod === false || isOfName === false ? false : isOfMethod && isOfName;
}

/**
 * Whether an extraction failed only because too many were running, and the user does not want to hear of that.
 *
 * @param told what a list, a status or the record says of it
 */
export function waitsForPlace(settings: TriggerSettings, told: object | undefined): boolean {
	const { error } = (told ?? {}) as { error?: { code?: unknown } | null };
	return settings.ignoreConcurrencyFailures === true && error?.code === 'CONCURRENT_TASK_LIMIT';
}
