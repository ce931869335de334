import type { IDataObject } from 'n8n-workflow';
import { LINK_RETRY } from '../../../../nodes/DocumentDataExtraction/files/input/links/fetchLinks';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { gives, refuses, startLinkServer, type LinkServer } from '../../../support/fixtures/linkServer';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { RESULTS } from '../../../support/endpoints';
import { countOf, extract, PROMPT } from '../../../support/operations/extractDocuments';
import { NODE_TYPE } from '../../../support/names';

describe('Extract Documents: links', () => {
	let node: NodeFixture;
	let web: LinkServer;
	beforeAll(async () => {
		[node, web] = await Promise.all([startNode({ processingMs: 30, limits: 'off' }), startLinkServer()]);
	});
	beforeEach(() => {
		web.asked.length = 0;
		node.sandbox.control.clearRequests();
	});
	afterAll(async () => await Promise.all([node.close(), web.close()]));

	const serve = async (...numbers: string[]) =>
		await Promise.all(
			numbers.map(async (number) => web.on(`/${number}.pdf`, gives(await makeInvoicePdf({ number })))),
		);
	const extractions = (): number => node.sandbox.control.extractions().length;

	describe('run again', () => {
		it('find the earlier extraction under the same Submission ID, also if the links are signed anew', async () => {
			const links = await serve('S-1', 'S-2');
			const before = extractions();
			const run = async (signature: string) =>
				await extract(node, {
					input: [{ json: {} }],
					parameters: { files: 'links', links: links.map((link) => `${link}?sig=${signature}`) },
					options: { submissionId: 'mail-7' },
				});
			const first = await run('a');
			const second = await run('b');
			expect(second.error).toBeUndefined();
			expect(second.items.map(({ json }) => json)).toEqual(first.items.map(({ json }) => json));
			expect(extractions() - before).toBe(1);
			expect(countOf(node, 'PUT part')).toEqual([2]);
		});

		it('find it when n8n tries the node again', async () => {
			const [link] = await serve('T-1');
			const before = extractions();
			node.sandbox.control.addFault({ endpoint: RESULTS, kind: 'error', code: 'FORBIDDEN' });
			const run = await extract(node, {
				input: [{ json: {} }],
				parameters: { files: 'links', links: link! },
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 1,
			});
			expect(run.error).toBeUndefined();
			expect(extractions() - before).toBe(1);
			expect(countOf(node, 'PUT part')).toEqual([1]);
			expect(web.asked).toHaveLength(2);
		});
	});

	describe('of which one does not work for a while, where the node continues', () => {
		const { leftMs } = LINK_RETRY;
		beforeAll(() => {
			// The while is longer than the node waits.
			LINK_RETRY.leftMs = () => 0;
		});
		afterAll(() => {
			LINK_RETRY.leftMs = leftMs;
		});

		it.each([{}, { preventDuplicates: 'files' }, { preventDuplicates: 'own', submissionId: 'job-1' }])(
			'are held back together and paid for once (%j)',
			async (parameters) => {
				const pdf = await makeInvoicePdf({ number: 'W-1' });
				const links = [web.on('/W-1.pdf', refuses(503), gives(pdf)), ...(await serve('W-2', 'W-3'))];
				const before = extractions();
				const run = await extract(node, {
					input: links.map((link) => ({ json: { link } })),
					parameters: { files: 'links', links: '={{ $json.link }}', ...parameters },
					onError: 'continueRegularOutput',
					retryOnFail: true,
					maxTries: 2,
					waitBetweenTries: 1,
				});
				expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(['W-1', 'W-2', 'W-3']);
				const made = node.sandbox.control.extractions().slice(before);
				expect(made.map(({ charges }) => charges.map(({ credits }) => credits))).toEqual([[3]]);
			},
		);

		it.each([202, 204, 206, 304, 423])('are held back together for HTTP %i', async (status) => {
			const pdf = await makeInvoicePdf({ number: `W-4-${status}` });
			const links = [web.on('/W-4.pdf', refuses(status), gives(pdf)), ...(await serve('W-5'))];
			const before = extractions();
			const run = async () =>
				await extract(node, {
					input: links.map((link) => ({ json: { link } })),
					parameters: { files: 'links', links: '={{ $json.link }}', preventDuplicates: 'files' },
					onError: 'continueRegularOutput',
				});
			expect((await run()).items.map(({ json }) => json.error)).toMatchObject([
				{ code: 'LINK_FAILED', retryable: true },
				{ code: 'REQUEST_HELD_BACK', retryable: true },
			]);
			expect(extractions()).toBe(before);
			expect((await run()).items.map(({ json }) => json['Invoice Number'])).toEqual([`W-4-${status}`, 'W-5']);
			const made = node.sandbox.control.extractions().slice(before);
			expect(made.flatMap(({ charges }) => charges.map(({ credits }) => credits))).toEqual([2]);
		});

		it.each([503, 418])('name one next step where other requests are sent (HTTP %i)', async (status) => {
			const links = [web.on('/B-8.pdf', refuses(status)), ...(await serve('B-9'))];
			const run = await extract(node, {
				input: links.map((link) => ({ json: { link } })),
				parameters: { files: 'links', links: '={{ $json.link }}', groupFiles: 'perItem' },
				onError: 'continueRegularOutput',
			});
			expect(run.items.map(({ json }) => json['Invoice Number'] ?? json.error)).toEqual([
				expect.objectContaining({
					next_step: expect.stringMatching(
						/^If it happens every time, check.*Run again with the failed files alone: the others would be charged again\./,
					),
				}),
				'B-9',
			]);
		});

		it('say of each item why, and what to do', async () => {
			const links = [web.on('/B-1.pdf', refuses(503, { 'retry-after': '0' })), ...(await serve('B-2'))];
			const run = await extract(node, {
				input: links.map((link) => ({ json: { link } })),
				parameters: { files: 'links', links: '={{ $json.link }}' },
				onError: 'continueRegularOutput',
			});
			expect(run.items.map(({ json }) => json)).toMatchObject([
				{ message: expect.stringMatching(/HTTP 503/), error: { code: 'LINK_FAILED', retryable: true } },
				{
					message: expect.stringMatching(/^Item 2: Not sent, because another file of the same request/),
					error: {
						code: 'REQUEST_HELD_BACK',
						retryable: true,
						next_step: expect.stringMatching(
							/^Nothing of this request was sent or charged\. Run again as it is/,
						),
					},
				},
			]);
			expect(node.sandbox.control.requests()).toEqual([]);
		});

		it('hold back the other files of their item alone, where each item is a request', async () => {
			const busy = web.on('/B-5.pdf', refuses(503, { 'retry-after': '0' }));
			const [whole, half] = await serve('B-6', 'B-7');
			const run = await extract(node, {
				input: [{ json: { links: [whole] } }, { json: { links: [busy, half] } }],
				parameters: { files: 'links', links: '={{ $json.links }}', groupFiles: 'perItem' },
				onError: 'continueRegularOutput',
			});
			expect(run.items.map(({ json }) => json['Invoice Number'] ?? json.error)).toEqual([
				'B-6',
				expect.objectContaining({
					code: 'LINK_FAILED',
					next_step: expect.stringMatching(/Run again with the failed files alone/),
				}),
			]);
		});

		it('hold back the others also for a link that is gone: it may be there the next time', async () => {
			const links = [web.on('/B-3.pdf', refuses(404)), ...(await serve('B-4'))];
			const run = await extract(node, {
				input: links.map((link) => ({ json: { link } })),
				parameters: { files: 'links', links: '={{ $json.link }}' },
				onError: 'continueRegularOutput',
			});
			expect(run.items.map(({ json }) => json['Invoice Number'] ?? json.error)).toEqual([
				expect.objectContaining({ code: 'LINK_NOT_FOUND' }),
				expect.objectContaining({ code: 'REQUEST_HELD_BACK' }),
			]);
		});
	});

	describe('in the call of an AI tool', () => {
		const call = async (args: IDataObject, parameters = {}, more = {}) =>
			await node.engine.runAsTool({
				type: NODE_TYPE,
				parameters: {
					resource: 'extraction',
					operation: 'extractDocuments',
					files: 'links',
					links: "={{ $fromAI('links', 'Links to the documents', 'string') }}",
					prompt: PROMPT,
					outputStructure: 'per_invoice',
					...parameters,
				},
				args,
				...more,
			});

		it('give the agent the rows', async () => {
			const [link] = await serve('A-1');
			const { response, error } = await call({ links: link });
			expect(error).toBeUndefined();
			expect(JSON.stringify(response)).toMatch(/A-1.*A-1\.pdf \(Page 1\)/);
		});

		it('take the list that a model writes as JSON', async () => {
			const { response } = await call({ links: JSON.stringify(await serve('A-2', 'A-3')) });
			expect(JSON.stringify(response)).toMatch(/A-2.*A-3/);
		});

		it('are extracted anew when the agent asks something else of the same document', async () => {
			const [link] = await serve('A-4');
			const before = extractions();
			const prompt = "={{ $fromAI('prompt', 'What to extract', 'string') }}";
			await call({ links: link, prompt: 'Invoice number' }, { prompt });
			await call({ links: link, prompt: 'Supplier' }, { prompt });
			expect(extractions() - before).toBe(2);
		});

		it('tell the agent what is wrong with a link, and what to do', async () => {
			const link = web.on('/gone.pdf', refuses(410));
			const { response } = await call({ links: link }, {}, { onError: 'continueRegularOutput' });
			expect(JSON.stringify(response)).toMatch(
				/The link has expired.*Run the node that creates the links again/,
			);
		});

		it.each([401, 403, 418])('advise no parameter that a tool has not (HTTP %i)', async (status) => {
			const link = web.on('/refused.pdf', refuses(status));
			for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
				const { response, error } = await call({ links: link }, {}, { onError });
				const told = JSON.stringify([response, error?.message]);
				expect(told).toMatch(/LINK_/);
				expect(told).not.toMatch(/Input Files|All Files|node of its service/);
			}
			const { error } = await extract(node, {
				input: [{ json: {} }],
				parameters: { files: 'links', links: link },
			});
			expect(error?.description).toMatch(/set Input Files to All Files/);
		});
	});
});
