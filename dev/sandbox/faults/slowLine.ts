import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ActiveFault } from './Faults';
import { sleep } from '../sleep';
import { Line } from './Line';

/** So often a second a throttled answer sends a little, however slow the line. */
const STEPS_PER_SECOND = 20;

/** Does nothing until the client gives up, or for `delayMs`; then cuts the connection, or with `resumes` lets it go on. */
async function stall({ delayMs, resumes }: ActiveFault, socket: Socket): Promise<void> {
	const closed = socket.destroyed ? Promise.resolve() : once(socket, 'close');
	const over = delayMs === undefined ? [] : [sleep(delayMs)];
	await Promise.race([closed, ...over]);
	if (!resumes || socket.destroyed) {
		socket.destroy();
		throw new Error('cut after a planned stall');
	}
}

/** Hands a body on as a planned `throttle` or `stall` lets it pass; `total` is its length. Without one of them, as it comes. */
export function slowed(
	body: AsyncIterable<Buffer>,
	total: number,
	fault: ActiveFault | null,
	socket: Socket,
): AsyncIterable<Buffer> {
	if (fault?.kind === 'throttle') return throttled(body, fault, socket);
	if (fault?.kind === 'stall') return stalled(body, Math.ceil(total / 2), fault, socket);
	return body;
}

async function* throttled(body: AsyncIterable<Buffer>, fault: ActiveFault, socket: Socket) {
	const rate = fault.bytesPerSecond!;
	const line = fault.line ?? new Line(rate);
	const step = Math.max(1, Math.floor(rate / STEPS_PER_SECOND));
	for await (const chunk of body) {
		for (let from = 0; from < chunk.length; from += step) {
			const piece = chunk.subarray(from, from + step);
			await line.carry(piece.length);
			if (socket.destroyed) throw new Error('the client has gone');
			yield piece;
		}
	}
}

async function* stalled(body: AsyncIterable<Buffer>, half: number, fault: ActiveFault, socket: Socket) {
	let passed = 0;
	for await (const chunk of body) {
		const before = half - passed;
		passed += chunk.length;
		if (before <= 0 || before > chunk.length) {
			yield chunk;
			continue;
		}
		yield chunk.subarray(0, before);
		await stall(fault, socket);
		yield chunk.subarray(before);
	}
}
