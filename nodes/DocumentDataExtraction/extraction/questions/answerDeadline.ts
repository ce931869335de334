import type { ExtractionStatus } from '../../api/schemas/extractions';
import { MINUTE_MS, timeOf } from '../../shared/time';

/** How long before `answer_by` the node stops waiting, so that the workflow can still accept the recommendations. */
export const TIME_TO_ACT_MINUTES = 15;

/**
 * When to stop waiting for answers, in milliseconds since the epoch.
 *
 * @param latest when the user wants the wait to end
 * @param serviceTime the time of day at the service, to which `answer_by` belongs
 */
export function endOfWait(
	{ answer_by: answerBy }: ExtractionStatus,
	{ latest, now, serviceTime = now }: { latest: number; now: number; serviceTime?: number },
): number {
	const leftMs = timeOf(answerBy ?? '') - serviceTime;
	if (Number.isNaN(leftMs)) return latest;
	// If little is left, most of it is for the person.
	const timeToActMs = Math.min(TIME_TO_ACT_MINUTES * MINUTE_MS, leftMs / 4);
	return Math.max(now, Math.min(latest, now + leftMs - timeToActMs));
}
