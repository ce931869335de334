import { z } from 'zod';
import type { ApiClient } from '../http/client';
import { maybe } from '../schemas/tolerant';

/** `GET /credits/balance` */
export const creditBalance = z
	.object({ credits_balance: z.number(), credits_reserved: maybe(z.number()) })
	.passthrough();
type CreditBalance = z.infer<typeof creditBalance>;

/** `GET /credits/balance`. It costs nothing. */
export const getCreditBalance = async (api: ApiClient): Promise<CreditBalance> =>
	await api.call({ method: 'GET', path: '/credits/balance', rateClass: 'balance', schema: creditBalance });
