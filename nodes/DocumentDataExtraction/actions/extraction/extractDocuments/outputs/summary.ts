import type { Shape } from './shape';
import { tallied } from './tallied';

/** No item yet: the summary is made once all extractions have ended. It holds every point to review. */
export const summaryShape: Shape = async ({ api, extracted }) => ({
	account: { extracted, tally: await tallied(api, extracted), reviewsWithoutRow: [] },
	outputs: {},
});
