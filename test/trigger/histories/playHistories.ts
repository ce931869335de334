import fc from 'fast-check';
import { happenings } from '../model/happenings';
import { play } from '../model/play';
import { setups } from '../model/setups';

interface Wanted {
	histories: number;
	/** Without it, others each time. */
	seed?: number;
	/** The most happenings before the service comes to rest. */
	longest?: number;
}

/** Plays random histories until one breaks a promise, and tells the shortest that does. */
export async function playHistories({ histories, seed, longest = 15 }: Wanted): Promise<void> {
	await fc.assert(fc.asyncProperty(setups, happenings(8), happenings(longest), play), {
		numRuns: histories,
		...(seed !== undefined && { seed }),
	});
}
