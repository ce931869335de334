import { promises } from './history/properties';
import { LONGEST_MS, simulate } from './simulate';

/** A few; the numbered files play more of them. */
describe('Extract Documents, whatever happens', () => {
	it(`keeps its ${promises.length} promises`, async () => await simulate(30, 5), LONGEST_MS);
});
