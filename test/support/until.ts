import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds. A test that waits in vain ends by the limit of its own. */
export async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await sleep(5);
}
