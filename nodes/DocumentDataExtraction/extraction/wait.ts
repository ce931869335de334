import { pause, type Api } from '../api/connection';
import { getExtractionStatus, isTerminal, type Scope } from '../api/extractions';
import { LIMITS } from '../api/limits';
import { ONCE } from '../api/retry';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { attempt, isServiceError, LOCAL_CODES, ServiceError } from '../api/ServiceError';

/** Seconds a request is held. Where a proxy cuts held requests, the next shorter one is tried; 0 is a plain status call. */
const HOLDS = [LIMITS.waitSeconds.max, 20, 10, 5, 0] as const;

/** A service that cannot be reached for this long is given up; the extraction goes on there. */
const OUTAGE_MS = 10 * 60_000;

export interface WaitOptions {
	/** When to stop waiting, in milliseconds since the epoch. */
	deadline: number;
	scope?: Scope;
	/** Goes on waiting where questions are asked: for an extraction that is being cancelled. */
	throughQuestions?: boolean;
}

/** Adds the extraction to a failure, so that the user can find it again. */
const about = (extractionId: string, error: unknown): unknown =>
	isServiceError(error) ? new ServiceError({ ...error.failure, extractionId }) : error;

/**
 * Waits until an extraction has ended or asks questions, with the service's long poll.
 *
 * @returns the status; still an unfinished one when the deadline came first
 * @throws ServiceError with the extraction's id
 */
export async function waitForExtraction(
	api: Api,
	extractionId: string,
	{ deadline, scope, throughQuestions = false }: WaitOptions,
): Promise<ExtractionStatus> {
	const isSettled = ({ status }: ExtractionStatus): boolean =>
		isTerminal(status) || (status === 'input_required' && !throughQuestions);
	const rest = async (ms: number): Promise<void> => {
		const rested = await attempt(async () => await pause(ms, api.signal));
		if (!rested.ok) throw about(extractionId, rested.error);
	};
	let hold = 0;
	let unreachableSince: number | undefined;
	let failedInARow = 0;
	for (;;) {
		const remaining = Math.max(0, deadline - Date.now());
		const seconds = Math.min(HOLDS[hold] ?? 0, Math.floor(remaining / 1000));
		const askedAt = Date.now();
		const asked = await attempt(
			async () =>
				await getExtractionStatus(api, extractionId, { wait: seconds || undefined, scope, retry: ONCE }),
		);
		if (asked.ok) {
			unreachableSince = undefined;
			failedInARow = 0;
			if (isSettled(asked.value) || Date.now() >= deadline) return asked.value;
			const wasHeld = seconds > 0 && Date.now() - askedAt >= 900;
			// An unknown status may be answered at once although a wait was asked for.
			if (!wasHeld) await rest(Math.min(LIMITS.pollPauseMs, Math.max(0, deadline - Date.now())));
			continue;
		}
		unreachableSince ??= askedAt;
		const givenUp = Date.now() >= deadline || Date.now() - unreachableSince > OUTAGE_MS;
		if (givenUp || !mayPass(asked.error)) throw about(extractionId, asked.error);
		if (seconds > 0 && !isRateLimit(asked.error)) hold = Math.min(hold + 1, HOLDS.length - 1);
		await rest(Math.min(pauseAfter(failedInARow++), Math.max(0, deadline - Date.now())));
	}
}

const isRateLimit = (error: unknown): boolean => isServiceError(error) && error.code === 'RATE_LIMITED';

const mayPass = (error: unknown): boolean =>
	isServiceError(error) && error.failure.retryable && error.code !== LOCAL_CODES.cancelled;

const pauseAfter = (failuresBefore: number): number => Math.min(30_000, 500 * 2 ** failuresBefore);
