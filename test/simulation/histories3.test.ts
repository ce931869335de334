import { promises } from './history/properties';
import { LONGEST_MS, simulate } from './simulate';

/** The histories are spread over files, so that workers share them. */
describe('Extract Documents, whatever happens', () => {
	it(`keeps its ${promises.length} promises`, async () => await simulate(550, 3), LONGEST_MS);
});
