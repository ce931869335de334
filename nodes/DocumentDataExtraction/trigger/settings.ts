import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { OutputFormat, Scope } from '../api/extractions';
import type { InvoiceChoice } from '../extraction/rows/invoices/InvoiceChoice';
import { choiceProblems, readChoice } from '../parameters/choices';
import { readScope, submissionMethodFilter } from '../parameters/filters';
import { checkInvoiceChoice } from '../parameters/invoices';
import {
	checkFormats,
	checkOutputField,
	formatsProperty,
	outputFieldProperty,
	simplifyProperty,
} from '../parameters/outputShape';
import { problemsOf, throwIfAny, valueOf } from '../shared/problems';
import { completedOutputProperty, eventsProperty, includeQuestionsProperty } from './fields';
import type { EventKind } from './machine/events';

/** The outputs for a completed extraction that need its rows. */
export type RowsOutput =
	{ output: 'rows' | 'extractionWithRows' } | { output: 'invoices'; invoices: InvoiceChoice };

/** What to output for a completed extraction. */
export type CompletedOutput =
	| RowsOutput
	| { output: 'extractionWithFiles'; formats: OutputFormat[]; fieldName: string }
	| { output: 'extraction' };

export const needsRows = (completed: CompletedOutput): completed is RowsOutput =>
	completed.output !== 'extraction' && completed.output !== 'extractionWithFiles';

/** Which events the user chose, and in which shape. */
export interface TriggerSettings {
	events: ReadonlySet<EventKind>;
	scope?: Scope;
	/** `api` or `web_app`; undefined takes both. */
	submissionMethod?: string;
	/** Lower case; empty takes every name. */
	taskNameContains: string;
	/** Whether to say nothing of those that failed for lack of a free place only. */
	ignoreConcurrencyFailures: boolean;
	simplify: boolean;
	includeQuestions: boolean;
	/** The most rows of an extraction; all of them when it is left out. */
	rowLimit?: number;
	completed: CompletedOutput;
}

/** The value of a parameter, or its default if an older workflow has none. */
const valueOfProperty = (context: IPollFunctions, { name, default: otherwise }: INodeProperties): unknown =>
	context.getNodeParameter(name, otherwise);

function readFilesOutput(context: IPollFunctions): CompletedOutput {
	const formats = checkFormats(context.getNodeParameter(formatsProperty.name, []));
	const fieldName = checkOutputField(valueOfProperty(context, outputFieldProperty));
	throwIfAny([formats, fieldName].flatMap(problemsOf));
	return { output: 'extractionWithFiles', formats: valueOf(formats), fieldName: valueOf(fieldName) };
}

function readCompleted(context: IPollFunctions): CompletedOutput {
	const output = valueOfProperty(context, completedOutputProperty);
	throwIfAny(choiceProblems(completedOutputProperty, output));
	if (output === 'extractionWithFiles') return readFilesOutput(context);
	if (output !== 'invoices') return { output: output as 'rows' | 'extractionWithRows' | 'extraction' };
	return { output, invoices: valueOf(checkInvoiceChoice((property) => valueOfProperty(context, property))) };
}

function readEvents(context: IPollFunctions): Set<EventKind> {
	const given: unknown = context.getNodeParameter(eventsProperty.name, []);
	if (Array.isArray(given) && given.length === 0) {
		const text = 'No event is chosen. Choose at least one';
		throwIfAny([{ parameter: eventsProperty.displayName, text }]);
	}
	throwIfAny(choiceProblems(eventsProperty, given));
	return new Set(given as EventKind[]);
}

/** @throws InputProblems */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const events = readEvents(context);
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	return {
		events,
		scope: readScope(filters),
		submissionMethod: readChoice(submissionMethodFilter, filters.submissionMethod ?? undefined),
		taskNameContains: String(filters.taskNameContains ?? '')
			.trim()
			.toLowerCase(),
		ignoreConcurrencyFailures: filters.ignoreConcurrencyFailures === true,
		simplify: valueOfProperty(context, simplifyProperty) === true,
		includeQuestions: valueOfProperty(context, includeQuestionsProperty) === true,
		completed: events.has('completed') ? readCompleted(context) : { output: 'extraction' },
	};
}

/** Whether an extraction is one that the user wants to hear of; undefined if it lacks what a filter asks for. */
export function passesFilters(
	{ submissionMethod, taskNameContains }: TriggerSettings,
	extraction: { submission_method?: unknown; task_name?: unknown },
): boolean | undefined {
	const { submission_method: method, task_name: name } = extraction;
	const isMethod = submissionMethod === undefined || (method ?? undefined) === submissionMethod;
	if (!isMethod && typeof method === 'string') return false;
	const isName =
		taskNameContains === '' ||
		String(name ?? '')
			.toLowerCase()
			.includes(taskNameContains);
	if (!isName && typeof name === 'string') return false;
	return (isMethod && isName) || undefined;
}

/** The code of a failed extraction, as a list, a status or the record gives it. */
export function failureCodeOf(told: object | undefined): string | undefined {
	const { error } = (told ?? {}) as { error?: { code?: unknown } | null };
	return typeof error?.code === 'string' ? error.code : undefined;
}

/** Whether an extraction failed only because too many were running, and the user does not want to hear of that. */
export const waitsForPlace = (
	{ ignoreConcurrencyFailures }: TriggerSettings,
	code: string | undefined,
): boolean => ignoreConcurrencyFailures && code === 'CONCURRENT_TASK_LIMIT';
