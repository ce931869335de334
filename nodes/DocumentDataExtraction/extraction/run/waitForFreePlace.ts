import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/rate/sleep';
import { isCutOff } from '../../api/errors/ServiceError';
import { listExtractions } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import { attempt } from '../../shared/attempt';
import { MINUTE_MS, steadyNow } from '../../shared/time';

const FIRST_LOOK_MS = 2000;
const LOOK_EVERY_MS = 15_000;

/** The service may count extractions that it does not list, such as a team's. Then the node just tries again after this time. */
const LONGEST_WAIT_MS = 3 * MINUTE_MS;

/** The last pause leaves this much of the time for the submission. */
const SUBMISSION_MS = 1000;

/** The extractions that take up the service's places; undefined if it does not list them all. Looking only helps, so it is no reason to fail. */
async function placesTaken(api: ApiClient): Promise<Set<string> | undefined> {
	const listed = await attempt(
		async () => await listExtractions(api, { status: 'processing', limit: LIMITS.listPage.max }),
	);
	if (!listed.ok && isCutOff(listed.error)) throw listed.error;
	if (!listed.ok || listed.value.has_more) return undefined;
	return new Set(listed.value.extractions.map(({ extraction_id }) => extraction_id));
}

/**
 * Waits until one of the extractions that take up the service's places has ended. A submission that finds no place leaves a failed
 * extraction behind, so the node looks first.
 *
 * @param blindMs how long to wait if the list shows none of them
 * @returns false when the deadline came first
 */
export async function waitForFreePlace(api: ApiClient, deadline: number, blindMs: number): Promise<boolean> {
	const startedAt = steadyNow();
	const before = (await placesTaken(api)) ?? new Set();
	for (let rest = before.size > 0 ? FIRST_LOOK_MS : blindMs; ; rest = Math.min(rest * 2, LOOK_EVERY_MS)) {
		const left = deadline - SUBMISSION_MS - steadyNow();
		if (left <= 0) return false;
		await pause(Math.min(rest, left), api.signal);
		if (before.size === 0 || steadyNow() - startedAt >= LONGEST_WAIT_MS) return true;
		const now = await placesTaken(api);
		if (now && [...before].some((id) => !now.has(id))) return true;
	}
}
