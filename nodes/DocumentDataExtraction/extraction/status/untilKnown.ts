import { hasCode } from '../../api/errors/ServiceError';
import type { ApiClient } from '../../api/http/client';
import { LIMITS } from '../../api/limits';
import { pause } from '../../api/rate/sleep';
import { attempt } from '../../shared/attempt';
import { MINUTE_MS, steadyNow } from '../../shared/time';

/** Another server of the service may lag this far behind the one that accepted a submission. */
export const LAG_MS = MINUTE_MS;

/**
 * Asks again for a while if the service does not know an extraction that it has just accepted.
 *
 * @param until when to give up, by `steadyNow`
 * @throws ServiceError `EXTRACTION_NOT_FOUND` if it does not know it by then
 */
export async function untilKnown<T>(api: ApiClient, until: number, work: () => Promise<T>): Promise<T> {
	for (let pauseMs = LIMITS.pollPauseMs; ; pauseMs *= 2) {
		const done = await attempt(work);
		if (done.ok) return done.value;
		if (!hasCode(done.error, 'EXTRACTION_NOT_FOUND') || steadyNow() + pauseMs > until) throw done.error;
		await pause(pauseMs, api.signal);
	}
}
