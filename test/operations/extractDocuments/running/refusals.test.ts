import type { IDataObject } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceFile, invoiceItems } from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';
import { itemWith } from '../../../support/items';

describe('Extract Documents: what the service refuses', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const run = async (options: IDataObject = {}) =>
		await extract(node, { input: await invoiceItems(node, 'R-1'), options });

	it.each([
		['revoked', /^The API key was revoked/, /Create a new API key/],
		['expired', /^The API key has expired/, /Create a new API key/],
	] as const)('a key that is %s', async (state, message, nextStep) => {
		node.sandbox.control.addKey({ key: node.sandbox.apiKey, state });
		const { error } = await run();
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(nextStep);
		expect(countOf(node, 'POST /uploads/sessions')).toEqual([1]);
	});

	it('a key that is wrong', async () => {
		const { engine } = node;
		const credential = { baseUrl: node.sandbox.baseUrl, apiKey: 'not-the-key' };
		const wrong = await startNode({}, { credentials: { documentDataExtractionApi: credential } });
		const { error } = await extract(wrong, { input: await invoiceItems({ engine }, 'R-2') });
		await wrong.close();
		expect(error?.message).toMatch(/^The API key is missing or wrong/);
		expect(error?.description).toMatch(/Open the credential and enter a valid API Key/);
		expect(JSON.stringify(error)).not.toContain('not-the-key');
		expect(countOf(node, 'POST /uploads/sessions')).toEqual([1]);
	});

	it('fewer credits than files, with the figures, before any byte is sent', async () => {
		node.sandbox.control.setCredits({ balance: 3, reserved: 2 });
		const { error } = await extract(node, { input: await invoiceItems(node, 'R-3', 'R-4') });
		expect(error?.message).toMatch(/^Not enough credits: 2 needed, 1 available/);
		expect(error?.description).toMatch(/^Add credits in the dashboard/);
		expect(countOf(node, 'PUT part')).toEqual([0]);
	});

	it('fewer credits than pages, once it is processed', async () => {
		node.sandbox.control.setCredits({ balance: 2 });
		const input = [itemWith(await invoiceFile(node, 'R-5', 'long.pdf', { pages: 3 }))];
		const { error } = await extract(node, { input, options: { submissionId: 'short' } });
		expect(error?.message).toMatch(/^Not enough credits: .*3 needed.*/);
		expect(error?.description).toMatch(/Add credits.*the same Submission ID and files skips/);
		expect(error?.description).toContain(node.sandbox.control.extractions()[0]!.extraction_id);
	});

	it('an error that this node does not know: the words of the service', async () => {
		node.sandbox.control.addFault({
			endpoint: 'POST /extractions',
			kind: 'error',
			code: 'MOON_TOO_FULL',
			status: 418,
		});
		const { error } = await run();
		expect(error?.message).not.toBe('');
		expect(error?.context).toMatchObject({ code: 'MOON_TOO_FULL', retryable: false });
		expect(error?.description).toMatch(/new to this node.*\(MOON_TOO_FULL\)/);
		expect(countOf(node, 'POST /extractions')).toEqual([1]);
	});

	it("a proxy's page in place of the API", async () => {
		node.sandbox.control.addFault({ endpoint: 'POST /uploads/sessions', kind: 'html', status: 200 });
		const { error } = await run();
		expect(error?.message).toMatch(/^Something other than the service responded: HTTP 200 with a web page/);
		expect(error?.description).toMatch(/Check the Base URL.*proxy or firewall/);
		expect(countOf(node, 'POST /uploads/sessions')).toEqual([1]);
	});

	const processing: Array<[string, RegExp, RegExp]> = [
		['FILE_PAGE_LIMIT_EXCEEDED', /^A file has too many pages: .*R-1\.pdf/, /Split the file/],
		['NO_PAGES_FOUND', /^The files contain no pages/, /Check that the files open/],
		['VALIDATION_FAILED', /^The service refused the files/, /PDF up to 150 MB/],
		['PROMPT_REJECTED', /^The prompt does not describe data to extract/, /Describe in the prompt which data/],
		['PROMPT_UNCLEAR', /^The prompt is unclear/, /Describe the data to extract more precisely/],
		[
			'FILE_SIZE_LIMIT_EXCEEDED',
			/^A file exceeded the size limit while it was processed/,
			/Split or compress/,
		],
		[
			'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED',
			/^Part of a PDF exceeded the size limit while it was processed/,
			/Split the PDF/,
		],
		['SOMETHING_NEW', /^The extraction failed with SOMETHING_NEW/, /new to this node/],
	];

	it.each(processing)('a failure of processing: %s', async (code, message, nextStep) => {
		node.sandbox.control.planExtractions([{ fail: { code } }]);
		const { error } = await run();
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(nextStep);
		const [extraction] = node.sandbox.control.extractions();
		expect(error?.context).toMatchObject({ code, extraction_id: extraction!.extraction_id });
		expect(countOf(node, 'POST /extractions')).toEqual([1]);
	});

	it('a real file with a password, by its name and item', async () => {
		const locked = await invoiceFile(node, 'R-6', 'locked.pdf', { encrypted: true });
		const input = [...(await invoiceItems(node, 'R-7', 'R-8')), itemWith(locked)];
		const { error } = await extract(node, { input });
		expect(error?.message).toMatch(/^A file is protected with a password: .*locked\.pdf.*$/);
		expect(error?.description).toMatch(/Remove the password/);
	});

	it('an extraction that somebody cancelled', async () => {
		node.sandbox.control.planExtractions([{ processingMs: 600_000 }]);
		const started = run();
		await until('the extraction', () => node.sandbox.control.extractions().length > 0);
		const { extraction_id } = node.sandbox.control.extractions()[0]!;
		node.sandbox.control.updateExtraction({ extraction_id, status: 'cancelled' });
		const { error } = await started;
		expect(error?.message).toMatch(/^The extraction was cancelled: somebody cancelled it/);
	});

	it('rows whose time is over', async () => {
		const input = await invoiceItems(node, 'R-9');
		const options = { submissionId: 'long-ago' };
		expect((await extract(node, { input, options })).error).toBeUndefined();
		await node.sandbox.control.advanceClock(91 * 24 * 3_600_000);
		const { error } = await extract(node, { input, options });
		expect(error?.message).toMatch(
			/^The rows and files have expired, because the service keeps them for 90 days/,
		);
		expect(error?.description).toMatch(
			/To extract the original documents again, at new cost, extract them in a new execution, some seconds later, and use a new Submission ID for this request alone\. /,
		);
	});
});
