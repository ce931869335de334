import type { ApiClient } from './http/client';
import { creditBalance, type CreditBalance } from './schemas/credits';

/** `GET /credits/balance`. It costs nothing. */
export const getCreditBalance = async (api: ApiClient): Promise<CreditBalance> =>
	await api.call({ method: 'GET', path: '/credits/balance', rateClass: 'balance', schema: creditBalance });
