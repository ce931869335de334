import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidInput } from '../errors';
import type { Fault } from './Faults';
import { sendHtml, sendXml } from '../http/storageErrors';
import { sleep } from '../sleep';

/** Statuses of passing trouble that the contract's table does not know, with the names that API and store give them. */
const CODES: Record<number, { api: string; store: string }> = {
	408: { api: 'REQUEST_TIMEOUT', store: 'RequestTimeout' },
	425: { api: 'TOO_EARLY', store: 'TooEarly' },
};

const isStorage = (request: FastifyRequest) => request.url.startsWith('/storage/');

function cutConnection(request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	// A body on its way is begun to be read, so that the cut comes in its middle.
	if (request.method === 'PUT') request.raw.once('data', () => request.raw.socket.destroy());
	else request.raw.socket.destroy();
}

function hang(request: FastifyRequest, reply: FastifyReply, delayMs: number | undefined): void {
	reply.hijack();
	if (delayMs !== undefined) setTimeout(() => request.raw.socket.destroy(), delayMs).unref();
}

function sendError(request: FastifyRequest, reply: FastifyReply, fault: Fault): void {
	const limited = fault.kind === 'rate_limited';
	const seconds = fault.retryAfterSeconds ?? (limited ? 1 : undefined);
	if (seconds !== undefined) reply.header('retry-after', String(seconds));
	const details = fault.details ?? (limited ? { retry_after_seconds: seconds } : null);
	const code = limited ? 'RATE_LIMITED' : (fault.code ?? CODES[fault.status ?? 500]?.api ?? 'INTERNAL_ERROR');
	const bare = code === 'INVALID_INPUT' && !details;
	const passing = fault.status !== undefined && fault.status in CODES ? true : undefined;
	const error = bare
		? invalidInput({ message: 'planned by a fault', path: [] })
		: new ApiError(code, details, { status: fault.status, retryable: fault.retryable ?? passing });
	const status = limited && isStorage(request) ? (fault.status ?? 503) : error.status;
	if (!isStorage(request)) reply.code(status).send(error.toBody());
	else if (limited) sendXml(reply, status, 'SlowDown', error.message);
	else sendXml(reply, status, CODES[status]?.store ?? 'InternalError', error.message);
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: Fault): void {
	const isText = typeof body === 'string';
	reply
		.code(status ?? 200)
		.headers({ 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
	reply.send(isText ? body : JSON.stringify(body ?? null));
}

/**
 * Carries out the part of a fault that comes before the request is looked at.
 * Returns true when the request has been dealt with.
 */
export async function applyFault(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<boolean> {
	switch (fault.kind) {
		case 'delay':
			await sleep(fault.delayMs ?? 0);
			return false;
		case 'reset':
			cutConnection(request, reply);
			return true;
		case 'hang':
			hang(request, reply, fault.delayMs);
			return true;
		case 'html':
			sendHtml(reply, fault.status ?? 502);
			return true;
		case 'expired_url':
			sendXml(reply, 403, 'AccessDenied', 'Request has expired');
			return true;
		case 'answer':
			sendAnswer(reply, fault);
			return true;
		case 'rate_limited':
		case 'error':
			sendError(request, reply, fault);
			return true;
		default:
			return false;
	}
}
