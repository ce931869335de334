import type { IDataObject, OnError } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import { HOST_VERSIONS } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import { openEditor } from '../n8n/editor';
import type { SavedWorkflow } from '../n8n/types';
import {
	failedWith,
	linkOf,
	messagesOf,
	ON_ERROR,
	reached,
	SHORTLY,
	startWaiting,
	waitingWorkflow,
	type Waiting,
} from '../n8n/waiting';
import { chain, extraction, noOperation, setFields, webhook } from '../n8n/workflows';
import { CHROMIUM, startBrowser } from '../services/chromium';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';
import { ANSWERS, STATUS } from '../../support/endpoints';
import { UNKNOWN_ID } from '../../support/names';
import { BAD_FAITH, DATES, NAMES } from '../../support/operations/openQuestions';

needing(CHROMIUM);

const PHONE = { width: 360, height: 640 };
/** n8n closes an idle connection after seconds, perhaps just as the next request is on its way. */
const ONCE = { Connection: 'close' };

describe.each(HOST_VERSIONS)('Ask in a Form in n8n %s', (version) => {
	let n8n: N8nFixture;
	let browser: Browser;
	let page: Page;
	let workflow: SavedWorkflow;
	/** They go on by themselves after seconds. n8n looks for such once a minute, so they are started first. */
	let expiring: Array<{ id: string; items: IDataObject[] }>;

	beforeAll(async () => {
		n8n = await startN8n({ version });
		browser = await startBrowser();
		// Without scripts, on a phone: so the page needs none, and fits.
		const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
		page = await context.newPage();
		page.setDefaultTimeout(60_000);
		const { client } = n8n.host;
		const link = {
			...setFields({}),
			name: 'Link',
			parameters: {
				mode: 'raw',
				jsonOutput: '={{ { extraction_id: $json.body.extraction_id, link: $execution.resumeUrl } }}',
				options: {},
			},
		};
		const asking = extraction(n8n.credential, {
			resource: 'answer',
			operation: 'askInForm',
			extractionId: { __rl: true, mode: 'id', value: '={{ $json.extraction_id }}' },
		});
		workflow = await client.createWorkflow(chain('Ask', webhook('ask'), link, asking, noOperation('After')));
		await client.activate(workflow);
		expiring = await Promise.all(
			ON_ERROR.map(async (onError) => {
				const waiting = asked(newExtraction(), onError, SHORTLY);
				return { id: await startWaiting(n8n, waiting), items: waiting.items };
			}),
		);
	});
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
	});
	afterEach(() => {
		n8n?.sandbox.control.clearFaults();
		n8n?.sandbox.control.clearRequests();
	});

	const newExtraction = (): string =>
		n8n.sandbox.control.createExtraction({ status: 'input_required', questions: [DATES] }).extraction_id;
	const asked = (extraction_id: string, onError: OnError, maximumWaitHours = 1): Waiting => ({
		parameters: {
			resource: 'answer',
			operation: 'askInForm',
			extractionId: { __rl: true, mode: 'id', value: '={{ $json.extraction_id }}' },
			maximumWaitHours,
		},
		items: [{ extraction_id, mail: 'March' }],
		onError,
	});

	/** Starts an execution that asks these questions. */
	async function ask(...questions: Array<typeof DATES | typeof NAMES>) {
		const { host, sandbox } = n8n;
		const { extraction_id } = sandbox.control.createExtraction({ status: 'input_required', questions });
		const before = (await host.client.executions(workflow)).length;
		// n8n may take the webhook a moment after the activation.
		await until('the webhook to start an execution', async () => {
			const started = await fetch(`${host.address}/webhook/ask`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...ONCE },
				body: JSON.stringify({ extraction_id }),
			});
			return started.status === 200;
		});
		const id = await until('the execution to wait', async () => {
			const executions = await host.client.executions(workflow);
			return executions.length > before && executions[0]?.status === 'waiting' && executions[0].id;
		});
		const link = String(itemsOf(await host.client.execution(id), 'Link')[0]!.json.link);
		return { id, extraction_id, link };
	}
	const statusOf = async (id: string): Promise<string> => (await n8n.host.client.execution(id)).status;
	const recordOf = (id: string) =>
		n8n.sandbox.control.extractions().find(({ extraction_id }) => extraction_id === id)!;
	const sentAnswers = () =>
		n8n.sandbox.control.requests().filter(({ endpoint }) => endpoint === ANSWERS).length;
	const heading = async (name: string, on = page) =>
		await on.getByRole('heading', { name, level: 1 }).waitFor();
	const send = async (on = page) => await on.getByRole('button', { name: 'Send answers' }).click();

	it('works with each setting of On Error, and tells of what fails before the wait', async () => {
		const { client } = n8n.host;
		const runs = await Promise.all(
			ON_ERROR.map(async (onError) => ({
				onError,
				extraction_id: newExtraction(),
				failed: await startWaiting(n8n, asked(UNKNOWN_ID, onError)),
			})),
		);
		for (const { onError, extraction_id, failed } of runs) {
			const id = await startWaiting(n8n, asked(extraction_id, onError));
			await client.waiting(id);
			await page.goto(linkOf(await client.execution(id)));
			await heading('Questions About Your Documents');
			await page.getByRole('radio', { name: /Day first/ }).check();
			await send();
			await heading('Thank you');
			const answered = await client.ended(id);
			expect(failureOf(answered)).toMatch(/^success/);
			expect(reached(answered)).toMatchObject({ After: [{ extraction_id, open_questions: 0 }] });
			expect(recordOf(extraction_id).answers).toMatchObject([{ choiceId: 'day_first' }]);

			const messages = ['The extraction was not found'];
			expect(messagesOf(await client.ended(failed))).toEqual(failedWith(onError, messages));
		}
	});

	it('outputs its input item at the end of the wait, with each setting of On Error', async () => {
		for (const { id, items } of expiring) {
			const ended = await n8n.host.client.ended(id, 150);
			expect([ended.status, reached(ended)]).toEqual(['success', { After: items }]);
		}
	});

	it('opens from the editor, while its node waits', async () => {
		const { client } = n8n.host;
		const waiting = asked(newExtraction(), 'stopWorkflow');
		const saved = await client.createWorkflow(waitingWorkflow(n8n, waiting));
		const editor = await openEditor(client);
		try {
			await editor.open(saved.id);
			await editor.byId('execute-workflow-button').first().click();
			const id = await until('the execution to wait', async () => {
				const [latest] = await client.executions(saved);
				return latest?.status === 'waiting' && latest.id;
			});
			await editor.openNode('Extract');
			const opened = editor.page.waitForEvent('popup');
			await editor.page.getByRole('link', { name: 'Open the page' }).first().click();
			const popup = await opened;
			await heading('Questions About Your Documents', popup);
			await popup.getByRole('radio', { name: /Day first/ }).check();
			await send(popup);
			await heading('Thank you', popup);
			expect((await client.ended(id)).status).toBe('success');
		} finally {
			await editor.close();
		}
	});

	it('of two people the first answers; what the second sends changes nothing', async () => {
		const { id, extraction_id, link } = await ask(DATES);
		const second = await browser.newPage();
		await second.goto(link);
		await second.getByRole('radio', { name: /Day first/ }).check();
		await page.goto(link);
		await page.getByRole('radio', { name: /Month first/ }).check();
		await send();
		await heading('Thank you');
		await n8n.host.client.ended(id);
		const repeated = second.waitForResponse((response) => response.request().method() === 'POST');
		await send(second);
		expect((await repeated).status()).toBe(409);
		await second.close();
		expect(recordOf(extraction_id).answers).toMatchObject([{ choiceId: 'month_first' }]);
		expect(sentAnswers()).toBe(1);
		const task = (await n8n.host.client.execution(id)).data.resultData.runData;
		expect(task.After).toHaveLength(1);
	});

	it('two posts at the same moment: one answer, one run of what follows', async () => {
		const { id, extraction_id, link } = await ask(DATES);
		const html = await (await fetch(link, { headers: ONCE })).text();
		const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
		const body = new URLSearchParams({
			...Object.fromEntries(['page_id', 'page', 'k_1', 'f_1'].map((name) => [name, value(name)])),
			o_1: '0',
			w_1: '',
			step: 'send',
		});
		const statuses = await Promise.all(
			[1, 2].map(async () => {
				const form = new URLSearchParams(body);
				return (await fetch(link, { method: 'POST', body: form, headers: ONCE })).status;
			}),
		);
		expect(statuses).toContain(200);
		const ended = await n8n.host.client.ended(id);
		expect(ended.status).toBe('success');
		expect(ended.data.resultData.runData.After).toHaveLength(1);
		expect(recordOf(extraction_id).answers).toHaveLength(1);
	});

	it('wrong posts and a service that is down leave everything as it is', async () => {
		const { id, link } = await ask(DATES);
		const looked = await fetch(link, { headers: { origin: 'https://elsewhere.example.com', ...ONCE } });
		expect(looked.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(looked.headers.get('access-control-allow-origin')).toBeNull();
		expect(looked.headers.get('cache-control')).toBe('no-store');
		const html = await looked.text();
		expect(html).not.toContain(n8n.sandbox.apiKey);
		const post = async (body: string, type = 'application/x-www-form-urlencoded') =>
			(await fetch(link, { method: 'POST', body, headers: { 'content-type': type, ...ONCE } })).status;
		expect(await post('{}', 'application/json')).toBe(415);
		expect(await post(`w_1=${'x'.repeat(1_100_000)}`)).toBe(413);
		expect(await post('o_1=0')).toBe(422);

		await page.goto(link);
		await send();
		await page.getByRole('alert').getByText('Choose an answer').waitFor();
		await page.getByRole('radio', { name: /Something else/ }).check();
		await page.getByRole('textbox').fill('Day first, <b>really</b>');
		n8n.sandbox.control.addFault({ endpoint: STATUS, kind: 'error', code: 'INTERNAL_ERROR', count: 3 });
		await send();
		await heading('Not reachable right now');
		expect(sentAnswers()).toBe(0);
		expect(await statusOf(id)).toBe('waiting');
		await page.getByRole('button', { name: 'Try again' }).click();
		await heading('Thank you');
		expect((await n8n.host.client.ended(id)).status).toBe('success');
	});

	it('refuses a link without its signature where n8n signs them', async () => {
		const { id, link } = await ask(DATES);
		const bare = await fetch(link.split('?')[0]!, { headers: ONCE });
		expect(bare.status).toBe(link.includes('?') ? 401 : 200);
		await n8n.host.client.stop(id);
	});

	// Last: while n8n starts anew, it may call executions that go on by themselves crashed.
	it('asks on a page, through a restart of n8n and a refused answer, and goes on with the status', async () => {
		const { id, extraction_id, link } = await ask(DATES, NAMES);
		expect(link.startsWith(`${n8n.host.address}/webhook-waiting/${id}`)).toBe(true);
		await page.goto(link);
		await heading('Questions About Your Documents');
		expect(await page.getByRole('group').count()).toBe(2);
		expect(await page.getByRole('radio', { name: /Day first/ }).isChecked()).toBe(false);
		await page.getByRole('radio', { name: /Day first/ }).check();
		// The style is let through by the page's own policy, and nothing sticks out on a phone.
		const box = await page.getByRole('button', { name: 'Send answers' }).boundingBox();
		expect(box!.height).toBeGreaterThanOrEqual(44);
		for (const option of await page.getByRole('radio').all()) {
			const { x, width } = (await option.boundingBox())!;
			expect(x + width).toBeLessThanOrEqual(PHONE.width);
		}

		await page
			.getByRole('radio', { name: /Something else/ })
			.last()
			.check();
		await page.getByRole('textbox').last().fill(BAD_FAITH);
		await send();
		await page.getByText('Some answers were not accepted').waitFor();
		// The note may be seen before the rest of the page.
		await page.waitForLoadState();
		expect(await page.getByRole('group').count()).toBe(1);

		await n8n.host.restart();
		// While n8n looks through its log for what a crash may have cut off, it calls executions that wait crashed.
		await until('the execution to wait again', async () => (await statusOf(id)) === 'waiting');
		await page.goto(link);
		await page.getByText('An earlier answer to this question was not accepted').waitFor();
		await page.getByRole('radio', { name: NAMES.recommended_approach }).check();
		await send();
		await heading('Thank you');
		const ended = await n8n.host.client.ended(id);
		expect(ended.status).toBe('success');
		expect(itemsOf(ended, 'After').map(({ json }) => json)).toMatchObject([
			{ extraction_id, open_questions: 0 },
		]);
		expect(recordOf(extraction_id).answers).toMatchObject([
			{ questionId: 'date_order', choiceId: 'day_first' },
			{ questionId: 'names', acceptRecommended: true },
		]);
	});
});
