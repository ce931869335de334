import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isAboutAccess } from '../api/errors/ServiceError';
import { createClient, type ApiClient } from '../api/http/client';
import { listExtractions } from '../api/endpoints/extractions';
import { LIMITS } from '../api/limits';
import { BRIEF } from '../api/http/retry';
import type { ListedExtraction } from '../api/schemas/extractions';
import { throwIfAny, type Problem } from '../shared/problems';
import { eventItems, incompleteItem } from './eventItems';
import type { EventKind } from './state';
import { passesFilters, readSettings, waitsForPlace, type TriggerSettings } from './settings';
import { attempt } from '../shared/attempt';

/** How many extractions a test run shows. */
const SHOWN = 3;

/** How many rows it shows of each. */
const ROWS_SHOWN = 100;

/** How many pages it looks through. */
const MOST_PAGES_SEARCHED = 5;

const NONE: Problem = {
	text: 'No extraction matches yet',
	// n8n 2 calls it published, earlier ones active.
	nextStep:
		'Run one that fits the filters and test again, or change Trigger On and Filters. A published (active) workflow starts with the next one that matches.',
};

const matches = (settings: TriggerSettings, extraction: ListedExtraction): boolean =>
	settings.events.includes(extraction.status as EventKind) &&
	passesFilters(settings, extraction) === true &&
	!waitsForPlace(settings, extraction);

async function latestMatching(api: ApiClient, settings: TriggerSettings): Promise<ListedExtraction[]> {
	const { scope, submissionMethod } = settings;
	const found: ListedExtraction[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < MOST_PAGES_SEARCHED && found.length < SHOWN; page++) {
		const query = { scope, submission_method: submissionMethod, limit: LIMITS.listPage.max, cursor };
		const { extractions, next_cursor } = await listExtractions(api, query);
		found.push(...extractions.filter((extraction) => matches(settings, extraction)));
		if (!next_cursor) break;
		cursor = next_cursor;
	}
	return found.slice(0, SHOWN);
}

/**
 * A test run in the editor: outputs the latest extractions that would have been announced, in the chosen shape, and remembers nothing.
 *
 * @throws InputProblems if none matches
 */
export async function testRun(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = { ...readSettings(context), rowLimit: ROWS_SHOWN };
	const api = await createClient(context, { retry: BRIEF });
	const found = await latestMatching(api, settings);
	if (found.length === 0) throwIfAny([NONE]);
	const items: INodeExecutionData[] = [];
	for (const item of found) {
		const { extraction_id: id, status } = item;
		const event = { kind: status as EventKind, id, item, createdAt: 0, tries: 0, questions: [] };
		const made = await attempt(async () => await eventItems(api, context, event, settings));
		if (!made.ok && isAboutAccess(made.error)) throw made.error;
		items.push(...(made.ok ? made.value : [incompleteItem(event, made.error)]));
	}
	return items;
}
