import fc from 'fast-check';
import { SECOND } from './clock';
import type { Setup } from './history';
import { USUAL, type Settings } from './settings';

/** So few that every bound is reached by a handful of extractions. */
const FEW = {
	pageSize: 2,
	pagesPerPoll: 3,
	statusesPerPoll: 3,
	processingListFrom: 2,
};
const FEWEST = { ...FEW, pagesPerPoll: 2, statusesPerPoll: 1 };
/** Room for less than ten. */
const LITTLE_MEMORY = { ...FEW, stateBytes: 1200 };

const settings: fc.Arbitrary<Settings> = fc.record({
	events: fc.constantFrom<Settings['events'][]>(
		USUAL.events,
		['completed', 'failed', 'input_required'],
		['failed'],
		['input_required'],
	),
	method: fc.constantFrom<Array<Settings['method']>>(undefined, undefined, 'api'),
	scope: fc.constantFrom<Array<Settings['scope']>>(undefined, undefined, undefined, 'team'),
	nameContains: fc.constantFrom(undefined, undefined, 'invoices'),
	extra: fc.constantFrom<Array<Settings['extra']>>('nothing', 'nothing', 'rows', 'files'),
	rowItems: fc.constantFrom<Array<Settings['rowItems']>>('perExtraction', 'perRow'),
	simplify: fc.boolean(),
});

const SLOW = [1, 7, 10, 20, 27, 40].map((seconds) => seconds * SECOND);

/** How n8n, the service and the trigger are set up. */
export const setups: fc.Arbitrary<Setup> = fc.record({
	persistence: fc.constantFrom<Array<Setup['persistence']>>('memory', 'memory', 'durable', 'cursor'),
	budget: fc.constantFrom<Array<Setup['budget']>>('none', 'told'),
	keepsActivation: fc.boolean(),
	dropsOutdated: fc.boolean(),
	publishingMs: fc.constantFrom(0, 0, 3 * SECOND),
	limits: fc.constantFrom<Array<Record<string, number>>>({}, {}, FEW, FEWEST, LITTLE_MEMORY),
	settings,
	cursorStyle: fc.constantFrom<Array<Setup['cursorStyle']>>('place', 'place', 'count'),
	latencyMs: fc.constantFrom(50, 50, 50, 50, 50, 50, ...SLOW),
	staysSlow: fc.boolean(),
});
