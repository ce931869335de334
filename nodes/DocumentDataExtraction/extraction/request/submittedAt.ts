import type { ApiClient } from '../../api/http/client';

/**
 * When a request was sent, by the service's clock: the one that the extraction's own times are of.
 *
 * @param sentAt by the clock of this machine, which need not be right
 */
export const submittedAt = (api: Pick<ApiClient, 'serviceTime'>, sentAt: number, now = Date.now()): number =>
	(api.serviceTime() ?? now) - (now - sentAt);
