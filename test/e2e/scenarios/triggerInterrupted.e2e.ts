import type { INode } from 'n8n-workflow';
import { LIST } from '../../support/endpoints';
import { HOST_VERSIONS } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import { pollingOften } from '../n8n/polling';
import { chain, extractionTrigger, noOperation } from '../n8n/workflows';
import type { SavedWorkflow } from '../n8n/types';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';

needing();

/** Long enough to publish the workflow in between. */
const POLL_MS = 4_000;

describe.each(HOST_VERSIONS)('a trigger that is interrupted, in n8n %s', (version) => {
	let n8n: N8nFixture;
	beforeAll(async () => {
		n8n = await startN8n({ version });
	});
	afterAll(async () => await n8n?.close());

	const polls = () => n8n.sandbox.control.requests().filter(({ endpoint }) => endpoint === LIST);

	/** A published workflow that has taken its first look. */
	async function published(name: string): Promise<SavedWorkflow> {
		const { client } = n8n.host;
		const trigger = extractionTrigger(n8n.credential, {
			events: ['completed'],
			completedOutput: 'extraction',
			pollTimes: {},
		});
		const workflow = await client.createWorkflow(
			pollingOften(chain(name, trigger, noOperation('Announced')), 5),
		);
		await client.activate(workflow);
		return workflow;
	}

	/** The same trigger with another time to poll, so that n8n starts it anew. */
	const withOneMorePoll = (node: INode): INode => {
		const { pollTimes } = node.parameters as { pollTimes?: { item: object[] } };
		if (!pollTimes) return node;
		const item = [...pollTimes.item, { mode: 'custom', cronExpression: '7 * * * * *' }];
		return { ...node, parameters: { ...node.parameters, pollTimes: { item } } } as INode;
	};

	/** Completes an extraction and waits until a poll is under way that will find it. */
	async function pollUnderWay(): Promise<string> {
		const { control } = n8n.sandbox;
		control.addFault({ endpoint: LIST, kind: 'delay', delayMs: POLL_MS });
		const { extraction_id } = control.createExtraction({});
		const before = polls().length;
		await until('a poll to begin', () => polls().length > before);
		return extraction_id;
	}

	/** The ids that were announced, in order, once this one is among them. */
	async function announced(workflow: SavedWorkflow, extractionId: string): Promise<string[]> {
		const { client } = n8n.host;
		return await until(
			'the event',
			async () => {
				const all = (await client.executions(workflow)).reverse();
				const ended = await Promise.all(all.map(async ({ id }) => await client.ended(id)));
				// While the service is down, polls fail.
				const started = ended.filter(({ data }) => data.resultData.runData.Announced);
				for (const execution of started) expect(failureOf(execution)).toMatch(/^success/);
				const ids = started.flatMap((execution) =>
					itemsOf(execution, 'Announced').map(({ json }) => String(json.extraction_id)),
				);
				return ids.includes(extractionId) && ids;
			},
			{ detail: n8n.host.output },
		);
	}

	/** One more: once it is announced, what was announced before would have been announced again. */
	async function andNothingTwice(workflow: SavedWorkflow, ...expected: string[]): Promise<void> {
		await announced(workflow, expected.at(-1)!);
		const { extraction_id: last } = n8n.sandbox.control.createExtraction({});
		expect(await announced(workflow, last)).toEqual([...expected, last]);
		await n8n.host.client.deactivate(workflow);
	}

	it('n8n is restarted before the trigger has found anything: what ends meanwhile is announced', async () => {
		const workflow = await published('Restarted');
		const { control } = n8n.sandbox;
		const { extraction_id } = control.createExtraction({ status: 'processing' });
		const restarted = n8n.host.restart();
		await n8n.host.client.untilDown();
		control.updateExtraction({ extraction_id, status: 'completed' });
		await restarted;
		await andNothingTwice(workflow, extraction_id);
	});

	it('n8n is restarted while the service is down: the trigger goes on when it is back', async () => {
		const workflow = await published('Service down');
		const { control } = n8n.sandbox;
		const { extraction_id } = control.createExtraction({ status: 'processing' });
		control.addFault({ endpoint: LIST, kind: 'error', status: 503, count: 1_000 });
		await n8n.host.restart();
		control.updateExtraction({ extraction_id, status: 'completed' });
		const before = polls().length;
		// Each poll tries three times.
		await until('two more polls', () => polls().length > before + 3);
		control.clearFaults();
		await andNothingTwice(workflow, extraction_id);
	});

	it('the workflow is published again during a poll', async () => {
		const { client } = n8n.host;
		const workflow = await published('Published');
		const id = await pollUnderWay();
		const changed = await client.updateWorkflow(workflow, { nodes: workflow.nodes.map(withOneMorePoll) });
		await client.activate(changed);
		await andNothingTwice(changed, id);
	});

	it('the workflow is unpublished during a poll, and published later', async () => {
		const { client } = n8n.host;
		const workflow = await published('Unpublished');
		const id = await pollUnderWay();
		await client.deactivate(workflow);
		const answered = () => polls().filter(({ over }) => over).length === polls().length;
		await until('the poll to have its answer', answered);
		await client.activate(workflow);
		await andNothingTwice(workflow, id);
	});
});
