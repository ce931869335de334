import { isRecord } from '../../shared/json';
import type { ServiceFailure } from './ServiceError';

/** A field of a request that the service refuses ("Errors", `details.issues`). */
export interface Issue {
	/** Where the field is, such as `["file_ids", 2]`. Empty if the service does not say. */
	path: unknown[];
	message: string;
}

/** The fields that a refusal names. */
export function issuesIn(details: ServiceFailure['details']): Issue[] {
	const issues = Array.isArray(details?.issues) ? (details.issues as unknown[]) : [];
	return issues.filter(isRecord).map(({ path, message }) => ({
		path: Array.isArray(path) ? path : [],
		message: String(message ?? ''),
	}));
}
