import { startNode, type NodeFixture } from '../../support/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../support/extractDocuments';
import { until } from '../../support/until';

const STATUS = 'GET /extractions/{extraction_id}';
const HOUR = 3_600_000;

describe('Extract Documents: waiting', () => {
	let bench: NodeFixture;
	beforeEach(async () => {
		bench = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await bench.close());

	const waits = (): unknown[] =>
		bench.sandbox.control
			.requests()
			.filter(({ endpoint }) => endpoint === STATUS)
			.map(({ query }) => query?.wait);

	it('holds one request until the extraction ends', async () => {
		bench.sandbox.control.planExtractions([{ processingMs: 1500 }]);
		const run = await extract(bench, { input: await invoiceItems(bench, 'W-1') });
		expect(traced(run.items)).toEqual([['W-1', 'W-1.pdf (Page 1)', 0]]);
		expect(waits()).toEqual(['45']);
	});

	it.each([
		['falls back to shorter waits where a proxy cuts held requests', 2, ['45', '20', '10']],
		['asks without holding where a proxy cuts every held request', 4, ['45', '20', '10', '5', undefined]],
	])('%s, and still finishes', async (_, cuts, expected) => {
		const { control } = bench.sandbox;
		control.planExtractions([{ processingMs: HOUR }]);
		control.addFault({ endpoint: STATUS, kind: 'cut_held', delayMs: 1100, count: cuts });
		const running = extract(bench, { input: await invoiceItems(bench, 'W-2') });
		await until(() => control.requests().filter(({ status }) => status === 504).length === cuts);
		await control.advanceClock(HOUR);
		const run = await running;
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual([['W-2', 'W-2.pdf (Page 1)', 0]]);
		expect(waits()).toEqual(expected);
	});

	it('keeps to the long poll where a gateway fails now and then', async () => {
		bench.sandbox.control.planExtractions([{ processingMs: 4000 }]);
		bench.sandbox.control.addFault({ endpoint: STATUS, kind: 'html', count: 3 });
		const run = await extract(bench, { input: await invoiceItems(bench, 'W-3') });
		expect(run.error).toBeUndefined();
		expect(waits()).toEqual(['45', '45', '45', '45']);
	});

	describe('ends at the maximum', () => {
		const options = { maximumWait: 0.02, submissionId: 'slow' };

		it('with an error that names the extraction; the same Submission ID collects it', async () => {
			bench.sandbox.control.planExtractions([{ processingMs: HOUR }]);
			const input = await invoiceItems(bench, 'W-4');
			const { error } = await extract(bench, { input, options });
			const [extraction] = bench.sandbox.control.extractions();
			expect(extraction?.status).toBe('processing');
			expect(error?.message).toMatch(
				/^The extraction did not finish within the maximum wait: its status is processing/,
			);
			expect(error?.description).toMatch(/goes on at the service.*Get Rows.*at no cost/);
			expect(error?.description).toContain(extraction!.extraction_id);
			expect(error?.context).toMatchObject({ extraction_id: extraction!.extraction_id });

			await bench.sandbox.control.advanceClock(HOUR);
			const run = await extract(bench, { input, options });
			expect(traced(run.items)).toEqual([['W-4', 'W-4.pdf (Page 1)', 0]]);
			expect(bench.sandbox.control.extractions()).toHaveLength(1);
			expect(countOf(bench, 'PUT part')).toEqual([1]);
		});

		it('also where the service does not answer at all', async () => {
			bench.sandbox.control.planExtractions([{ processingMs: HOUR }]);
			bench.sandbox.control.addFault({
				endpoint: STATUS,
				kind: 'error',
				code: 'INTERNAL_ERROR',
				count: 1000,
			});
			const { error } = await extract(bench, { input: await invoiceItems(bench, 'W-5'), options });
			expect(error?.description).toContain(bench.sandbox.control.extractions()[0]!.extraction_id);
		});

		it('counted from the end of the upload on, however long that takes', async () => {
			bench.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 3500 });
			bench.sandbox.control.planExtractions([{ rows: 1 }]);
			const input = await invoiceItems(bench, 'W-6');
			const run = await extract(bench, { input, options: { maximumWait: 0.05 } });
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(1);
		});
	});
});
