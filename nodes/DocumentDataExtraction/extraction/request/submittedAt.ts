import type { ApiClient } from '../../api/http/client';

/**
 * Says when a request was sent, by the service's clock, because the extraction's own times are of that clock.
 *
 * @param sentAt by the clock of this machine, which need not be right
 */
export const submittedAt = (api: Pick<ApiClient, 'serviceTime'>, sentAt: number, now = Date.now()): number =>
	(api.serviceTime() ?? now) - (now - sentAt);
