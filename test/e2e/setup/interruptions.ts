import { until } from '../support/until';
import { andNothingTwice, lists, pollUnderWay, publishedTrigger, withOneMorePoll } from './announcing';
import type { N8nFixture } from './n8nFixture';

interface Interruption {
	title: string;
	/** Interrupts a trigger, and checks that it announces everything once. */
	play: (n8n: N8nFixture) => Promise<void>;
}

/** What interrupts a trigger under each scheduler of n8n. */
export const INTERRUPTIONS: Interruption[] = [
	{
		title: 'n8n is restarted before the trigger has found anything: what ends meanwhile is announced',
		play: async (n8n) => {
			const workflow = await publishedTrigger(n8n, 'Restarted');
			const { control } = n8n.sandbox;
			const { extraction_id } = control.createExtraction({ status: 'processing' });
			const restarted = n8n.host.restart();
			await n8n.host.client.untilDown();
			control.updateExtraction({ extraction_id, status: 'completed' });
			await restarted;
			await andNothingTwice(n8n, workflow, extraction_id);
		},
	},
	{
		title: 'the workflow is published again during a poll',
		play: async (n8n) => {
			const { client } = n8n.host;
			const workflow = await publishedTrigger(n8n, 'Published');
			const id = await pollUnderWay(n8n);
			const changed = await client.updateWorkflow(workflow, { nodes: workflow.nodes.map(withOneMorePoll) });
			await client.activate(changed);
			await andNothingTwice(n8n, changed, id);
		},
	},
	{
		title: 'the workflow is unpublished during a poll, and published later',
		play: async (n8n) => {
			const { client } = n8n.host;
			const workflow = await publishedTrigger(n8n, 'Unpublished');
			const id = await pollUnderWay(n8n);
			await client.deactivate(workflow);
			await until('the poll to have its answer', () => lists(n8n).every(({ over }) => over));
			await client.activate(workflow);
			await andNothingTwice(n8n, workflow, id);
		},
	},
];
