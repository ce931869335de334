/** Beyond it the oldest are forgotten, which are then tried more often. */
const REMEMBERED = 1_000;

const tries = new Map<string, number>();

/**
 * Counts a failed try to fetch what belongs to an event, in the memory of the process. n8n may not keep the state of a poll that announces
 * nothing: with the count in the state alone, the tries would never come to an end.
 *
 * @param key of the event, the same in every poll of this trigger
 * @returns the failed tries so far
 */
export function countFailedTry(key: string): number {
	const count = (tries.get(key) ?? 0) + 1;
	tries.delete(key);
	tries.set(key, count);
	const [oldest] = tries.keys();
	if (tries.size > REMEMBERED && oldest !== undefined) tries.delete(oldest);
	return count;
}

/** The event is over. */
export const forgetFailedTries = (key: string): boolean => tries.delete(key);
