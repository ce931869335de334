import { z } from 'zod';
import { LOCAL_CODES } from '../errors/ServiceError';
import { withoutSignatures } from '../errors/serviceWords';
import { orText } from './tolerant';

const errorFields = {
	message: z.string().catch(''),
	retryable: z.boolean().optional().catch(undefined),
	details: z.record(z.unknown()).nullish().catch(null),
};

/** The error of an envelope ("Errors"). Tolerant: only the code is indispensable. */
const serviceErrorBody = z
	.object({ code: z.string(), ...errorFields })
	.passthrough()
	.transform(withoutSignatures);

export const errorEnvelope = z.object({ error: serviceErrorBody }).passthrough();

/** The error of a failed extraction. That it failed is known without a code. */
export const extractionError = orText(
	'message',
	z
		.object({ code: z.string().min(1).catch(LOCAL_CODES.unknown), ...errorFields })
		.passthrough()
		.transform(withoutSignatures),
);
