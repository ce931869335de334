import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { checkAdded, checkAll, type Values } from '../parameters/param';
import { problemsOf, throwIfAny, valueOf } from '../shared/problems';
import { filters, parameters } from './fields';

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
	throwIfAny([chosen, added].flatMap(problemsOf));
	return { ...valueOf(chosen), ...valueOf(added) };
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
): boolean => ignoreConcurrencyFailures === true && code === 'CONCURRENT_TASK_LIMIT';
