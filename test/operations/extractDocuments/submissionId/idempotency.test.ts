import type { NodeRun } from '../../../../dev/engine';
import type { Fault } from '../../../../dev/sandbox';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	chargesOf,
	countOf,
	extract,
	invoiceItems,
	PROMPT,
	traced,
} from '../../../support/operations/extractDocuments';
import { sampleRun, SAMPLE_PART_SIZE, SAMPLE_ROWS } from '../../../support/fixtures/sampleRun';
import { COMPLETE, OUTPUT, PARTS, RESULTS, STATUS } from '../../../support/endpoints';
import { NODE_TYPE } from '../../../support/names';
import { until } from '../../../support/until';

describe('Extract Documents: doing it again', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ partSize: SAMPLE_PART_SIZE, processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const extractions = () => node.sandbox.control.extractions();

	const ENDPOINTS: Array<Fault['endpoint']> = [
		'POST /uploads/sessions',
		PARTS,
		'PUT part',
		COMPLETE,
		'POST /extractions',
		STATUS,
		RESULTS,
	];

	describe.each(['reset', 'reset_after'] as const)('when the connection breaks (%s)', (kind) => {
		it.each(ENDPOINTS)('at %s, it goes on: one extraction, one charge', async (endpoint) => {
			node.sandbox.control.addFault({ endpoint, kind });
			const run = await extract(node, await sampleRun(node));
			expect(run.error).toBeUndefined();
			expect(traced(run.items)).toEqual(SAMPLE_ROWS);
			expect(chargesOf(node)).toEqual([SAMPLE_ROWS.length]);
			const broken = node.sandbox.control.requests().filter(({ status }) => status === null);
			expect(broken.map((request) => request.endpoint)).toEqual([endpoint]);
		});

		it.each<Fault['endpoint']>([OUTPUT, 'GET download'])('at %s, the file is whole', async (endpoint) => {
			node.sandbox.control.addFault({ endpoint, kind });
			const run = await extract(node, {
				...(await sampleRun(node)),
				parameters: { output: 'files', formats: ['json'] },
			});
			expect(run.error).toBeUndefined();
			const bytes = await node.engine.readBinary(run.items[0]!.binary!.data!);
			expect(JSON.parse(bytes.toString())).toHaveLength(SAMPLE_ROWS.length);
			expect(chargesOf(node)).toEqual([SAMPLE_ROWS.length]);
		});
	});

	describe('twice at the same time with the same Submission ID', () => {
		const expectOneExtraction = (...runs: NodeRun[]): void => {
			for (const run of runs) {
				expect(run.error).toBeUndefined();
				expect(traced(run.items)).toEqual(SAMPLE_ROWS);
			}
			expect(chargesOf(node)).toEqual([SAMPLE_ROWS.length]);
		};

		it('ends twice with the rows of the one extraction', async () => {
			const options = [await sampleRun(node), await sampleRun(node)];
			expectOneExtraction(...(await Promise.all(options.map(async (each) => await extract(node, each)))));
		});

		it('goes on where the other run has completed a file that it is still sending', async () => {
			node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 2000, count: 6 });
			const slow = extract(node, await sampleRun(node));
			await until('all six parts', () => countOf(node, 'PUT part')[0] === 6);
			node.sandbox.control.clearFaults();
			const fast = await extract(node, await sampleRun(node));
			expectOneExtraction(fast, await slow);
		});
	});

	describe('without a Submission ID', () => {
		it('finds the same ids when n8n tries the node again', async () => {
			node.sandbox.control.addFault({ endpoint: RESULTS, kind: 'error', code: 'EXTRACTION_NOT_FOUND' });
			const { input } = await sampleRun(node);
			const run = await extract(node, { input, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
			expect(run.error).toBeUndefined();
			expect(traced(run.items)).toEqual(SAMPLE_ROWS);
			expect(countOf(node, 'POST /uploads/sessions', 'POST /extractions', 'PUT part')).toEqual([2, 2, 6]);
			expect(chargesOf(node)).toEqual([SAMPLE_ROWS.length]);
			expect(extractions()[0]?.submission_id).toMatch(/^n8n-[0-9a-f]{40}$/);
		});

		it('takes another execution for another request', async () => {
			const input = await invoiceItems(node, 'N-1');
			await extract(node, { input });
			await extract(node, { input });
			expect(chargesOf(node)).toEqual([1, 1]);
		});

		it('takes the execution that n8n itself repeats under its id for the same', async () => {
			const input = await invoiceItems(node, 'N-2');
			await extract(node, { input, executionId: '4711' });
			await extract(node, { input, executionId: '4711' });
			expect(chargesOf(node)).toEqual([1]);
		});

		it('takes it for the same although prompt and Task Name hold the time of day', async () => {
			node.sandbox.control.addFault({ endpoint: RESULTS, kind: 'error', code: 'EXTRACTION_NOT_FOUND' });
			const run = await extract(node, {
				input: await invoiceItems(node, 'N-3'),
				parameters: { prompt: '={{ "Invoice number and total. Today is " + $now.toISO() }}' },
				options: { taskName: '={{ "Invoices at " + $now.toMillis() }}' },
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 5,
			});
			expect(run.error).toBeUndefined();
			expect(traced(run.items)).toEqual([['N-3', 'N-3.pdf (Page 1)', 0]]);
			expect(run.hints('Node')).toEqual([]);
			expect(node.sandbox.control.sessions()).toHaveLength(1);
			expect(countOf(node, 'PUT part')).toEqual([1]);
			expect(chargesOf(node)).toEqual([1]);
		});

		it('takes other files in the same execution for another request', async () => {
			await extract(node, { input: await invoiceItems(node, 'N-5'), executionId: '4712' });
			await extract(node, { input: await invoiceItems(node, 'N-6'), executionId: '4712' });
			expect(chargesOf(node)).toEqual([1, 1]);
		});

		it('takes every run of the node in an execution for a request of its own', async () => {
			const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
			const pass = { type: 'engine.start' };
			const parameters = {
				resource: 'extraction',
				operation: 'extractDocuments',
				prompt: PROMPT,
				options: { preventDuplicates: 'execution' },
			};
			const run = await node.engine.run(
				{
					nodes: [
						{ name: 'Start', ...pass },
						{ name: 'Once', ...pass },
						{ name: 'Again', ...pass },
						{ name: 'Node', type: NODE_TYPE, parameters },
					],
					connections: {
						Start: { main: [[to('Once'), to('Again')]] },
						Once: { main: [[to('Node')]] },
						Again: { main: [[to('Node')]] },
					},
				},
				{ input: await invoiceItems(node, 'N-4') },
			);
			expect(run.error).toBeUndefined();
			expect(run.raw.data.resultData.runData.Node).toHaveLength(2);
			expect(chargesOf(node)).toEqual([1, 1]);
		});
	});

	describe('with a Submission ID that was used before', () => {
		const options = { submissionId: 'mail-1' };

		it('says that a later run passes over a failure, and does so', async () => {
			node.sandbox.control.planExtractions([{ fail: { code: 'PROMPT_UNCLEAR' } }]);
			const input = await invoiceItems(node, 'U-3');
			// The second run comes within the seconds in which the failure may be its own.
			for (let time = 1; time <= 2; time++) {
				const failed = await extract(node, { input, options });
				expect(failed.error?.message).toMatch(/^The prompt is unclear/);
				expect(failed.error?.description).toMatch(/the same Submission ID and files skips/);
			}
			await node.sandbox.control.advanceClock(60_000);
			const run = await extract(node, { input, options });
			expect(traced(run.items)).toEqual([['U-3', 'U-3.pdf (Page 1)', 0]]);
			expect(chargesOf(node)).toEqual([0, 1]);
		});
	});
});
