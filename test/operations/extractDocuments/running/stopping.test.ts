import type { NodeRun, Started } from '../../../../dev/engine';
import type { Fault } from '../../../../dev/sandbox';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	countOf,
	invoiceItems,
	startExtracting,
	type ExtractOptions,
} from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';
import { CANCEL, DETAILS, STATUS } from '../../../support/endpoints';

const HOUR = 3_600_000;

describe('Extract Documents: when the user stops the execution', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: HOUR });
	});
	afterEach(async () => await node.close());

	/** Stops a run, which ends within two seconds. */
	async function stop({ result, cancel }: Started<NodeRun>): Promise<NodeRun> {
		const stoppedAt = Date.now();
		cancel();
		const run = await result;
		expect(Date.now() - stoppedAt).toBeLessThan(2000);
		expect(run.status).toBe('canceled');
		return run;
	}

	/** Runs until the endpoint has been asked so often, and stops the run there. It resolves when the run has ended. */
	async function stopAt(
		endpoint: string,
		options: ExtractOptions['options'] = {},
		more: Partial<ExtractOptions> = {},
		requests = 1,
	) {
		const input = await invoiceItems(node, 'S-1', 'S-2');
		const started = startExtracting(node, { input, options, ...more });
		await until('so many requests', () => countOf(node, endpoint)[0]! >= requests);
		expect((await stop(started)).items).toEqual([]);
	}

	/** The stop does not wait for it. */
	const untilAllCancelled = async (count: number) => {
		const cancelled = () =>
			node.sandbox.control.extractions().filter(({ cancel_requested }) => cancel_requested);
		await until('so many cancelled extractions', () => cancelled().length === count);
		expect(node.sandbox.control.extractions()).toHaveLength(count);
	};

	const statuses = () => node.sandbox.control.extractions().map(({ status }) => status);

	it('ends while a part is on its way, although its transfer hangs', async () => {
		node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'hang', count: 2 });
		await stopAt('PUT part');
		expect(countOf(node, 'POST /extractions')).toEqual([0]);
	});

	it('ends while a session is being created, although the service hangs', async () => {
		node.sandbox.control.addFault({ endpoint: 'POST /uploads/sessions', kind: 'hang' });
		await stopAt('POST /uploads/sessions');
		expect(node.sandbox.control.requests()).toHaveLength(1);
	});

	it('ends while it waits for the extraction, which goes on at the service', async () => {
		await stopAt(STATUS);
		expect(statuses()).toEqual(['processing']);
		expect(countOf(node, CANCEL)).toEqual([0]);
	});

	it('cancels the extraction too, where the option says so', async () => {
		await stopAt(STATUS, { cancelWhenStopped: true });
		await untilAllCancelled(1);
		await node.sandbox.control.advanceClock(HOUR);
		expect(statuses()).toEqual(['cancelled']);
	});

	it('cancels every extraction that is under way, also where the service is hard to reach', async () => {
		node.sandbox.control.addFault({ endpoint: CANCEL, kind: 'reset', count: 9 });
		const input = await invoiceItems(node, 'S-3', 'S-4', 'S-5');
		const started = startExtracting(node, {
			input,
			parameters: { groupFiles: 'perItem' },
			options: { cancelWhenStopped: true },
		});
		await until('three requests for the status', () => countOf(node, STATUS)[0] === 3);
		await stop(started);
		await untilAllCancelled(3);
	});

	describe('cancels an extraction that is just being submitted, where the option says so', () => {
		const submit: Pick<Fault, 'endpoint'> = { endpoint: 'POST /extractions' };

		it.each<[string, Fault[]]>([
			['and answered within a moment', [{ ...submit, kind: 'delay', delayMs: 500 }]],
			['and answered long after the stop', [{ ...submit, kind: 'delay', delayMs: 4000 }]],
			// Nothing says whether there is an extraction, so it is submitted again to learn its ID.
			['and never answered', [{ ...submit, kind: 'hang', delayMs: 10_000 }]],
			[
				'whose answer is lost',
				[
					{ ...submit, kind: 'reset_after' },
					{ ...submit, kind: 'hang', delayMs: 5000 },
				],
			],
		])('%s', async (_what, faults) => {
			for (const fault of faults) node.sandbox.control.addFault(fault);
			await stopAt('POST /extractions', { cancelWhenStopped: true }, {}, faults.length);
			await untilAllCancelled(1);
			await node.sandbox.control.advanceClock(HOUR);
			expect(statuses()).toEqual(['cancelled']);
		});

		it('but starts none only to cancel it, where the service has refused it so far', async () => {
			node.sandbox.control.pauseSubmissions({ forMs: HOUR });
			await stopAt('POST /extractions', { cancelWhenStopped: true });
			node.sandbox.control.pauseSubmissions({ forMs: 0 });
			await node.sandbox.control.advanceClock(HOUR);
			expect(node.sandbox.control.extractions()).toEqual([]);
			expect(countOf(node, 'POST /extractions')).toEqual([1]);
		});
	});

	it('ends within two seconds while the service does not answer a submission', async () => {
		node.sandbox.control.addFault({ endpoint: 'POST /extractions', kind: 'hang' });
		await stopAt('POST /extractions');
		expect(countOf(node, 'POST /extractions', CANCEL)).toEqual([1, 0]);
	});

	it('cancels what another run has submitted, before it is known what it is', async () => {
		const input = await invoiceItems(node, 'S-9');
		const options = { submissionId: 'mail-9', cancelWhenStopped: true };
		node.sandbox.control.addFault({ endpoint: DETAILS, kind: 'hang' });
		const started = startExtracting(node, { input, options });
		await until('the request for the details', () => countOf(node, DETAILS)[0] === 1);
		await stop(started);
		await untilAllCancelled(1);
	});

	it.each([
		['for a rate limit', { endpoint: STATUS, kind: 'rate_limited', retryAfterSeconds: 300 }],
		['between two tries', { endpoint: STATUS, kind: 'error', code: 'INTERNAL_ERROR', count: 1000 }],
	] as const)('ends while it waits %s', async (_, fault) => {
		node.sandbox.control.addFault(fault);
		await stopAt(STATUS);
		expect(statuses()).toEqual(['processing']);
	});

	it('is not tried again by n8n, and starts nothing more', async () => {
		await stopAt(STATUS, {}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
		expect(countOf(node, 'POST /uploads/sessions', 'POST /extractions')).toEqual([1, 1]);
	});

	it('starts nothing more where the node continues on fail', async () => {
		const input = await invoiceItems(node, ...Array.from({ length: 8 }, (_, index) => `S-${index}`));
		const { result, cancel } = startExtracting(node, {
			input,
			parameters: { groupFiles: 'perItem' },
			onError: 'continueRegularOutput',
		});
		await until('five requests for the status', () => countOf(node, STATUS)[0] === 5);
		cancel();
		expect((await result).status).toBe('canceled');
		expect(node.sandbox.control.extractions()).toHaveLength(5);
	});
});
