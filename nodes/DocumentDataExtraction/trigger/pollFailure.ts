import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isServiceError, type ServiceFailure } from '../api/ServiceError';
import { toNodeError } from '../nodeError';
import { isKeyCode } from './access';

/** What newer versions of n8n read to let a trigger that cannot succeed poll less often. Older ones ignore it. */
interface PollFailure {
	cause: 'rate-limited' | 'credential-invalid' | 'temporarily-unavailable';
	retryAfterMs?: number;
}

function causeOf({ code, retryable, retryAfterMs }: ServiceFailure): PollFailure | undefined {
	if (isKeyCode(code)) return { cause: 'credential-invalid' };
	if (!retryable) return undefined;
	const cause = code === 'RATE_LIMITED' ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The node error of a failed poll. */
export function pollError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error);
	const failure = isServiceError(error) ? causeOf(error.failure) : undefined;
	return failure ? Object.assign(nodeError, { failure }) : nodeError;
}
