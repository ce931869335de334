import type { z } from 'zod';
import { ApiError, type Issue } from '../errors';

/** zod's issues as the contract shows them: an unknown key is an issue of its own, at its own path. */
function toIssues(issues: z.ZodIssue[]): Issue[] {
	return issues.flatMap((issue) =>
		issue.code === 'unrecognized_keys'
			? issue.keys.map((key) => ({ message: 'is not a field of this request', path: [...issue.path, key] }))
			: [{ message: issue.message, path: issue.path }],
	);
}

/** The value as the schema reads it. Throws `INVALID_INPUT` with every issue. */
export function parse<T extends z.ZodTypeAny>(schema: T, value: unknown): z.output<T> {
	const result = schema.safeParse(value);
	if (!result.success) throw new ApiError('INVALID_INPUT', { issues: toIssues(result.error.issues) });
	return result.data as z.output<T>;
}
