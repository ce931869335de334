import { z } from 'zod';

/** The error of an envelope, or of a failed extraction ("Errors"). Tolerant: only the code is indispensable. */
export const serviceErrorBody = z
	.object({
		code: z.string(),
		message: z.string().catch(''),
		retryable: z.boolean().optional().catch(undefined),
		details: z.record(z.unknown()).nullish().catch(null),
	})
	.passthrough();

export const errorEnvelope = z.object({ error: serviceErrorBody }).passthrough();

export type ServiceErrorBody = z.infer<typeof serviceErrorBody>;
