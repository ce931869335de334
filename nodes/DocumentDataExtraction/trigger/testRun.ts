import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isAboutAccess } from '../api/errors/ServiceError';
import { createClient } from '../api/http/client';
import { listExtractions } from '../api/endpoints/extractions';
import { LIMITS } from '../api/limits';
import { BRIEF } from '../api/http/retry';
import { throwIfAny, type Problem } from '../shared/problems';
import { eventItems, incompleteItem } from './eventItems';
import type { EventKind } from './state';
import { readSettings } from './settings';
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

/**
 * A test run in the editor: outputs the latest extractions that would have been announced, in the chosen shape, and remembers nothing.
 *
 * @throws InputProblems if none matches
 */
export async function testRun(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = { ...readSettings(context), rowLimit: ROWS_SHOWN };
	const { events, scope, submissionMethod } = settings;
	const api = await createClient(context, { retry: BRIEF });
	const shown: INodeExecutionData[][] = [];
	let cursor: string | undefined;
	for (let page = 0; page < MOST_PAGES_SEARCHED && shown.length < SHOWN; page++) {
		const query = { scope, submission_method: submissionMethod, limit: LIMITS.listPage.max, cursor };
		const { extractions, next_cursor } = await listExtractions(api, query);
		for (const item of extractions) {
			const { extraction_id: id, status } = item;
			if (shown.length === SHOWN || !events.includes(status as EventKind)) continue;
			const event = { kind: status as EventKind, id, item, createdAt: 0, tries: 0, questions: [] };
			const made = await attempt(async () => await eventItems(api, context, event, settings));
			if (!made.ok && isAboutAccess(made.error)) throw made.error;
			const items = made.ok ? made.value : [incompleteItem(event, made.error)];
			if (items.length > 0) shown.push(items);
		}
		if (!next_cursor) break;
		cursor = next_cursor;
	}
	if (shown.length === 0) throwIfAny([NONE]);
	return shown.flat();
}
