import { z } from 'zod';

/** "Identifier fields": letters, digits, `.`, `_`, `:`, `-`. */
export const identifier = z
	.string()
	.min(1)
	.max(200)
	.regex(/^[A-Za-z0-9._:-]*$/, 'may contain letters, digits and . _ : - only');

export const sessionParams = z.object({ upload_session_id: identifier });
export const extractionParams = z.object({ extraction_id: z.string().uuid() });
export const scope = z.enum(['own', 'team']).optional();
export const noQuery = z.object({}).strict();
export const scopeQuery = z.object({ scope }).strict();

/** A whole number written in a query string. */
export const queryInteger = (min: number, max: number) =>
	z
		.string()
		.regex(/^-?\d{1,15}$/, 'must be a whole number')
		.transform(Number)
		.pipe(z.number().int().min(min).max(max));

/** ISO 8601 with a timezone, as milliseconds since the epoch. */
export const timestamp = z
	.string()
	.datetime({ offset: true, message: 'must be an ISO 8601 timestamp with a timezone' })
	.transform((text) => Date.parse(text));
