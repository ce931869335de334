import type { IPollFunctions } from 'n8n-workflow';
import type { OutputFormat, Scope } from '../api/extractions';
import { readScope } from '../parameters/scope';
import { throwIfAny, type Problem } from '../shared/problems';
import type { EventKind } from './machine/events';

/** What the user chose to be told, and in which shape. */
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
	completed:
		| { extra: 'nothing' }
		| { extra: 'rows'; perRow: boolean }
		| { extra: 'files'; formats: OutputFormat[]; fieldName: string };
}

const DOWNLOAD_FORMATS: readonly string[] = ['csv', 'json', 'xlsx'] satisfies OutputFormat[];
const EVENTS: readonly unknown[] = [
	'completed',
	'failed',
	'cancelled',
	'input_required',
] satisfies EventKind[];
const SUBMISSION_METHODS: readonly unknown[] = ['api', 'web_app'];
const EXTRAS: readonly unknown[] = ['nothing', 'rows', 'files'];

/** What an expression may have given in place of the formats. */
function formatProblems(formats: unknown): Problem[] {
	const parameter = 'Formats';
	if (!Array.isArray(formats) || formats.length === 0)
		return [{ parameter, text: 'No format is chosen. Choose at least one' }];
	return formats
		.filter((format) => !DOWNLOAD_FORMATS.includes(String(format)))
		.map((format) => ({
			parameter,
			text: `"${String(format)}" is unknown. A format can be xlsx, csv or json`,
		}));
}

function readCompleted(context: IPollFunctions): TriggerSettings['completed'] {
	const extra: unknown = context.getNodeParameter('completedExtra', 'nothing');
	if (!EXTRAS.includes(extra))
		throwIfAny([
			{
				parameter: 'For Completed, Also Get',
				text: `"${String(extra)}" is unknown. Choose Nothing, Rows or Output Files`,
			},
		]);
	if (extra === 'rows')
		return { extra, perRow: context.getNodeParameter('rowItems', 'perExtraction') === 'perRow' };
	if (extra !== 'files') return { extra: 'nothing' };
	const formats = context.getNodeParameter('formats', []) as OutputFormat[];
	const fieldName = String(context.getNodeParameter('outputFieldName', 'data') ?? '').trim();
	throwIfAny([
		...formatProblems(formats),
		...(fieldName === ''
			? [{ parameter: 'Put Output File in Field', text: 'The name of the field is empty' }]
			: []),
	]);
	return { extra, formats: [...new Set(formats)], fieldName };
}

function readEvents(context: IPollFunctions): Set<EventKind> {
	const parameter = 'Trigger On';
	const given: unknown = context.getNodeParameter('events', []);
	if (Array.isArray(given) && given.length === 0)
		throwIfAny([{ parameter, text: 'Nothing is chosen. Choose at least one event' }]);
	const unknown = Array.isArray(given) ? given.filter((each) => !EVENTS.includes(each)) : [given];
	throwIfAny(
		unknown.map((each) => ({
			parameter,
			text: `${JSON.stringify(each)} is unknown. Give a list of completed, failed, cancelled or input_required`,
		})),
	);
	return new Set(given as EventKind[]);
}

function readMethod({ submissionMethod: method }: Record<string, unknown>): string | undefined {
	if (method === undefined || method === null || method === '') return undefined;
	if (!SUBMISSION_METHODS.includes(method))
		throwIfAny([
			{
				parameter: 'Submission Method',
				text: `${JSON.stringify(method)} is unknown. It can be api or web_app`,
			},
		]);
	return method as string;
}

/** @throws InputProblems */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const events = readEvents(context);
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	return {
		events,
		scope: readScope(filters),
		submissionMethod: readMethod(filters),
		taskNameContains: String(filters.taskNameContains ?? '')
			.trim()
			.toLowerCase(),
		ignoreConcurrencyFailures: filters.ignoreConcurrencyFailures === true,
		simplify: context.getNodeParameter('simplify', true) === true,
		includeQuestions: context.getNodeParameter('includeQuestions', true) === true,
		completed: events.has('completed') ? readCompleted(context) : { extra: 'nothing' },
	};
}

/** Whether an extraction is one that the user wants to hear of. */
export function passesFilters(
	{ submissionMethod, taskNameContains }: TriggerSettings,
	extraction: { submission_method?: unknown; task_name?: unknown },
): boolean {
	if (submissionMethod !== undefined && extraction.submission_method !== submissionMethod) return false;
	return String(extraction.task_name ?? '')
		.toLowerCase()
		.includes(taskNameContains);
}

/** The code of a failed extraction, as a list, a status or the record tells it. */
export function failureCodeOf(told: object | undefined): string | undefined {
	const { error } = (told ?? {}) as { error?: { code?: unknown } | null };
	return typeof error?.code === 'string' ? error.code : undefined;
}

/** Whether an extraction failed only because too many were running, and the user does not want to hear of that. */
export const waitsForPlace = (
	{ ignoreConcurrencyFailures }: TriggerSettings,
	code: string | undefined,
): boolean => ignoreConcurrencyFailures && code === 'CONCURRENT_TASK_LIMIT';
