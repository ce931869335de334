import fc from 'fast-check';
import { splitIntoBatches } from '../../../../nodes/DocumentDataExtraction/actions/batches';

const sizes = (...given: number[]) => given.map((bytes) => ({ bytes }));

describe('splitting files into batches', () => {
	it('keeps what fits together', () => {
		expect(splitIntoBatches(sizes(4, 6), { files: 2, bytes: 10 })).toEqual([sizes(4, 6)]);
		expect(splitIntoBatches([])).toEqual([]);
	});

	it('goes by the limits of the contract', () => {
		expect(
			splitIntoBatches(Array.from({ length: 6001 }, () => ({ bytes: 1 }))).map(({ length }) => length),
		).toEqual([6000, 1]);
		const half = 1024 ** 3;
		expect(splitIntoBatches(sizes(half, half, 1)).map(({ length }) => length)).toEqual([2, 1]);
	});

	it('leaves a file over the limit alone', () =>
		expect(splitIntoBatches(sizes(1, 11, 1, 1), { files: 5, bytes: 10 })).toEqual([
			sizes(1),
			sizes(11),
			sizes(1, 1),
		]));

	it('loses nothing, keeps the order and the limits, and never starts a batch without need', () =>
		fc.assert(
			fc.property(
				fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 12 }), id: fc.nat() })),
				fc.integer({ min: 1, max: 5 }),
				fc.integer({ min: 1, max: 20 }),
				(files, maxFiles, maxBytes) => {
					const batches = splitIntoBatches(files, { files: maxFiles, bytes: maxBytes });
					const bytesOf = (batch: typeof files) => batch.reduce((sum, { bytes }) => sum + bytes, 0);
					expect(batches.flat()).toEqual(files);
					batches.forEach((batch, index) => {
						expect(batch.length).toBeGreaterThan(0);
						expect(batch.length).toBeLessThanOrEqual(maxFiles);
						if (batch.length > 1) expect(bytesOf(batch)).toBeLessThanOrEqual(maxBytes);
						const [next] = batches[index + 1] ?? [];
						if (next) expect(batch.length === maxFiles || bytesOf(batch) + next.bytes > maxBytes).toBe(true);
					});
				},
			),
		));
});
