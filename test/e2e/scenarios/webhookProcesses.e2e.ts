import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { failureOf, itemsOf } from '../n8n/client';
import type { WorkflowFile } from '../n8n/types';
import { LINK, linkOf } from '../n8n/waiting';
import { chain, extraction, noOperation, readFiles, webhook } from '../n8n/workflows';
import { REDIS } from '../services/redis';
import { needing } from '../setup/needing';
import { openQueue, type Queue } from '../setup/queue';
import { until } from '../support/until';
import { DATES } from '../../support/operations/openQuestions';

needing(REDIS);

/** n8n closes an idle connection after seconds, perhaps just as the next request is on its way. */
const ONCE = { Connection: 'close' };
/** A page as a person gets it. */
interface Seen {
	status: number;
	type: string | null;
	html: string;
}

let queue: Queue;
/** Two people come to two processes. The main process serves no page. */
let processes: string[];

beforeAll(async () => {
	queue = await openQueue({ N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' });
	const { host } = queue.n8n;
	const worker = host.startWorker();
	processes = await Promise.all([host.startWebhookProcess(), host.startWebhookProcess()]);
	await worker;
});
afterAll(async () => {
	await queue?.close();
});

/** Starts an execution at the first process, and waits until it waits. @returns it and its link at each process */
async function waitingAt(path: string, workflow: WorkflowFile, body: object) {
	const { client } = queue.n8n.host;
	const saved = await client.createWorkflow(workflow);
	await client.activate(saved);
	await until('a webhook process to take the request', async () => {
		const headers = { 'Content-Type': 'application/json', ...ONCE };
		const request = { method: 'POST', headers, body: JSON.stringify(body) };
		return (await fetch(`${processes[0]}/webhook/${path}`, request)).ok;
	});
	const id = await until('its execution', async () => (await client.executions(saved))[0]?.id);
	await client.waiting(id, 120);
	const { pathname, search } = new URL(linkOf(await client.execution(id)));
	return { id, links: processes.map((address) => address + pathname + search) };
}

const seen = async (response: Response): Promise<Seen> => ({
	status: response.status,
	type: response.headers.get('content-type'),
	html: await response.text(),
});
const open = async (link: string) => await seen(await fetch(link, { headers: ONCE }));
/** Sends a page, as its form does, with what somebody has entered. */
async function send(link: string, { html }: Seen, entered: object): Promise<Seen> {
	const kept = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
	const fields = Object.fromEntries(kept.map(([, name, value]) => [name!, value!]));
	const body = new URLSearchParams({ ...fields, ...entered });
	return await seen(await fetch(link, { method: 'POST', body, headers: ONCE }));
}

/** Two posts at the same moment: n8n's database lets none through until both processes want to let the execution go on. */
async function atOnce(
	id: string,
	links: string[],
	posts: (index: number) => [Seen, object],
): Promise<Seen[]> {
	const { host, postgres } = queue.n8n;
	const holding = new Client(host.database());
	await holding.connect();
	try {
		await holding.query('begin');
		await holding.query('select 1 from execution_entity where id = $1 for update', [id]);
		const posted = Promise.all(links.map(async (link, index) => await send(link, ...posts(index))));
		await until('both processes to want it', async () => {
			const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
			return (await postgres.query(host.database(), blocked)).length === 2;
		});
		await holding.query('commit');
		return await posted;
	} finally {
		await holding.end();
	}
}

/** n8n goes on with what one of two people has sent, and the other one reads so. @returns the place of the first */
function firstOf(pages: Seen[]): number {
	const first = pages.findIndex(({ status }) => status === 200);
	const [status, type, html] = [
		409,
		'text/html; charset=utf-8',
		expect.stringContaining('This may not count'),
	];
	expect(pages[1 - first]).toEqual({ status, type, html });
	return first;
}

it('Review in a Form at two webhook processes: drafts and documents at each, and of two people one decides', async () => {
	const { host, credential } = queue.n8n;
	const pdf = await makeInvoicePdf({ number: 'W-1', statedTotal: 999 });
	const file = join(host.filesFolder, 'invoice.pdf');
	await writeFile(file, pdf);
	const extract = extraction(credential, {
		prompt: 'Invoice number, supplier, invoice date and total',
		outputStructure: 'per_invoice',
		separateReview: true,
	});
	const parameters = { resource: 'extraction', operation: 'reviewInForm' };
	const review = { ...extraction(credential, parameters), id: 'review', name: 'Review' };
	const nodes = [webhook('review'), LINK, readFiles(file), extract, review, noOperation('After')];
	const workflow = chain('Review', ...nodes);
	// The rows that need review come out second.
	workflow.connections.Extract!.main!.unshift([]);
	const { id, links } = await waitingAt('review', workflow, {});

	const pages = await Promise.all(links.map(open));
	for (const [index, { status, html }] of pages.entries()) {
		expect([status, html]).toEqual([200, expect.stringContaining('W-1')]);
		const [, address] = /<a href="([^"]*file=[^"]*)" target="_blank"/.exec(html)!;
		const got = await fetch(new URL(address!.replaceAll('&amp;', '&'), links[index]), { headers: ONCE });
		expect(Buffer.from(await got.arrayBuffer())).toEqual(pdf);
	}
	const total = /name="(v_0_\d+)"[^>]* class="number"/.exec(pages[0]!.html)![1]!;
	// What was entered stands on the page alone, so that another process can take it.
	const checked = await send(links[1]!, pages[0]!, { [total]: 'a lot', step: 'summary' });
	expect([checked.status, checked.html]).toEqual([422, expect.stringContaining('value="a lot"')]);
	const answered = await atOnce(id, links, (index) => {
		return [pages[index]!, { [total]: String(index + 1), step: 'finish' }];
	});
	const first = firstOf(answered);
	expect(answered[first]!.html).toContain('Thank you');
	const ended = await host.client.ended(id);
	expect(failureOf(ended)).toMatch(/^success/);
	expect(itemsOf(ended, 'After')).toMatchObject([{ json: { 'Total Amount': first + 1 } }]);
	expect(ended.data.resultData.runData.After).toHaveLength(1);
	expect((await Promise.all(links.map(open))).map(({ status }) => status)).toEqual([409, 409]);
});

it('Ask in a Form at two webhook processes: of two people one answers, once', async () => {
	const { host, credential, sandbox } = queue.n8n;
	const { control } = sandbox;
	const { extraction_id } = control.createExtraction({ status: 'input_required', questions: [DATES] });
	const asking = extraction(credential, {
		resource: 'answer',
		operation: 'askInForm',
		extractionId: { __rl: true, mode: 'id', value: '={{ $json.body.extraction_id }}' },
	});
	const workflow = chain('Ask', webhook('ask'), LINK, asking, noOperation('After'));
	const { id, links } = await waitingAt('ask', workflow, { extraction_id });
	const pages = await Promise.all(links.map(open));
	firstOf(await atOnce(id, links, (index) => [pages[index]!, { o_1: String(index), w_1: '', step: 'send' }]));
	const ended = await host.client.ended(id);
	expect(failureOf(ended)).toMatch(/^success/);
	expect(ended.data.resultData.runData.After).toHaveLength(1);
	const record = control.extractions().find((each) => each.extraction_id === extraction_id);
	expect(record!.answers).toHaveLength(1);
});
