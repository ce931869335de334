import { openWorkbench, type Workbench } from '../workbench';
import { countOf, extract, traced } from './extracting';
import { parcel, PARCEL_PART_SIZE, PARCEL_ROWS } from './parcel';
import { until } from './until';

describe('Extract Documents: two runs at once with the same Submission ID', () => {
	let bench: Workbench;
	beforeEach(async () => {
		bench = await openWorkbench({ partSize: PARCEL_PART_SIZE, processingMs: 30 });
	});
	afterEach(async () => await bench.close());

	const expectOneExtraction = (): void => {
		const charges = bench.sandbox.control.extractions().map((extraction) => extraction.charges);
		expect(charges).toEqual([[expect.objectContaining({ credits: PARCEL_ROWS.length })]]);
	};

	it('both end with the rows of the one extraction', async () => {
		const runs = await Promise.all([
			extract(bench, await parcel(bench)),
			extract(bench, await parcel(bench)),
		]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(runs.map(({ items }) => traced(items))).toEqual([PARCEL_ROWS, PARCEL_ROWS]);
		expectOneExtraction();
	});

	it('one goes on where the other has completed a file that it is still sending', async () => {
		bench.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 2000, count: 6 });
		const slow = extract(bench, await parcel(bench));
		await until(() => countOf(bench, 'PUT part')[0] === 6);
		bench.sandbox.control.clearFaults();
		const fast = await extract(bench, await parcel(bench));
		expect(traced(fast.items)).toEqual(PARCEL_ROWS);
		const run = await slow;
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual(PARCEL_ROWS);
		expectOneExtraction();
	});
});
