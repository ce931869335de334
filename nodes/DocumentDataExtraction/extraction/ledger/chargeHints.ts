import type { Extracted } from '../run/batch';
import { plural } from '../../shared/text';
import type { Hint } from './hints';

const PIN = 'Pin the output while you build the next steps, so that testing costs nothing';

type Charged = Pick<Extracted, 'isEarlier' | 'status'>;

/** The extractions whose charge is known, each once: several items may share one. */
function endedOf(extractions: Charged[]): Charged[] {
	const byId = new Map(extractions.map((one) => [one.status.extraction_id, one]));
	return [...byId.values()].filter(({ status }) => typeof status.credits_deducted === 'number');
}

/** What a run was charged for, in credits. */
export const creditsUsed = (extractions: Charged[]): number =>
	endedOf(extractions)
		.filter(({ isEarlier }) => !isEarlier)
		.reduce((sum, { status }) => sum + (status.credits_deducted ?? 0), 0);

/** Says what a run cost, for somebody who builds a workflow: a test run costs as much as any other. */
export function chargeHints(extractions: Charged[]): Hint[] {
	const credits = creditsUsed(extractions);
	if (credits > 0) return [{ type: 'info', message: `This run used ${plural(credits, 'credit')}. ${PIN}` }];
	const ended = endedOf(extractions);
	if (ended.length === 0 || !ended.every(({ isEarlier }) => isEarlier)) return [];
	const found = ended.length === 1 ? 'an earlier extraction' : 'earlier extractions';
	return [{ type: 'info', message: `This run used no credits. Its output comes from ${found}` }];
}
