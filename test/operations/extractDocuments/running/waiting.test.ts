import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';
import { STATUS } from '../../../support/endpoints';

const HOUR = 3_600_000;

describe('Extract Documents: waiting', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const waits = (): unknown[] =>
		node.sandbox.control
			.requests()
			.filter(({ endpoint }) => endpoint === STATUS)
			.map(({ query }) => query?.wait);

	it('holds one request until the extraction ends', async () => {
		node.sandbox.control.planExtractions([{ processingMs: 1500 }]);
		const run = await extract(node, { input: await invoiceItems(node, 'W-1') });
		expect(traced(run.items)).toEqual([['W-1', 'W-1.pdf (Page 1)', 0]]);
		expect(waits()).toEqual(['45']);
	});

	it.each([
		['falls back to shorter waits where a proxy cuts held requests', 2, ['45', '20', '10']],
		['asks without holding where a proxy cuts every held request', 4, ['45', '20', '10', '5', undefined]],
	])('%s, and still finishes', async (_, cuts, expected) => {
		const { control } = node.sandbox;
		control.planExtractions([{ processingMs: HOUR }]);
		control.addFault({ endpoint: STATUS, kind: 'cut_held', delayMs: 1100, count: cuts });
		const running = extract(node, { input: await invoiceItems(node, 'W-2') });
		await until(
			'all the cut requests',
			() => control.requests().filter(({ status }) => status === 504).length === cuts,
		);
		await control.advanceClock(HOUR);
		const run = await running;
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual([['W-2', 'W-2.pdf (Page 1)', 0]]);
		expect(waits()).toEqual(expected);
	});

	it('keeps to the long poll where a gateway fails now and then', async () => {
		node.sandbox.control.planExtractions([{ processingMs: 4000 }]);
		node.sandbox.control.addFault({ endpoint: STATUS, kind: 'html', count: 3 });
		const run = await extract(node, { input: await invoiceItems(node, 'W-3') });
		expect(run.error).toBeUndefined();
		expect(waits()).toEqual(['45', '45', '45', '45']);
	});

	describe('ends at the maximum', () => {
		const options = { maximumWait: 0.02, submissionId: 'slow' };

		it('with an error that names the extraction; the same Submission ID collects it', async () => {
			node.sandbox.control.planExtractions([{ processingMs: HOUR }]);
			const input = await invoiceItems(node, 'W-4');
			const { error } = await extract(node, { input, options });
			const [extraction] = node.sandbox.control.extractions();
			expect(extraction?.status).toBe('processing');
			expect(error?.message).toMatch(
				/^The extraction did not finish within the maximum wait: its status is processing/,
			);
			expect(error?.description).toMatch(/continues on the service.*Get Rows.*at no cost/);
			expect(error?.description).toContain(extraction!.extraction_id);
			expect(error?.context).toMatchObject({ extraction_id: extraction!.extraction_id });

			await node.sandbox.control.advanceClock(HOUR);
			const run = await extract(node, { input, options });
			expect(traced(run.items)).toEqual([['W-4', 'W-4.pdf (Page 1)', 0]]);
			expect(node.sandbox.control.extractions()).toHaveLength(1);
			expect(countOf(node, 'PUT part')).toEqual([1]);
		});

		it('also where the service does not answer at all', async () => {
			node.sandbox.control.planExtractions([{ processingMs: HOUR }]);
			node.sandbox.control.addFault({
				endpoint: STATUS,
				kind: 'error',
				code: 'INTERNAL_ERROR',
				count: 1000,
			});
			const { error } = await extract(node, { input: await invoiceItems(node, 'W-5'), options });
			expect(error?.description).toContain(node.sandbox.control.extractions()[0]!.extraction_id);
		});

		it('counted from the end of the upload on, however long that takes', async () => {
			node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 3500 });
			node.sandbox.control.planExtractions([{ rows: 1 }]);
			const input = await invoiceItems(node, 'W-6');
			const run = await extract(node, { input, options: { maximumWait: 0.05 } });
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(1);
		});
	});
});
