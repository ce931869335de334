import type { Extracted } from '../run/batch';
import { plural } from '../../shared/text';
import type { Hint } from './hints';

const PIN = 'Pin the output while you build the next steps, so that testing costs nothing';

/** Says what a run cost, for somebody who builds a workflow: a test run costs as much as any other. */
export function chargeHints(extractions: Array<Pick<Extracted, 'isEarlier' | 'status'>>): Hint[] {
	// Several items may share an extraction.
	const byId = new Map(extractions.map((one) => [one.status.extraction_id, one]));
	const ended = [...byId.values()].filter(({ status }) => typeof status.credits_deducted === 'number');
	const credits = ended
		.filter(({ isEarlier }) => !isEarlier)
		.reduce((sum, { status }) => sum + (status.credits_deducted ?? 0), 0);
	if (credits > 0) return [{ type: 'info', message: `This run used ${plural(credits, 'credit')}. ${PIN}` }];
	if (ended.length === 0 || !ended.every(({ isEarlier }) => isEarlier)) return [];
	const found = ended.length === 1 ? 'an earlier extraction' : 'earlier extractions';
	return [{ type: 'info', message: `This run used no credits. Its output comes from ${found}` }];
}
