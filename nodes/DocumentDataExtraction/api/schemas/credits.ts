import { z } from 'zod';
import { maybe } from './tolerant';

/** `GET /credits/balance` */
export const creditBalance = z
	.object({ credits_balance: z.number(), credits_reserved: maybe(z.number()) })
	.passthrough();
export type CreditBalance = z.infer<typeof creditBalance>;
