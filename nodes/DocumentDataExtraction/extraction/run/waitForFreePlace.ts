import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/http/sleep';
import { isCutOff } from '../../api/errors/ServiceError';
import { listExtractions } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import { attempt } from '../../shared/attempt';
import { steadyNow, timeOf } from '../../shared/time';

const FIRST_LOOK_MS = 2000;
const LOOK_EVERY_MS = 15_000;

/** The service may count extractions that it does not list, such as a team's. Then the node just tries again after this time. */
const LONGEST_WAIT_MS = 3 * 60_000;

/** The last pause leaves this much of the time for the submission. */
const SUBMISSION_MS = 1000;

/** If the list shows no extraction that takes up a place, the node can only let time pass. */
const pauseInTheDark = (refusals: number): number =>
	Math.min(LONGEST_WAIT_MS, FIRST_LOOK_MS * 2 ** Math.min(refusals - 1, 10));

/** The extractions that take up places, by the time they were made. */
interface Places {
	times: Map<string, number>;
	/** Those made before it are not listed. */
	since: number;
}

/** @returns undefined if the list fails: looking only helps, so it is no reason to fail */
async function placesTaken(api: ApiClient): Promise<Places | undefined> {
	const listed = await attempt(
		async () => await listExtractions(api, { status: 'processing', limit: LIMITS.listPage.max }),
	);
	if (!listed.ok) {
		if (isCutOff(listed.error)) throw listed.error;
		return undefined;
	}
	const { extractions, has_more } = listed.value;
	const times = new Map(
		extractions.map(({ extraction_id, created_at }) => [extraction_id, timeOf(created_at)]),
	);
	return { times, since: has_more ? Math.min(...times.values()) : -Infinity };
}

const hasEnded = (before: Places, now: Places): boolean =>
	[...before.times].some(([id, time]) => time > now.since && !now.times.has(id));

/**
 * Waits until one of the extractions that take up the service's places has ended. A submission that finds no place leaves a failed
 * extraction behind, so the node looks first.
 *
 * @param refusals how often in a row the service had no place
 * @returns false when the deadline came first
 */
export async function waitForFreePlace(api: ApiClient, deadline: number, refusals: number): Promise<boolean> {
	const startedAt = steadyNow();
	const before = await placesTaken(api);
	const isDark = !before || before.times.size === 0;
	let rest = isDark ? pauseInTheDark(refusals) : FIRST_LOOK_MS;
	for (; ; rest = Math.min(rest * 2, LOOK_EVERY_MS)) {
		const left = deadline - SUBMISSION_MS - steadyNow();
		if (left <= 0) return false;
		await pause(Math.min(rest, left), api.signal);
		if (isDark || steadyNow() - startedAt >= LONGEST_WAIT_MS) return true;
		const now = await placesTaken(api);
		if (now && hasEnded(before, now)) return true;
	}
}
