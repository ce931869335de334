import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isServiceError, type ServiceFailure } from '../api/ServiceError';
import { toNodeError } from '../nodeError';

const CREDENTIAL_CODES = new Set(['UNAUTHENTICATED', 'API_KEY_EXPIRED', 'API_KEY_REVOKED']);

/** What newer versions of n8n read to let a trigger that cannot succeed poll less often. Older ones ignore it. */
interface PollFailure {
	cause: 'rate-limited' | 'credential-invalid' | 'temporarily-unavailable';
	retryAfterMs?: number;
}

function causeOf({ code, retryable, retryAfterMs }: ServiceFailure): PollFailure | undefined {
	if (code === 'RATE_LIMITED')
		return { cause: 'rate-limited', ...(retryAfterMs !== undefined && { retryAfterMs }) };
	if (CREDENTIAL_CODES.has(code)) return { cause: 'credential-invalid' };
	if (!retryable) return undefined;
	return { cause: 'temporarily-unavailable', ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The node error of a failed poll. */
export function pollError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error);
	const failure = isServiceError(error) ? causeOf(error.failure) : undefined;
	return failure ? Object.assign(nodeError, { failure }) : nodeError;
}
