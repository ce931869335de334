import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
	/** How long to wait before giving up. Default 60. */
	seconds?: number;
	/** How often to look. Default 100. */
	everyMs?: number;
	/** What to add to the message when the time is up. */
	detail?: () => string;
}

/**
 * Waits until `check` answers something other than undefined, null or false. A check that throws counts as "not yet".
 *
 * @throws after `seconds`, with what was waited for
 */
export async function until<T>(
	what: string,
	check: () => T | Promise<T>,
	{ seconds = 60, everyMs = 100, detail }: Patience = {},
): Promise<Exclude<T, undefined | null | false>> {
	const end = Date.now() + seconds * 1000;
	let last = 'it was not so';
	for (;;) {
		try {
			const found = await check();
			if (found !== undefined && found !== null && found !== false)
				return found as Exclude<T, undefined | null | false>;
		} catch (error) {
			last = (error as Error).message;
		}
		if (Date.now() >= end)
			throw new Error(`Waited ${seconds} s for: ${what}. Last: ${last}.${detail ? `\n${detail()}` : ''}`);
		await sleep(everyMs);
	}
}
