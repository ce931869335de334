import { SECOND } from '../model/clock';
import type { Happening } from '../model/happenings';
import type { Setup } from '../model/history';
import { play } from '../model/play';
import { USUAL } from '../model/settings';
import kept from './kept.json';

/** So few that a poll reads one page of two extractions, and the next polls have moved on by the time it ends. */
const slow: Setup = {
	persistence: 'memory',
	budget: 'none',
	keepsActivation: false,
	dropsOutdated: false,
	publishingMs: 0,
	limits: {
		pageSize: 2,
		pagesPerPoll: 3,
		statusesPerPoll: 3,
		processingListFrom: 2,
	},
	settings: USUAL,
	cursorStyle: 'place',
	latencyMs: 40 * SECOND,
	staysSlow: true,
};

const quick: Setup = {
	...slow,
	settings: { ...USUAL, simplify: false },
	latencyMs: 50,
	staysSlow: false,
};

/** `createMany 0 0, burst 7 0`: what happens, each with its two numbers. */
const happenings = (text: string): Happening[] =>
	text === ''
		? []
		: text.split(', ').map((each) => {
				const [what, ...numbers] = each.split(' ');
				return [what, ...numbers.map(Number)] as unknown as Happening;
			});

/** Histories that random play once found broken. */
describe('a history', () => {
	it.each(kept)('that was broken once $title', async ({ service, setup, before, after }) => {
		const usual = service === 'slow' ? slow : quick;
		await play({ ...usual, ...setup } as Setup, happenings(before), happenings(after));
	});
});
