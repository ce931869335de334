import { setTimeout as sleep } from 'node:timers/promises';

/** Kept from here: a test may stop time, or let it pass faster. */
const { now } = Date;

export interface Patience {
	/** How long to wait before giving up. Default 110: less than the time limit of a test, so that the message is seen. */
	seconds?: number;
	/** How often to look. Default 1. */
	everyMs?: number;
	/** What to add to the message when the time is up. */
	detail?: () => string;
}

let waits = 0;

/** Whether somebody waits for a condition just now. */
export const isWaitedFor = (): boolean => waits > 0;

/**
 * Waits until `check` gives something other than undefined, null or false, and returns it.
 *
 * @throws after `seconds`, with what was waited for
 */
export async function until<T>(
	what: string,
	check: () => T | Promise<T>,
	{ seconds = 110, everyMs = 1, detail }: Patience = {},
): Promise<Exclude<T, undefined | null | false>> {
	const end = now() + seconds * 1000;
	waits += 1;
	try {
		for (;;) {
			const found = await check();
			if (found !== undefined && found !== null && found !== false)
				return found as Exclude<T, undefined | null | false>;
			if (now() >= end) throw new Error(`Waited ${seconds} s for: ${what}.${detail ? ` ${detail()}` : ''}`);
			await sleep(everyMs);
		}
	} finally {
		waits -= 1;
	}
}
