import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { openApi, type Api } from '../api/connection';
import { listExtractions } from '../api/extractions';
import { LIMITS } from '../api/limits';
import { BRIEF } from '../api/retry';
import type { ListedExtraction } from '../api/schemas/extractions';
import { attempt } from '../api/ServiceError';
import { refuse } from '../problems';
import { isAboutAccess } from './access';
import { eventItems } from './eventItems';
import type { EventKind } from './events';
import { incompleteItem } from './incompleteItem';
import { passesFilters, readSettings, type TriggerSettings } from './settings';
import { noneMatched } from './testRunProblem';

/** Extractions that a test run shows. */
const SHOWN = 3;

/** Rows that it shows of each. */
const ROWS_SHOWN = 100;

/** Pages that it looks through. */
const PAGES = 5;

async function latestMatching(api: Api, settings: TriggerSettings): Promise<ListedExtraction[]> {
	const { scope, submissionMethod, events } = settings;
	const found: ListedExtraction[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < PAGES && found.length < SHOWN; page++) {
		const query = { scope, submission_method: submissionMethod, limit: LIMITS.listPage.max, cursor };
		const { extractions, has_more, next_cursor } = await listExtractions(api, query);
		const matching = extractions.filter(
			(extraction) => events.has(extraction.status as EventKind) && passesFilters(settings, extraction),
		);
		found.push(...matching);
		if (!has_more || !next_cursor) break;
		cursor = next_cursor;
	}
	return found.slice(0, SHOWN);
}

async function itemsOf(
	api: Api,
	context: IPollFunctions,
	item: ListedExtraction,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const event = { kind: item.status as EventKind, id: item.extraction_id };
	const made = await attempt(
		async () => await eventItems(api, context, { ...event, listed: item }, settings),
	);
	if (made.ok) return made.value;
	if (isAboutAccess(made.error)) throw made.error;
	return [incompleteItem({ ...event, item }, made.error)];
}

/**
 * A test run in the editor: the latest extractions that would have been announced, in the chosen shape. Nothing is remembered of it.
 *
 * @throws InputProblems with what would have matched when nothing does
 */
export async function testRun(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = { ...readSettings(context), rowLimit: ROWS_SHOWN };
	const api = await openApi(context, { retry: BRIEF });
	const extractions = await latestMatching(api, settings);
	if (extractions.length === 0) refuse([noneMatched(settings, PAGES * LIMITS.listPage.max)]);
	const items: INodeExecutionData[] = [];
	for (const item of extractions) items.push(...(await itemsOf(api, context, item, settings)));
	return items;
}
