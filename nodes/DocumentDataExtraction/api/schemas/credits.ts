import { z } from 'zod';

/** `GET /credits/balance` */
export const creditBalance = z
	.object({ credits_balance: z.number(), credits_reserved: z.number() })
	.passthrough();
export type CreditBalance = z.infer<typeof creditBalance>;
