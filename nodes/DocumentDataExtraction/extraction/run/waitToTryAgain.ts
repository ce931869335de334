import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/rate/sleep';
import { isCutOff, type ServiceError } from '../../api/errors/ServiceError';
import { listExtractions } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import { attempt } from '../../shared/attempt';
import type { Step } from '../../shared/problems';
import { MINUTE_MS, steadyNow } from '../../shared/time';
import type { BatchRun } from './batch';

/** How often a submission is tried if the service fails in a way that may pass. */
const SUBMISSIONS = 5;

/** Together they outlast a service that is overloaded for two minutes. Each try leaves a failed extraction behind, so there are few. */
const pauseAfter = (failures: number): number => Math.min(3 * MINUTE_MS, 2000 * 4 ** (failures - 1));

const FIRST_LOOK_MS = 2000;
/** Several requests may look at the same time, and together they must leave most of the list's limit to others. */
const LOOK_EVERY_MS = 30_000;

/** The service may count extractions that it does not list, such as a team's. Then the node just tries again after this time. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS;

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
async function waitForFreePlace(api: ApiClient, deadline: number, blindMs: number): Promise<boolean> {
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

const WAITED_FOR_PLACE: Step = ({ paidBeside }) =>
	`Extract Documents waits for a free place up to its Maximum Wait. That time is over. Increase Maximum Wait${paidBeside ? '' : ', and run again'}.`;

/** Waits after a failure that may pass. @throws it, if nothing more is to be submitted */
export async function waitToTryAgain(
	{ api, deadline }: BatchRun,
	error: ServiceError,
	failures: number,
): Promise<void> {
	const rest = pauseAfter(failures);
	if (error.code === 'CONCURRENT_TASK_LIMIT') {
		// The service is full for now. A place is worth as many tries as the wait allows.
		if (await waitForFreePlace(api, deadline, rest)) return;
		throw error.with({ nextStep: WAITED_FOR_PLACE });
	}
	// After the wait nothing more is submitted: it would be charged, and nobody would fetch its rows.
	if (failures >= SUBMISSIONS || steadyNow() + rest >= deadline) throw error;
	await pause(rest, api.signal);
}
