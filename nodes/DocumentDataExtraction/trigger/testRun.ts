import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { openApi, type Api } from '../api/connection';
import { listExtractions } from '../api/extractions';
import { LIMITS } from '../api/limits';
import { BRIEF } from '../api/retry';
import type { ListedExtraction } from '../api/schemas/extractions';
import { refuse } from '../problems';
import { eventItems } from './eventItems';
import type { EventKind } from './events';
import { passesFilters, readSettings, type TriggerSettings } from './settings';

/** Extractions that a test run shows. */
const SHOWN = 3;

/** Pages that a test run looks through. */
const PAGES = 5;

async function latestMatching(api: Api, settings: TriggerSettings): Promise<ListedExtraction[]> {
	const { scope, submissionMethod, events } = settings;
	const found: ListedExtraction[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < PAGES && found.length < SHOWN; page++) {
		const query = { scope, submission_method: submissionMethod, limit: LIMITS.listPage.max, cursor };
		const { extractions, has_more, next_cursor } = await listExtractions(api, query);
		found.push(
			...extractions.filter(
				(extraction) => events.has(extraction.status as EventKind) && passesFilters(settings, extraction),
			),
		);
		if (!has_more || !next_cursor) break;
		cursor = next_cursor;
	}
	return found.slice(0, SHOWN);
}

function whatWouldMatch({ events, submissionMethod, taskNameContains, scope }: TriggerSettings): string {
	const conditions = [
		`with status ${[...events].join(' or ')}`,
		submissionMethod ? `submitted by ${submissionMethod}` : '',
		taskNameContains ? `with "${taskNameContains}" in the task name` : '',
		scope ? `in the scope ${scope}` : '',
	].filter((condition) => condition !== '');
	return `No extraction matches yet. The latest one ${conditions.join(', ')} would be shown here`;
}

/**
 * A test run in the editor: the latest extractions that would have been announced, in the chosen shape. Nothing is remembered of it.
 *
 * @throws InputProblems with what would have matched when nothing does
 */
export async function testRun(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const api = await openApi(context, { retry: BRIEF });
	const extractions = await latestMatching(api, settings);
	if (extractions.length === 0) refuse([{ text: whatWouldMatch(settings) }]);
	const items: INodeExecutionData[] = [];
	for (const record of extractions)
		items.push(
			...(await eventItems(
				api,
				context,
				{ kind: record.status as EventKind, id: record.extraction_id, record },
				settings,
			)),
		);
	return items;
}
