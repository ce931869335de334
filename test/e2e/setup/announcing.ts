import type { INode } from 'n8n-workflow';
import { LIST } from '../../support/endpoints';
import { failureOf, itemsOf } from '../n8n/client';
import { pollingOften } from '../n8n/polling';
import type { SavedWorkflow } from '../n8n/types';
import { chain, extractionTrigger, noOperation } from '../n8n/workflows';
import { until } from '../support/until';
import type { N8nFixture } from './n8nFixture';

/** Long enough to publish the workflow in between. */
const SLOW_POLL_MS = 10_000;

/** The lists that the service was asked for: each poll begins with one. */
export const lists = ({ sandbox }: N8nFixture) =>
	sandbox.control.requests().filter(({ endpoint }) => endpoint === LIST);

/** A workflow with our trigger that is not published yet. */
export async function triggerWorkflow(
	{ host, credential }: N8nFixture,
	name: string,
): Promise<SavedWorkflow> {
	const trigger = extractionTrigger(credential, {
		events: ['completed'],
		completedOutput: 'extraction',
		pollTimes: {},
	});
	return await host.client.createWorkflow(pollingOften(chain(name, trigger, noOperation('Announced')), 5));
}

/** A published workflow that has taken its first look. */
export async function publishedTrigger(n8n: N8nFixture, name: string): Promise<SavedWorkflow> {
	const workflow = await triggerWorkflow(n8n, name);
	await n8n.host.client.activate(workflow);
	return workflow;
}

/** The same trigger with another time to poll, so that n8n starts it anew. */
export const withOneMorePoll = (node: INode): INode => {
	const { pollTimes } = node.parameters as { pollTimes?: { item: object[] } };
	if (!pollTimes) return node;
	const item = [...pollTimes.item, { mode: 'custom', cronExpression: '7 * * * * *' }];
	return { ...node, parameters: { ...node.parameters, pollTimes: { item } } } as INode;
};

/** Completes an extraction and waits until a poll is under way that will find it. */
export async function pollUnderWay(n8n: N8nFixture): Promise<string> {
	const { control } = n8n.sandbox;
	control.addFault({ endpoint: LIST, kind: 'delay', delayMs: SLOW_POLL_MS });
	const { extraction_id } = control.createExtraction({});
	const before = lists(n8n).length;
	await until('a poll to begin', () => lists(n8n).length > before);
	return extraction_id;
}

/** The ids that were announced, in order, once these are among them. */
export async function announced(
	{ host }: N8nFixture,
	workflow: SavedWorkflow,
	...extractionIds: string[]
): Promise<string[]> {
	const { client } = host;
	return await until(
		'the events',
		async () => {
			const all = (await client.executions(workflow)).reverse();
			const ended = await Promise.all(all.map(async ({ id }) => await client.ended(id)));
			// While the service is down, polls fail.
			const started = ended.filter(({ data }) => data.resultData.runData.Announced);
			for (const execution of started) expect(failureOf(execution)).toMatch(/^success/);
			const ids = started.flatMap((execution) =>
				itemsOf(execution, 'Announced').map(({ json }) => String(json.extraction_id)),
			);
			return extractionIds.every((id) => ids.includes(id)) && ids;
		},
		{ detail: host.output },
	);
}

/** One more: once it is announced, what was announced before would have been announced again. */
export async function andNothingTwice(
	n8n: N8nFixture,
	workflow: SavedWorkflow,
	...expected: string[]
): Promise<void> {
	await announced(n8n, workflow, ...expected);
	const { extraction_id: last } = n8n.sandbox.control.createExtraction({});
	const ids = await announced(n8n, workflow, last);
	expect(ids.at(-1)).toBe(last);
	// What ended between two polls has no order.
	expect(ids.sort()).toEqual([...expected, last].sort());
	await n8n.host.client.deactivate(workflow);
}
