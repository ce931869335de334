import fc from 'fast-check';
import {
	PartCutter,
	partCount,
	sizeOfPart,
} from '../../../../nodes/DocumentDataExtraction/files/upload/PartCutter';

async function* inChunks(chunks: Buffer[]): AsyncGenerator<Buffer> {
	yield* chunks;
}

/** Cuts bytes into chunks at the given places, empty ones included. */
function cutAt(bytes: Buffer, places: number[]): Buffer[] {
	const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
	return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

const someBytes = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((array) => Buffer.from(array));

describe('planning parts', () => {
	it.each([
		[1, 8, 1],
		[8, 8, 1],
		[9, 8, 2],
		[16, 8, 2],
		[150 * 1024 * 1024, 8 * 1024 * 1024, 19],
	])('sends %d bytes by %d in %d parts', (bytes, partSize, parts) =>
		expect(partCount(bytes, partSize)).toBe(parts),
	);

	it('covers the file exactly, and only the last part may be smaller', () =>
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 10_000 }),
				fc.integer({ min: 1, max: 3000 }),
				(bytes, partSize) => {
					const sizes = Array.from({ length: partCount(bytes, partSize) }, (_, index) =>
						sizeOfPart(index + 1, bytes, partSize),
					);
					expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes);
					expect(sizes.slice(0, -1).every((size) => size === partSize)).toBe(true);
					expect(sizes.at(-1)).toBeGreaterThan(0);
				},
			),
		));
});

describe('cutting a file into parts', () => {
	it('gives the same parts however the bytes arrive', async () =>
		await fc.assert(
			fc.asyncProperty(
				someBytes,
				fc.array(fc.nat(), { maxLength: 12 }),
				fc.integer({ min: 1, max: 64 }),
				async (bytes, places, partSize) => {
					const cutter = new PartCutter(inChunks(cutAt(bytes, places)));
					for (let number = 1; number <= partCount(bytes.length, partSize); number++) {
						const part = Buffer.alloc(sizeOfPart(number, bytes.length, partSize));
						expect(await cutter.fill(part)).toBe(part.length);
						expect(part).toEqual(bytes.subarray((number - 1) * partSize, number * partSize));
					}
					expect(await cutter.fill(Buffer.alloc(1))).toBe(0);
				},
			),
		));

	it('passes over bytes however they arrive, and goes on exactly there', async () =>
		await fc.assert(
			fc.asyncProperty(
				someBytes,
				fc.array(fc.nat(), { maxLength: 12 }),
				fc.nat({ max: 250 }),
				async (bytes, places, skipped) => {
					const cutter = new PartCutter(inChunks(cutAt(bytes, places)));
					expect(await cutter.skip(skipped)).toBe(Math.min(skipped, bytes.length));
					const rest = Buffer.alloc(Math.max(0, bytes.length - skipped));
					expect(await cutter.fill(rest)).toBe(rest.length);
					expect(rest).toEqual(bytes.subarray(skipped));
				},
			),
		));

	it('says how many bytes there were when the source ends too early', async () => {
		const cutter = new PartCutter(inChunks([Buffer.from('abc')]));
		expect(await cutter.fill(Buffer.alloc(8))).toBe(3);
	});

	it('takes chunks that are no Buffers', async () => {
		const part = Buffer.alloc(3);
		await new PartCutter(inChunks([new Uint8Array([1, 2, 3]) as Buffer])).fill(part);
		expect([...part]).toEqual([1, 2, 3]);
	});

	it('closes a source that is not read to its end', async () => {
		let closed = false;
		async function* endless(): AsyncGenerator<Buffer> {
			try {
				for (;;) yield Buffer.from('abc');
			} finally {
				closed = true;
			}
		}
		const cutter = new PartCutter(endless());
		await cutter.fill(Buffer.alloc(4));
		await cutter.close();
		expect(closed).toBe(true);
	});

	it('hands on why the source cannot be read', async () => {
		async function* broken(): AsyncGenerator<Buffer> {
			yield Buffer.from('a');
			throw new Error('The file is gone');
		}
		await expect(new PartCutter(broken()).fill(Buffer.alloc(2))).rejects.toThrow('The file is gone');
	});
});
