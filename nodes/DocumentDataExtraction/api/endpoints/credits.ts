import { z } from 'zod';
import type { ApiClient } from '../http/client';
import { maybe } from '../schemas/tolerant';

/** `GET /credits/balance` */
export const creditBalance = z
	.object({ credits_balance: z.number(), credits_reserved: maybe(z.number()) })
	.passthrough();

/** `GET /credits/balance`. It costs nothing. */
export const getCreditBalance = async (api: ApiClient) =>
	await api.call({ method: 'GET', path: '/credits/balance', rateClass: 'balance', schema: creditBalance });
