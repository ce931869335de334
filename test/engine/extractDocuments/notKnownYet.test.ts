import { openWorkbench, type Workbench } from '../workbench';
import { extract, invoiceItems, traced } from './extracting';

const STATUS = 'GET /extractions/{extraction_id}';
const DETAILS = 'GET /extractions/{extraction_id}/details';

describe('Extract Documents: an extraction that the service does not know yet', () => {
	let bench: Workbench;
	beforeEach(async () => {
		bench = await openWorkbench({ processingMs: 30 });
	});
	afterEach(async () => await bench.close());

	it.each([
		[STATUS, {}],
		[DETAILS, { submissionId: 'lag' }],
	] as const)('is asked for again (%s)', async (endpoint, options) => {
		bench.sandbox.control.addFault({ endpoint, kind: 'error', code: 'EXTRACTION_NOT_FOUND', status: 404 });
		const { error, items } = await extract(bench, { input: await invoiceItems(bench, 'L-1'), options });
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual([['L-1', 'L-1.pdf (Page 1)', 0]]);
	});

	it('is an error with its ID where it stays unknown', async () => {
		const fault = { kind: 'error', code: 'EXTRACTION_NOT_FOUND', status: 404, count: Infinity } as const;
		bench.sandbox.control.addFault({ endpoint: STATUS, ...fault });
		const options = { maximumWait: 0.1 };
		const { error } = await extract(bench, { input: await invoiceItems(bench, 'L-2'), options });
		expect(error?.message).toContain('the service does not know the extraction that it has accepted');
		expect(error?.description).toContain(bench.sandbox.control.extractions()[0]!.extraction_id);
	});
});
