import fc from 'fast-check';
import { happenings } from '../model/happenings';
import { play } from '../model/play';
import { setups } from '../model/setups';

/** The same ones every time, so that a change of the code shows. `npm run simulate:trigger` plays more of them, others each time. */
const { HISTORIES, SEED } = process.env;
const seed = SEED ?? (HISTORIES ? undefined : '15');
const run = { numRuns: Number(HISTORIES ?? 1000), ...(seed ? { seed: Number(seed) } : {}) };
const LONGEST_MS = 3_600_000;

describe('whatever happens to the service, to n8n and to the workflow', () => {
	it(
		'each event is announced exactly once, cheaply and in time, and once more only where n8n lost the state',
		async () => {
			await fc.assert(
				fc.asyncProperty(setups, happenings(8), happenings(run.numRuns > 1000 ? 30 : 15), play),
				run,
			);
		},
		LONGEST_MS,
	);
});
