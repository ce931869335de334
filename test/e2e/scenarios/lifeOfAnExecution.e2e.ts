import { join } from 'node:path';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { HOST_VERSIONS } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import type { SavedWorkflow } from '../n8n/types';
import { branch, chain, extraction, manualTrigger, noOperation, readFiles } from '../n8n/workflows';
import { putDocuments } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';
import { STATUS } from '../../support/endpoints';

needing();

const SECONDS_TO_STOP = 2;
const AN_HOUR = 3_600_000;

describe.each(HOST_VERSIONS)('the life of an execution in n8n %s', (version) => {
	let n8n: N8nFixture;
	let documents: string;
	let balance: SavedWorkflow;

	beforeAll(async () => {
		n8n = await startN8n({ version });
		const { host, credential } = n8n;
		documents = await putDocuments(join(host.filesFolder, 'in'), ['consulting.pdf']);
		balance = await host.client.createWorkflow(
			chain(
				'Balance',
				manualTrigger(),
				extraction(credential, { resource: 'credit', operation: 'getBalance' }),
			),
		);
	});
	afterAll(async () => await n8n?.close());
	afterEach(() => {
		n8n.sandbox.control.clearFaults();
		n8n.sandbox.control.clearRequests();
	});

	const extractWith = async (
		parameters: object,
		settings: SavedWorkflow['settings'] = {},
		more: object = {},
	): Promise<SavedWorkflow> =>
		await n8n.host.client.createWorkflow({
			...chain(
				'Extract',
				manualTrigger(),
				readFiles(documents),
				// Each execution has an extraction of its own, although all have the same document.
				extraction(
					n8n.credential,
					{ prompt: 'Invoice number', preventDuplicates: 'execution', ...parameters },
					more,
				),
			),
			settings,
		});
	const requests = (endpoint: string) =>
		n8n.sandbox.control.requests().filter((request) => request.endpoint === endpoint);
	const untilOpen = async (endpoint: string) =>
		await until(`an open request "${endpoint}"`, () => requests(endpoint).some(({ over }) => !over));
	const untilOver = async (endpoint: string) =>
		await until(`no open request "${endpoint}"`, () => requests(endpoint).every(({ over }) => over), {
			seconds: SECONDS_TO_STOP,
			everyMs: 20,
		});
	const latest = () => n8n.sandbox.control.extractions().at(-1)!;

	it('stopped while uploading: the upload breaks off and nothing is submitted', async () => {
		const { host, sandbox } = n8n;
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'hang' });
		const before = sandbox.control.extractions().length;
		const id = await host.client.start(await extractWith({}));
		await untilOpen('PUT part');
		await host.client.stop(id);
		await untilOver('PUT part');
		expect(await host.client.ended(id)).toMatchObject({ status: 'canceled' });
		// Another execution in between: what the stopped one still did would be seen by now.
		await host.client.run(balance);
		expect(requests('PUT part')).toHaveLength(1);
		expect(sandbox.control.extractions()).toHaveLength(before);
	});

	it.each([
		['goes on at the service', false],
		['is cancelled when the option says so', true],
	])('stopped while waiting: the wait breaks off and the extraction %s', async (_what, cancelWhenStopped) => {
		const { host, sandbox } = n8n;
		sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
		const id = await host.client.start(await extractWith({ options: { cancelWhenStopped } }));
		await untilOpen(STATUS);
		await host.client.stop(id);
		await untilOver(STATUS);
		expect(await host.client.ended(id)).toMatchObject({ status: 'canceled' });
		if (cancelWhenStopped)
			await until('the extraction to be cancelled', () => latest().status === 'cancelled');
		await host.client.run(balance);
		expect(latest().cancel_requested).toBe(cancelWhenStopped);
		expect(requests(STATUS)).toHaveLength(1);
	});

	it('over its time: the wait breaks off as when it is stopped', async () => {
		const { host, sandbox } = n8n;
		sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
		// Long enough for a slow machine to be waiting by then.
		const id = await host.client.start(await extractWith({}, { executionTimeout: 10 }));
		await untilOpen(STATUS);
		const execution = await host.client.ended(id);
		expect(execution.status).toBe('canceled');
		await untilOver(STATUS);
		expect(latest().status).toBe('processing');
	});

	it('Retry On Fail: the second try uses what the first has uploaded', async () => {
		const { host, sandbox } = n8n;
		sandbox.control.addFault({
			endpoint: 'POST /extractions',
			kind: 'error',
			code: 'FORBIDDEN',
			status: 403,
		});
		const before = sandbox.control.extractions().length;
		const workflow = await extractWith({}, {}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 });
		const execution = await host.client.run(workflow);
		expect(failureOf(execution)).toMatch(/^success/);
		expect(itemsOf(execution, 'Extract')).toHaveLength(1);
		expect(requests('POST /extractions').map(({ status }) => status)).toEqual([403, 202]);
		expect(requests('PUT part')).toHaveLength(1);
		expect(sandbox.control.extractions()).toHaveLength(before + 1);
		expect(latest().charges).toHaveLength(1);
	});

	it('Retry in the list of executions: collects what the first execution has submitted, unless the prompt was changed', async () => {
		const { host, sandbox } = n8n;
		const { client } = host;
		sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
		const before = sandbox.control.extractions().length;
		const workflow = await extractWith({ options: { maximumWait: 0.02 } });
		const failed = await client.run(workflow);
		expect(failureOf(failed)).toMatch(/^error .*maximum wait/);
		await sandbox.control.advanceClock(AN_HOUR);

		const retried = await client.retry(failed.id);
		expect(failureOf(retried)).toMatch(/^success/);
		expect(retried.id).not.toBe(failed.id);
		expect(itemsOf(retried, 'Extract')).toHaveLength(1);
		expect(sandbox.control.extractions()).toHaveLength(before + 1);
		expect(latest().charges).toHaveLength(1);

		const retryWith = async ({ options = {}, ...changes }: { prompt?: string; options?: object }) => {
			const nodes = workflow.nodes.map((node) => {
				if (node.name !== 'Extract') return node;
				const all = { preventDuplicates: 'execution', ...options };
				return { ...node, parameters: { ...node.parameters, ...changes, options: all } };
			});
			await client.updateWorkflow(workflow, { nodes });
			expect(failureOf(await client.retry(failed.id, true))).toMatch(/^success/);
			return sandbox.control.extractions().length - before;
		};
		expect(await retryWith({ options: { maximumWait: 5, outputLanguage: 'automatic' } })).toBe(1);
		// A new extraction takes longer than the wait that the first was to exceed.
		expect(await retryWith({ prompt: 'Invoice date', options: { maximumWait: 5 } })).toBe(2);
		expect(await retryWith({})).toBe(2);
	});

	it('File Contents: what was cancelled in an execution is not extracted again by its Retry, but by a new one', async () => {
		const { host, sandbox } = n8n;
		const { client } = host;
		sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
		const before = sandbox.control.extractions().length;
		const workflow = await extractWith({ preventDuplicates: 'files' });
		const id = await client.start(workflow);
		await untilOpen(STATUS);
		sandbox.control.updateExtraction({ extraction_id: latest().extraction_id, status: 'cancelled' });
		expect(failureOf(await client.ended(id))).toMatch(/^error .*The extraction was cancelled/);

		expect(failureOf(await client.retry(id))).toMatch(/^error .*The extraction was cancelled/);
		expect(sandbox.control.extractions()).toHaveLength(before + 1);
		await sandbox.control.advanceClock(AN_HOUR);
		const extracted = await client.run(workflow);
		expect(failureOf(extracted)).toMatch(/^success/);
		expect(itemsOf(extracted, 'Extract')).toHaveLength(1);
		expect(sandbox.control.extractions()).toHaveLength(before + 2);
		// A third run finds what the second has paid for.
		expect(failureOf(await client.run(workflow))).toMatch(/^success/);
		expect(sandbox.control.extractions()).toHaveLength(before + 2);
	});

	it('error output: what failed goes there with its reason, the rest goes on', async () => {
		const { host, credential } = n8n;
		const folder = join(host.filesFolder, 'mixed');
		const locked = await makeInvoicePdf({}, { encrypted: true });
		const pattern = await putDocuments(folder, ['consulting.pdf'], { 'locked.pdf': locked });
		const workflow = await host.client.createWorkflow(
			branch(
				'Error output',
				[
					manualTrigger(),
					readFiles(pattern),
					extraction(
						credential,
						{ prompt: 'Invoice number', groupFiles: 'perItem' },
						{ onError: 'continueErrorOutput' },
					),
				],
				[noOperation('Rows'), noOperation('Failed')],
			),
		);
		const execution = await host.client.run(workflow);
		expect(itemsOf(execution, 'Rows').map(({ json }) => json['Source File'])).toEqual([
			'consulting.pdf (Page 1)',
		]);
		const [failed, ...more] = itemsOf(execution, 'Failed');
		expect(more).toEqual([]);
		expect(failed?.json.error).toMatchObject({
			code: 'ENCRYPTED_FILE',
			message: expect.stringContaining('locked.pdf'),
		});
	});
});
