import type { IPollFunctions } from 'n8n-workflow';
import type { OutputFormat, Scope } from '../api/extractions';
import { readScope } from '../extraction/scopeOption';
import { refuse } from '../problems';
import type { EventKind } from './events';

/** What the user chose to be told, and in which shape. */
export interface TriggerSettings {
	events: ReadonlySet<EventKind>;
	scope?: Scope;
	/** `api` or `web_app`; undefined takes both. */
	submissionMethod?: string;
	/** Lower case; empty takes every name. */
	taskNameContains: string;
	simplify: boolean;
	includeQuestions: boolean;
	/** The most rows of an extraction; all of them when it is left out. */
	rowLimit?: number;
	completed:
		| { extra: 'nothing' }
		| { extra: 'rows'; perRow: boolean }
		| { extra: 'files'; formats: OutputFormat[]; fieldName: string };
}

function readCompleted(context: IPollFunctions): TriggerSettings['completed'] {
	const extra = context.getNodeParameter('completedExtra', 'nothing');
	if (extra === 'rows')
		return { extra, perRow: context.getNodeParameter('rowItems', 'perExtraction') === 'perRow' };
	if (extra !== 'files') return { extra: 'nothing' };
	const formats = context.getNodeParameter('formats', []) as OutputFormat[];
	if (formats.length === 0)
		refuse([{ parameter: 'Formats', text: 'No format is chosen. Choose at least one' }]);
	return { extra, formats, fieldName: String(context.getNodeParameter('outputFieldName', 'data')) };
}

/** @throws InputProblems */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const events = new Set(context.getNodeParameter('events', []) as EventKind[]);
	if (events.size === 0)
		refuse([{ parameter: 'Trigger On', text: 'Nothing is chosen. Choose at least one event' }]);
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	return {
		events,
		scope: readScope(filters),
		submissionMethod: (filters.submissionMethod as string | undefined) || undefined,
		taskNameContains: String(filters.taskNameContains ?? '')
			.trim()
			.toLowerCase(),
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
