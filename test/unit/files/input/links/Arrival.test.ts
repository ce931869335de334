import { PassThrough, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LIMITS } from '../../../../../nodes/DocumentDataExtraction/api/limits';
import { whileItMoves } from '../../../../../nodes/DocumentDataExtraction/files/stream/intoStore';
import { Arrival } from '../../../../../nodes/DocumentDataExtraction/files/input/links/Arrival';
import { storeFile } from '../../../../../nodes/DocumentDataExtraction/files/input/links/fetchLink';

type StoreContext = Parameters<typeof storeFile>[0];

const PDF = Buffer.concat([
	Buffer.from('%PDF-1.7\n'),
	Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251)),
]);
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** A stream whose chunks have the given size. */
const inChunks = (bytes: Buffer, size: number): Readable =>
	Readable.from(
		Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
			bytes.subarray(i * size, (i + 1) * size),
		),
		{ objectMode: false },
	);

const tick = async () => await new Promise((resolve) => setImmediate(resolve));

/** The ways in which n8n's stores read. */
const READERS: Record<string, (stream: Readable) => Promise<Buffer>> = {
	'in a loop': async (stream) => {
		const chunks: Buffer[] = [];
		for await (const chunk of stream) chunks.push(chunk as Buffer);
		return Buffer.concat(chunks);
	},
	'through a pipe that is slow': async (stream) => {
		const chunks: Buffer[] = [];
		const sink = new Writable({
			highWaterMark: 1,
			write: (chunk: Buffer, _encoding, done) => {
				chunks.push(chunk);
				setImmediate(done);
			},
		});
		await pipeline(stream, sink);
		return Buffer.concat(chunks);
	},
	'by listening': async (stream) =>
		await new Promise((resolve, reject) => {
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', () => resolve(Buffer.concat(chunks)));
			stream.on('error', reject);
		}),
};

const refusal = (contents: string) => new Error(`refused: ${contents}`);

describe('a file that arrives', () => {
	const never = { idleMs: 1, sleep: async () => await new Promise<void>(() => undefined) };

	it.each(
		Object.entries(READERS).flatMap(([how, reader]) =>
			[1, 3, 8, 4096, 10_000].map((size) => ({ how, reader, size })),
		),
	)('is read whole, $how, in chunks of $size bytes', async ({ reader, size }) => {
		const stream = inChunks(PDF, size);
		const arrival = new Arrival(stream, refusal);
		const read = async () => {
			expect(await arrival.begin()).toBe('pdf');
			// A store may take its time before it reads.
			await tick();
			return await reader(stream);
		};
		expect(await whileItMoves(stream, read, never)).toEqual(PDF);
		expect(arrival).toMatchObject({ bytes: PDF.length });
	});

	it('is cut off where it is no document', async () => {
		for (const [text, contents] of [
			['<html>', 'page'],
			['{"a":1}', 'text'],
			['', 'empty'],
		] as const) {
			const stream = new PassThrough();
			const arrival = new Arrival(stream, refusal);
			stream.end(text);
			await expect(arrival.begin()).rejects.toThrow('not wanted');
			expect(arrival.refused).toEqual(refusal(contents));
			expect(stream.destroyed).toBe(true);
		}
	});

	it.each([
		[0, false],
		[1, true],
	])('with %i bytes over the limit: too large is %s', async (more, isTooLarge) => {
		const stream = inChunks(
			Buffer.concat([PNG, Buffer.alloc(LIMITS.imageBytes + more - PNG.length)]),
			65_536,
		);
		const arrival = new Arrival(stream, refusal);
		expect(await arrival.begin()).toBe('png');
		await READERS['in a loop']!(stream).catch(() => undefined);
		expect(arrival.refused).toEqual(isTooLarge ? refusal('png') : undefined);
	});

	it('says so if its connection breaks before it begins', async () => {
		const broken = new PassThrough();
		const arrival = new Arrival(broken, refusal);
		const begun = arrival.begin();
		broken.destroy(new Error('reset'));
		await expect(begun).rejects.toThrow('reset');
		const gone = new PassThrough();
		gone.destroy();
		await expect(new Arrival(gone, refusal).begin()).rejects.toThrow('closed');
	});
});

it('a file is kept in memory where no execution owns it, for nobody would delete it', async () => {
	const context = { getExecutionId: () => undefined } as unknown as StoreContext;
	expect(await storeFile(context, inChunks(PDF, 100), 'a.pdf', 'application/pdf')).toEqual({
		data: PDF.toString('base64'),
		mimeType: 'application/pdf',
		fileName: 'a.pdf',
		bytes: PDF.length,
	});
});
