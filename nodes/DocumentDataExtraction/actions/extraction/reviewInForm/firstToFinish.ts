import { MINUTE_MS } from '../../../shared/time';

/** n8n marks an execution as running long before this. If it could not go on, somebody may hand the review in again. */
const KEPT_MS = MINUTE_MS;

const finishedAt = new Map<string, number>();

/**
 * Whether nobody else has just finished the same review. n8n lets only the first of two go on, but both would be thanked.
 *
 * @param review names the execution, the node and what is reviewed
 * @param now in milliseconds since the epoch
 */
export function isFirstToFinish(review: string, now: number): boolean {
	for (const [other, at] of finishedAt) if (now - at > KEPT_MS || at > now) finishedAt.delete(other);
	if (finishedAt.has(review)) return false;
	finishedAt.set(review, now);
	return true;
}
