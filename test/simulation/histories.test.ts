import { promises } from './history/properties';
import { simulate } from './simulate';

/** A few; the numbered files play more of them. */
describe('Extract Documents, whatever happens', () => {
	it(`keeps its ${promises.length} promises`, async () => await simulate(30, 5), 600_000);
});
