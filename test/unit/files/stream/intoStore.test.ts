import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { whileItMoves } from '../../../../nodes/DocumentDataExtraction/files/stream/intoStore';
import { VirtualClock } from '../../../support/virtualClock';

/** Reads in a time of its own: on a busy machine a moment may take longer than the 60 ms after which a stream counts as dead. */
async function watched<T>(
	stream: Readable,
	read: (clock: VirtualClock) => Promise<T>,
	clock = new VirtualClock(),
) {
	const sleep = async (ms: number, signal: AbortSignal) => await clock.sleep(ms, signal);
	const watching = whileItMoves(stream, async () => await read(clock), { idleMs: 60, sleep });
	const [result] = await Promise.all([watching, clock.runUntil()]);
	return result;
}

const byPipe = async (stream: Readable): Promise<Buffer> => {
	const through = new PassThrough();
	const [whole] = await Promise.all([buffer(through), pipeline(stream, through)]);
	return whole;
};

const byOldPipe = async (stream: Readable): Promise<Buffer> => await buffer(stream.pipe(new PassThrough()));

const byListening = async (stream: Readable): Promise<Buffer> =>
	await new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		stream.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
		stream.on('end', () => resolve(Buffer.concat(chunks)));
		stream.once('error', reject);
	});

describe.each([
	['an iteration', buffer],
	['listening alone, as the old in-memory store does', byListening],
	['a pipeline', byPipe],
	['a pipe', byOldPipe],
])('a stream that is read by %s', (_how, read) => {
	const text = 'abcdefghij'.repeat(50_000);

	it('a stream that is watched comes whole', async () => {
		const stream = Readable.from([Buffer.from(text.slice(0, 7)), Buffer.from(text.slice(7))]);
		const value = await watched(stream, async () => await read(stream));
		expect(value?.toString()).toBe(text);
	});

	it('comes whole when it is slow but moves, and its reader comes late', async () => {
		const clock = new VirtualClock();
		const stream = new PassThrough();
		for (let index = 0; index < 10; index++)
			clock.at(index * 20, () => stream.write(text.slice(index * 1000, (index + 1) * 1000)));
		clock.at(200, () => stream.end());
		const late = async () => {
			await clock.sleep(150);
			return await read(stream);
		};
		const value = await watched(stream, late, clock);
		expect(value?.toString()).toBe(text.slice(0, 10_000));
	});

	it('is destroyed when nothing comes any more', async () => {
		const stream = new PassThrough();
		stream.write(text.slice(0, 1000));
		expect(await watched(stream, async () => await read(stream))).toBeUndefined();
		expect(stream.destroyed).toBe(true);
	});
});

describe('the watch over a stream', () => {
	it('lets a reader rest while there is something for it', async () => {
		const stream = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(20_000)));
		const resting = async (clock: VirtualClock) => {
			let bytes = 0;
			for await (const chunk of stream) {
				bytes += (chunk as Buffer).length;
				if (bytes === 100_000) await clock.sleep(400);
			}
			return bytes;
		};
		expect(await watched(stream, resting)).toBe(800_000);
	});

	it('lets the last byte be stored for as long as that takes', async () => {
		const stream = Readable.from(['all']);
		const storing = async (clock: VirtualClock) => {
			const whole = await buffer(stream);
			await clock.sleep(300);
			return whole.toString();
		};
		expect(await watched(stream, storing)).toBe('all');
	});

	it('hands on what the reader throws', async () => {
		const stream = Readable.from(['all']);
		const full = async () => await Promise.reject(new Error('ENOSPC'));
		await expect(watched(stream, full)).rejects.toThrow('ENOSPC');
	});
});
