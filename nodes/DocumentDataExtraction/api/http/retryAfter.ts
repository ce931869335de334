/** The service may resume before the time that it names, so the node asks again at this interval in milliseconds. */
const ADVISORY_MS = 60_000;

type ErrorDetails = Record<string, unknown> | null | undefined;

function fromSeconds(seconds: unknown): number | undefined {
	const isGiven = typeof seconds === 'number' || (typeof seconds === 'string' && seconds.trim() !== '');
	const ms = isGiven ? Number(seconds) * 1000 : NaN;
	return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function untilDate(date: unknown, now: number): number | undefined {
	const at = typeof date === 'string' ? Date.parse(date) : NaN;
	// A date in the past says nothing: asking every second would use up all tries while the service is still away.
	return at > now ? Math.max(1000, at - now) : undefined;
}

/**
 * How long a response asks to wait, in milliseconds: `details.retry_after_seconds`, the `Retry-After` header (seconds or a date),
 * or until `details.resumes_at` (at least a second and at most a minute, for it is advisory); undefined when it does not ask, or the
 * time has passed.
 */
export function retryAfterMs(
	headers: Record<string, unknown>,
	details: ErrorDetails,
	now: number,
): number | undefined {
	const header = headers['retry-after'];
	const untilResumed = untilDate(details?.resumes_at, now);
	return (
		fromSeconds(details?.retry_after_seconds) ??
		fromSeconds(header) ??
		untilDate(header, now) ??
		(untilResumed && Math.min(untilResumed, ADVISORY_MS))
	);
}
