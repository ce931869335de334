import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/http/sleep';
import { LIMITS } from '../../api/limits';
import { isServiceError } from '../../api/errors/ServiceError';
import { attempt } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';

/** Another server of the service may lag this far behind the one that accepted a submission. */
const LAG_MS = 60_000;

/**
 * Asks about an extraction that the service has just accepted. If the service does not know it yet, asks again for a while.
 *
 * @param deadline until when to ask at most, by `steadyNow`
 */
export async function onceKnown<T>(
	api: Pick<ApiClient, 'signal'>,
	deadline: number,
	ask: () => Promise<T>,
): Promise<T> {
	const until = Math.min(steadyNow() + LAG_MS, deadline);
	for (let pauseMs = LIMITS.pollPauseMs; ; pauseMs *= 2) {
		const asked = await attempt(ask);
		if (asked.ok) return asked.value;
		if (!isServiceError(asked.error) || asked.error.code !== 'EXTRACTION_NOT_FOUND') throw asked.error;
		if (steadyNow() + pauseMs > until) throw asked.error;
		await pause(pauseMs, api.signal);
	}
}
