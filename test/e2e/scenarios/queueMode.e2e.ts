import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import { makeInvoicePdf, writePaddedPdf } from '../../../examples/documents/invoicePdf';
import { failureOf, itemsOf } from '../n8n/client';
import type { SavedWorkflow } from '../n8n/types';
import { chain, extraction, readFiles, webhook } from '../n8n/workflows';
import { DOVECOT } from '../services/dovecot';
import { REDIS } from '../services/redis';
import { invoiceMail, openMailboxToDatabase } from '../setup/mailboxToDatabase';
import { andNothingTwice, announced, publishedTrigger } from '../setup/announcing';
import { needing } from '../setup/needing';
import type { N8nFixture } from '../setup/n8nFixture';
import { openQueue, type Queue } from '../setup/queue';
import type { RunningProcess } from '../support/processes';
import { until } from '../support/until';
import { STATUS } from '../../support/endpoints';

needing(REDIS, DOVECOT);

const EXECUTIONS = 50;
const AN_HOUR = 3_600_000;
const MB = 1024 * 1024;
const SECONDS_OF_ALL = 300;
const UNDER_WAY = ['new', 'running', 'waiting'];

let queue: Queue;
let n8n: N8nFixture;
let workflow: SavedWorkflow;
let workers: RunningProcess[];

beforeAll(async () => {
	queue = await openQueue();
	n8n = queue.n8n;
	const { host } = n8n;
	workflow = await host.client.createWorkflow(queued('documents'));
	await host.client.activate(workflow);
	workers = await Promise.all([host.startWorker(), host.startWorker()]);
});
afterAll(async () => {
	await queue?.close();
});

/** A workflow that extracts the document that its sender names. */
const queued = (path: string, settings: IWorkflowSettings = {}, options: IDataObject = {}) => ({
	...chain(
		`Queue of ${path}`,
		webhook(path),
		readFiles(`=${n8n.host.filesFolder}/{{ $json.body.file }}`),
		extraction(n8n.credential, {
			promptType: 'fields',
			fieldsToExtract: 'Invoice Number',
			outputStructure: 'per_invoice',
			preventDuplicates: 'own',
			submissionId: "={{ $('Webhook').item.json.body.file }}",
			options: options as INodeParameters,
		}),
	),
	settings,
});

/** Sends a document to a workflow, as its sender would. */
const send = async (file: string, path = 'documents') =>
	await until(`the webhook to take ${file}`, async () => {
		const { ok } = await fetch(`${n8n.host.address}/webhook/${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Connection: 'close' },
			body: JSON.stringify({ file }),
		});
		return ok;
	});
const newest = async () => (await n8n.host.client.executions(workflow))[0];
const untilNoneUnderWay = async (count: number) =>
	await until(
		`${count} executions to have ended`,
		async () => {
			const all = await n8n.host.client.executions(workflow);
			return all.length >= count && all.every(({ status }) => !UNDER_WAY.includes(status)) && all;
		},
		{ seconds: SECONDS_OF_ALL, everyMs: 1000 },
	);
const requests = (endpoint: string) =>
	n8n.sandbox.control.requests().filter((request) => request.endpoint === endpoint);
/** The extractions of one document. */
const extractionsOf = (file: string) =>
	n8n.sandbox.control.extractions().filter(({ file_names: names }) => names.includes(file));
const invoiceNumbers = async (executionId: string) =>
	itemsOf(await n8n.host.client.execution(executionId), 'Extract').map(({ json }) => json['Invoice Number']);

it(`${EXECUTIONS} executions at once: each document becomes one extraction, its rows complete`, async () => {
	const { host, sandbox } = n8n;
	await mkdir(host.filesFolder, { recursive: true });
	const numbers = Array.from({ length: EXECUTIONS }, (_, index) => `Q-${index + 1}`);
	for (const number of numbers)
		await writeFile(join(host.filesFolder, `${number}.pdf`), await makeInvoicePdf({ number }));
	await Promise.all(numbers.map(async (number) => await send(`${number}.pdf`)));
	const executions = await untilNoneUnderWay(EXECUTIONS);

	const failed = executions.filter(({ status }) => status !== 'success');
	const reasons = failed.map(async ({ id }) => failureOf(await host.client.execution(id)));
	expect(await Promise.all(reasons)).toEqual([]);
	const found = await Promise.all(executions.map(async ({ id }) => await invoiceNumbers(id)));
	expect(found.flat().sort()).toEqual([...numbers].sort());
	const made = sandbox.control.extractions();
	expect(made.map(({ file_names: names }) => names[0]).sort()).toEqual(numbers.map((n) => `${n}.pdf`).sort());
	expect(made.every(({ charges }) => charges.length === 1)).toBe(true);
});

it('the e-mail workflow: a mail that comes twice becomes one extraction of each file, and one set of rows', async () => {
	const { sandbox } = n8n;
	const mailbox = await openMailboxToDatabase(n8n);
	const before = sandbox.control.extractions().length;
	const mail = await invoiceMail('queued', 'M-1', 'M-2');
	await mailbox.deliver(mail);
	await mailbox.deliver(mail);
	expect(await mailbox.rows()).toMatchObject([
		{ invoice_number: 'M-1', source_file: expect.stringMatching(/^invoice.*\.pdf \(Page 1\)$/) },
		{ invoice_number: 'M-2' },
	]);
	expect(sandbox.control.extractions().slice(before)).toMatchObject([
		{ charges: [{ credits: 1 }] },
		{ charges: [{ credits: 1 }] },
	]);
	await mailbox.close();
});

it('the trigger: what completes while no worker is there is announced once, when there is one again', async () => {
	const { host, sandbox } = n8n;
	const trigger = await publishedTrigger(n8n, 'Queued trigger');
	const { extraction_id: before } = sandbox.control.createExtraction({});
	await announced(n8n, trigger, before);

	await Promise.all(workers.map(async (worker) => await worker.stop()));
	const { extraction_id: meanwhile } = sandbox.control.createExtraction({});
	// The main process polls; what it finds waits in the queue.
	await until('its execution to wait for a worker', async () => {
		const all = await host.client.executions(trigger);
		return all.some(({ status }) => status === 'new');
	});
	workers = await Promise.all([host.startWorker(), host.startWorker()]);
	await andNothingTwice(n8n, trigger, before, meanwhile);
});

/** An execution of its own for a document that the service works on for an hour, once it waits for it. */
async function waitingFor(number: string, published: SavedWorkflow, path: string): Promise<string> {
	const { host, sandbox } = n8n;
	sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
	sandbox.control.clearRequests();
	await writeFile(join(host.filesFolder, `${number}.pdf`), await makeInvoicePdf({ number }));
	await send(`${number}.pdf`, path);
	await until('the worker to wait for the service', () => requests(STATUS).some(({ over }) => !over));
	return (await host.client.executions(published))[0]!.id;
}

it.each(['stopped by a person', 'ended by the time limit of n8n'])(
	'an execution that is %s while it waits: its worker lets go, the next run gets the rows and is charged nothing more',
	async (how) => {
		const { host, sandbox } = n8n;
		const isLimited = how.startsWith('ended');
		const [number, path] = isLimited ? ['LIMIT-1', 'limited'] : ['STOP-1', 'stopped'];
		const file = `${number}.pdf`;
		const one = queued(path, isLimited ? { executionTimeout: 5 } : {});
		const published = await host.client.createWorkflow(one);
		await host.client.activate(published);
		const id = await waitingFor(number, published, path);
		if (!isLimited) await host.client.stop(id);
		const ended = await until('n8n to call it ended', async () => {
			const { status } = await host.client.execution(id);
			return !UNDER_WAY.includes(status) && status;
		});
		expect(ended).toBe('canceled');
		// Else it would ask for the status as long as the extraction goes on.
		await until('the worker to let go', () => requests(STATUS).every(({ over }) => over));
		expect(requests(STATUS)).toHaveLength(1);
		expect(extractionsOf(file)).toMatchObject([{ status: 'processing' }]);
		await sandbox.control.advanceClock(AN_HOUR);
		await send(file, path);
		await until('the second execution', async () => {
			const [last] = await host.client.executions(published);
			return last!.id !== id && !UNDER_WAY.includes(last!.status);
		});
		const [last] = await host.client.executions(published);
		expect(await invoiceNumbers(last!.id)).toEqual([number]);
		expect(extractionsOf(file)).toMatchObject([{ charges: [{ credits: 1 }] }]);
		await host.client.deactivate(published);
	},
);

it('Cancel on Stop works from a worker, too', async () => {
	const { client } = n8n.host;
	const published = await client.createWorkflow(queued('cancelled', {}, { cancelWhenStopped: true }));
	await client.activate(published);
	await client.stop(await waitingFor('CANCEL-1', published, 'cancelled'));
	await until('the extraction to be cancelled', async () => {
		await n8n.sandbox.control.advanceClock(1000);
		return extractionsOf('CANCEL-1.pdf').every(({ status }) => status === 'cancelled');
	});
	await client.deactivate(published);
});

describe.each([
	['while it uploads', 'UP-1', 'PUT part', { made: 3, open: 2 }],
	['while it waits', 'WAIT-1', STATUS, { made: 1, open: 1 }],
])('a worker that crashes %s', (when, number, endpoint, atTheCrash) => {
	const file = `${number}.pdf`;

	it('the document is sent again and ends as one extraction, charged once', async () => {
		const { host, sandbox } = n8n;
		sandbox.control.clearRequests();
		sandbox.control.clearFaults();
		const before = (await host.client.executions(workflow)).length;
		await writePaddedPdf(join(host.filesFolder, file), 20 * MB, { number });
		if (when === 'while it uploads')
			// One of the three parts arrives, the others are on their way when the worker is gone.
			sandbox.control.addFault({ endpoint: 'PUT part', kind: 'hang', after: 1, count: 2 });
		else sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);

		// Only one worker is left, so that it is known who works.
		const [worker, ...others] = workers as [RunningProcess, ...RunningProcess[]];
		await Promise.all(others.map(async (other) => await other.stop()));
		await send(file);
		await until(`requests "${endpoint}", ${JSON.stringify(atTheCrash)}`, () => {
			const made = requests(endpoint);
			const open = made.filter(({ over }) => !over);
			return made.length === atTheCrash.made && open.length === atTheCrash.open;
		});
		await worker.kill();
		sandbox.control.clearFaults();
		workers = [await host.startWorker()];
		await until('n8n to see that the execution is lost', async () => {
			const execution = await newest();
			return execution && !UNDER_WAY.includes(execution.status);
		});
		if (when === 'while it waits') {
			expect(extractionsOf(file)).toMatchObject([{ status: 'processing' }]);
			await sandbox.control.advanceClock(AN_HOUR);
		}

		await send(file);
		await untilNoneUnderWay(before + 2);
		const last = await newest();
		expect(last).toMatchObject({ status: 'success' });
		expect(await invoiceNumbers(last!.id)).toEqual([number]);
		expect(extractionsOf(file)).toMatchObject([{ status: 'completed', charges: [{ credits: 1 }] }]);
	});
});
