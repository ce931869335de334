import fc from 'fast-check';
import { happenings } from '../model/happenings';
import type { Setup } from '../model/history';
import { play } from '../model/play';
import { setups } from '../model/setups';

interface Wanted {
	histories: number;
	/** Without it, others each time. */
	seed?: number;
	/** The most happenings before the service comes to rest. */
	longest?: number;
	/** How n8n keeps the state. Without it, in one of the three ways. */
	persistence?: Setup['persistence'];
}

/** Plays random histories until one breaks a promise, and tells the shortest that does. */
export async function playHistories({ histories, seed, longest = 15, persistence }: Wanted): Promise<void> {
	const chosen = setups.map((setup) => ({ ...setup, persistence: persistence ?? setup.persistence }));
	await fc.assert(fc.asyncProperty(chosen, happenings(8), happenings(longest), play), {
		numRuns: histories,
		...(seed !== undefined && { seed }),
	});
}
