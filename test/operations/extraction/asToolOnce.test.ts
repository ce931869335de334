import type { INodeParameters } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { RESULTS } from '../../support/endpoints';
import { gives, startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';
import { startOperation } from '../../support/fixtures/operationFixture';
import { NODE_TYPE } from '../../support/names';
import { chargesOf } from '../../support/operations/extractDocuments';

/** What a model got from a call of the tool: its answer, or the one line that n8n tells it of an error. */
type Heard = { rows: unknown[]; error?: undefined } | { rows?: undefined; error: string };

describe('A model that calls a tool again', () => {
	const operation = startOperation('extractDocuments', 'extraction', { processingMs: 30 });
	let web: LinkServer;
	beforeAll(async () => {
		web = await startLinkServer();
	});
	afterAll(async () => {
		await web.close();
	});

	type Caller = (parameters: INodeParameters, settings?: object) => Promise<Heard>;

	/** As an AI Agent of n8n 2 runs its tool: as a node of the workflow, whose type ends in "Tool". */
	const inWorkflow: Caller = async (parameters, settings = {}) => {
		const run = await operation.node.engine.runNode({ type: `${NODE_TYPE}Tool`, parameters, ...settings });
		return run.error ? { error: run.error.message } : { rows: run.items.map(({ json }) => json) };
	};

	/** As an AI Agent of n8n 1 and an agent that is itself a tool run it. */
	const wrapped: Caller = async (parameters, settings = {}) => {
		const run = await operation.node.engine.runAsTool({ type: NODE_TYPE, parameters, ...settings });
		return run.error ? { error: run.error.message } : { rows: JSON.parse(String(run.response)) as unknown[] };
	};

	let calls = 0;
	/** As n8n's own agents and its MCP server run it: in no workflow, and no execution. */
	const alone: Caller = async (parameters, settings = {}) => {
		const run = await operation.node.engine.runNode({
			type: NODE_TYPE,
			// Its ID, too, is another one each time.
			nodeName: `Target Node ${++calls}`,
			parameters,
			mode: 'internal',
			executionId: '',
			...settings,
		});
		return run.error ? { error: run.error.message } : { rows: run.items.map(({ json }) => json) };
	};

	let invoices = 0;
	const invoice = async (): Promise<string> => {
		const number = `O-${++invoices}`;
		return web.on(`/${number}.pdf`, gives(await makeInvoicePdf({ number })));
	};
	const extracting = (links: string, more: INodeParameters = {}): INodeParameters => ({
		resource: 'extraction',
		operation: 'extractDocuments',
		files: 'links',
		links,
		prompt: 'Invoice number and total',
		outputStructure: 'per_invoice',
		...more,
	});
	/** The extractions that some work made, and what each cost. */
	const madeBy = async (work: () => Promise<void>) => {
		const before = operation.control.extractions().length;
		await work();
		return {
			ids: operation.control
				.extractions()
				.slice(before)
				.map(({ extraction_id }) => extraction_id),
			charges: chargesOf(operation.node).slice(before),
		};
	};

	/** Two calls for the same document, of which the first fails when it asks for the rows. */
	const expectOneCharge = async (
		call: Caller,
		fault: { kind: 'error'; code: string } | { kind: 'reset' },
		message: RegExp,
	): Promise<void> => {
		const asked = extracting(await invoice());
		const heard: Heard[] = [];
		const { ids, charges } = await madeBy(async () => {
			operation.control.addFault({ endpoint: RESULTS, count: 20, ...fault });
			heard.push(await call(asked));
			operation.control.clearFaults();
			heard.push(await call(asked));
		});
		const { error = '' } = heard[0]!;
		expect(error).toMatch(message);
		expect(error).toContain(ids[0]);
		expect(error).toMatch(/completed and charged\. Get Rows with its ID collects the rows at no cost/);
		expect(error.match(/completed and charged/g)).toHaveLength(1);
		expect(heard[1]!.rows).toEqual([expect.objectContaining({ 'Invoice Number': `O-${invoices}` })]);
		expect(charges).toEqual([1]);
	};

	const describeCaller = (call: Caller): void => {
		it.each([
			['nothing', {}],
			['Execution', { options: { preventDuplicates: 'execution' } }],
			['File Contents', { options: { preventDuplicates: 'files' } }],
			[
				'an ID that differs with each call',
				{ options: { preventDuplicates: 'own', submissionId: '={{ Math.random() }}' } },
			],
			[
				'an ID that is empty',
				{ options: { preventDuplicates: 'own', submissionId: '={{ $json.messageId }}' } },
			],
		])('pays once, with Prevent Duplicates By set to %s', async (_title, set) => {
			const asked = extracting(await invoice(), set);
			const heard: Heard[] = [];
			const { charges } = await madeBy(async () => {
				heard.push(await call(asked), await call(asked));
			});
			expect(heard[0]?.rows).toEqual([expect.objectContaining({ 'Invoice Number': `O-${invoices}` })]);
			expect(heard[1]).toEqual(heard[0]);
			expect(charges).toEqual([1]);
		});

		it('pays once, whatever white space stands around the prompt', async () => {
			const links = await invoice();
			const heard: Heard[] = [];
			const { charges } = await madeBy(async () => {
				for (const prompt of [
					'Invoice number and total',
					'Invoice number and total ',
					'\nInvoice number and total\n',
				])
					heard.push(await call(extracting(links, { prompt })));
			});
			expect(heard.map(({ rows }) => rows)).toEqual(Array(3).fill(heard[0]!.rows));
			expect(charges).toEqual([1]);
		});

		it('hears nothing of a parameter that a tool lacks where its ID has another request', async () => {
			operation.control.addFault({
				endpoint: 'POST /extractions',
				kind: 'error',
				code: 'SUBMISSION_ID_ALREADY_USED',
				status: 409,
				count: 20,
			});
			const heard = await call(extracting(await invoice()));
			const failed = await call(extracting(await invoice(), {}), { onError: 'continueRegularOutput' });
			operation.control.clearFaults();
			for (const said of [heard.error, JSON.stringify(failed.rows)]) {
				expect(said).toMatch(
					/To send this request, at new cost, call again with other words in the prompt\./,
				);
				expect(said).not.toMatch(/My Own ID|Prevent Duplicates/);
			}
		});

		it('hears of a failure after the charge how to get the rows, and pays nothing more for a second call', async () => {
			await expectOneCharge(call, { kind: 'error', code: 'FORBIDDEN' }, /^Only team admins can/);
		});

		it('hears what is wrong with several parameters, and what to do', async () => {
			const heard = await call(extracting('not a link', { prompt: "={{ '' }}" }));
			expect(heard.error).toMatch(/^2 problems with the input\. Nothing was sent\.\n• .*\n• /);
			expect(heard.error).toMatch(/Links: /);
			expect(heard.error).toMatch(/Prompt: /);
			expect(heard.error).not.toMatch(/<br>/);
		});

		it('hears the ID and the next step also where the tool is to continue on an error', async () => {
			const asked = extracting(await invoice());
			operation.control.addFault({ endpoint: RESULTS, kind: 'error', code: 'FORBIDDEN' });
			const heard: Heard[] = [];
			const { ids } = await madeBy(
				async () => void heard.push(await call(asked, { onError: 'continueRegularOutput' })),
			);
			expect(heard[0]?.rows).toEqual([
				{
					message: expect.stringMatching(/^Only team admins can/),
					error: expect.objectContaining({
						extraction_id: ids[0],
						next_step: expect.stringMatching(/Get Rows with its ID collects the rows at no cost/),
					}),
				},
			]);
		});

		it('uploads and submits once, also step by step', async () => {
			const link = await invoice();
			const uploading = { resource: 'uploadSession', operation: 'uploadFiles', files: 'links', links: link };
			const before = operation.control.sessions().length;
			const uploads = [await call(uploading), await call(uploading)].map(({ rows }) => rows?.[0]);
			expect(uploads[0]).toMatchObject({ upload_session_id: expect.any(String) });
			expect(uploads[1]).toEqual(uploads[0]);
			expect(operation.control.sessions()).toHaveLength(before + 1);
			const { upload_session_id, file_ids } = uploads[0] as Record<string, string[]>;
			const submitting = (prompt: string) => ({
				resource: 'extraction',
				operation: 'submit',
				uploadSessionId: upload_session_id!,
				fileIds: file_ids!,
				prompt,
			});
			const heard: Heard[] = [];
			const { ids } = await madeBy(async () => {
				heard.push(await call(submitting('Total')), await call(submitting('Total\n')));
				heard.push(await call(submitting('Supplier')));
			});
			expect(heard.map(({ rows }) => rows)).toMatchObject([
				[{ extraction_id: ids[0] }],
				[{ extraction_id: ids[0] }],
				[{ extraction_id: ids[1] }],
			]);
			expect(ids).toHaveLength(2);
		});
	};

	/** Two calls for the same document, whose extraction somebody cancels a minute before the second. */
	const withCancelled = async (call: Caller) => {
		const asked = extracting(await invoice());
		const heard: Heard[] = [];
		const { ids } = await madeBy(async () => {
			await call(asked);
			const { extraction_id } = operation.control.extractions().at(-1)!;
			operation.control.updateExtraction({ extraction_id, status: 'cancelled' });
			await operation.control.advanceClock(60_000);
			heard.push(await call(asked));
		});
		return { heard: heard[0]!, extractions: ids.length };
	};

	describe('alone', () => {
		describeCaller(alone);

		it('does not pay for what somebody cancelled: no execution tells whether the user wants it again', async () => {
			const { heard, extractions } = await withCancelled(alone);
			expect(heard.error).toMatch(
				/^The extraction was cancelled.*If the user agrees to pay again, extract the documents with other words in the prompt\./s,
			);
			expect(extractions).toBe(1);
		});
	});

	describe('as a sub-node', () => {
		describe.each([
			['in a workflow', inWorkflow],
			['through its wrapper', wrapped],
		])('%s', (_, call) => {
			describeCaller(call);

			it('has extracted again what was cancelled before its execution began', async () => {
				const { heard, extractions } = await withCancelled(call);
				expect(heard.rows).toEqual([expect.objectContaining({ 'Invoice Number': `O-${invoices}` })]);
				expect(extractions).toBe(2);
			});

			it('hears of an internal error after the charge how to get the rows', async () => {
				const fault = { kind: 'error', code: 'INTERNAL_ERROR' } as const;
				await expectOneCharge(call, fault, /^The service had an internal error/);
			});

			it('hears so of a failure for which n8n has words of its own', async () => {
				await expectOneCharge(call, { kind: 'reset' }, /^The service could not be reached: ECONNRESET/);
			});
		});
	});
});
