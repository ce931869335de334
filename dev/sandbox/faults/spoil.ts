import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActiveFault } from './Faults';
import { slowed } from './slowLine';

/** A body that passes as slowly as planned, with the length announced that it would have had. */
function slowly(
	fault: ActiveFault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: string | Readable,
) {
	const isText = typeof payload === 'string';
	const total = isText ? Buffer.byteLength(payload) : Number(reply.getHeader('content-length'));
	if (total === 0) return payload;
	reply.header('content-length', total);
	const body = isText ? Readable.from([Buffer.from(payload)]) : payload;
	return Readable.from(slowed(body, total, fault, request.raw.socket), { objectMode: false });
}

function altered(fault: ActiveFault, request: FastifyRequest, reply: FastifyReply, payload: string): string {
	const type = String(reply.getHeader('content-type'));
	if (payload === '' || !type.startsWith('application/json')) return payload;
	const body = JSON.parse(payload) as unknown;
	const { endpoint, path } = request.logEntry!;
	reply.removeHeader('content-length');
	return JSON.stringify(fault.alter!(body, { endpoint, path }) ?? body);
}

/** The part of a fault that concerns the answer: its body cut short, altered, slowed or stalled. */
export function spoil(
	fault: ActiveFault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): unknown {
	const isText = typeof payload === 'string';
	// A part's body has been slowed on its way in.
	const isSlow = fault.kind === 'throttle' || fault.kind === 'stall';
	if (isSlow && request.logEntry?.endpoint !== 'PUT part' && (isText || payload instanceof Readable)) {
		return slowly(fault, request, reply, payload);
	}
	if (fault.kind === 'altered' && isText) return altered(fault, request, reply, payload);
	if (fault.kind !== 'truncated' || !isText) return payload;
	reply.removeHeader('content-length');
	return payload.slice(0, Math.floor(payload.length / 2));
}
