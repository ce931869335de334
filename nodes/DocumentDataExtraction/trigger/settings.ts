import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { OutputFormat, Scope } from '../api/extractions';
import type { InvoiceChoice } from '../extraction/rows/invoices/InvoiceChoice';
import { checkAdded, checkAll, type Values } from '../parameters/param';
import { problemsOf, throwIfAny, valueOf } from '../shared/problems';
import { filters, parameters } from './fields';
import type { EventKind } from './machine/events';

/** The outputs for a completed extraction that need its rows. */
export type RowsOutput =
	{ output: 'rows' | 'extractionWithRows' } | { output: 'invoices'; invoices: InvoiceChoice };

/** What to output for a completed extraction. */
type CompletedOutput =
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
	/** The most rows of an extraction; all of them when it is left out. */
	rowLimit?: number;
	completed: CompletedOutput;
}

function completedOutputOf(given: Values<typeof parameters>): CompletedOutput {
	const { completedOutput: output, formats, fieldName } = given;
	if (output === 'extractionWithFiles') return { output, formats, fieldName };
	return output === 'invoices' ? { output, invoices: given } : { output };
}

/** @throws InputProblems */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const checked = checkAll(parameters, (name, whenAbsent) =>
		context.getNodeParameter(name, whenAbsent as string),
	);
	const checkedFilters = checkAdded(filters, context.getNodeParameter('filters', {}) as IDataObject);
	throwIfAny([checked, checkedFilters].flatMap(problemsOf));
	const given = valueOf(checked);
	const { scope, submissionMethod, taskNameContains, ignoreConcurrencyFailures } = valueOf(checkedFilters);
	const events = new Set<EventKind>(given.events);
	return {
		events,
		scope,
		submissionMethod,
		taskNameContains: taskNameContains.trim().toLowerCase(),
		ignoreConcurrencyFailures: ignoreConcurrencyFailures === true,
		simplify: given.simplify,
		completed: events.has('completed') ? completedOutputOf(given) : { output: 'extraction' },
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
