import fc from 'fast-check';
import { bufferSizeFor, PartBuffers } from '../../../../nodes/DocumentDataExtraction/files/upload/pool';

const MiB = 1024 * 1024;

describe('the size of the buffer for a part', () => {
	it.each([
		[8 * MiB, 8 * MiB, 8 * MiB],
		[6 * MiB, 8 * MiB, 8 * MiB],
		[100 * 1024, 8 * MiB, 128 * 1024],
		[1, 8 * MiB, 1],
		[9_000_000, 10_000_000, 10_000_000],
	])('of %i bytes, where parts have up to %i, is %i', (bytes, partSize, expected) => {
		expect(bufferSizeFor(bytes, partSize)).toBe(expected);
	});

	it('always has room for the part, and never more than twice that', () =>
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 64 * MiB }),
				fc.integer({ min: 0, max: 64 * MiB }),
				(bytes, more) => {
					const size = bufferSizeFor(bytes, bytes + more);
					expect(size).toBeGreaterThanOrEqual(bytes);
					expect(size).toBeLessThan(2 * bytes + 1);
				},
			),
		));
});

describe('part buffers', () => {
	it('are handed out again once they are given back, and not before', () => {
		const buffers = new PartBuffers();
		const first = buffers.take(1000);
		const second = buffers.take(1000);
		expect(second).not.toBe(first);
		buffers.giveBack(first);
		expect(buffers.take(1000)).toBe(first);
		expect(buffers.take(1000)).not.toBe(second);
	});

	it('are kept by size', () => {
		const buffers = new PartBuffers();
		const small = buffers.take(500);
		buffers.giveBack(small);
		expect(buffers.take(1000)).toHaveLength(1000);
		expect(buffers.take(500)).toBe(small);
	});

	it('are let go of when sizes that nobody asks for pile up', () => {
		const buffers = new PartBuffers();
		const oldest = buffers.take(1);
		buffers.giveBack(oldest);
		for (let size = 2; size <= 9; size++) buffers.giveBack(Buffer.allocUnsafeSlow(size));
		expect(buffers.take(1)).not.toBe(oldest);
	});
});
