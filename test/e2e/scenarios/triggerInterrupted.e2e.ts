import { LIST } from '../../support/endpoints';
import { HOST_VERSIONS } from '../hosts/install';
import { andNothingTwice, lists, pollUnderWay, publishedTrigger, withOneMorePoll } from '../setup/announcing';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';

needing();

describe.each(HOST_VERSIONS)('a trigger that is interrupted, in n8n %s', (version) => {
	let n8n: N8nFixture;
	beforeAll(async () => {
		n8n = await startN8n({ version });
	});
	afterAll(async () => await n8n?.close());

	it('n8n is restarted before the trigger has found anything: what ends meanwhile is announced', async () => {
		const workflow = await publishedTrigger(n8n, 'Restarted');
		const { control } = n8n.sandbox;
		const { extraction_id } = control.createExtraction({ status: 'processing' });
		const restarted = n8n.host.restart();
		await n8n.host.client.untilDown();
		control.updateExtraction({ extraction_id, status: 'completed' });
		await restarted;
		await andNothingTwice(n8n, workflow, extraction_id);
	});

	it('n8n is restarted while the service is down: the trigger goes on when it is back', async () => {
		const workflow = await publishedTrigger(n8n, 'Service down');
		const { control } = n8n.sandbox;
		const { extraction_id } = control.createExtraction({ status: 'processing' });
		control.addFault({ endpoint: LIST, kind: 'error', status: 503, count: 1_000 });
		await n8n.host.restart();
		control.updateExtraction({ extraction_id, status: 'completed' });
		const before = lists(n8n).length;
		// Each poll tries three times.
		await until('two more polls', () => lists(n8n).length > before + 3);
		control.clearFaults();
		await andNothingTwice(n8n, workflow, extraction_id);
	});

	it('the workflow is published again during a poll', async () => {
		const { client } = n8n.host;
		const workflow = await publishedTrigger(n8n, 'Published');
		const id = await pollUnderWay(n8n);
		const changed = await client.updateWorkflow(workflow, { nodes: workflow.nodes.map(withOneMorePoll) });
		await client.activate(changed);
		await andNothingTwice(n8n, changed, id);
	});

	it('the workflow is unpublished during a poll, and published later', async () => {
		const { client } = n8n.host;
		const workflow = await publishedTrigger(n8n, 'Unpublished');
		const id = await pollUnderWay(n8n);
		await client.deactivate(workflow);
		const answered = () => lists(n8n).filter(({ over }) => over).length === lists(n8n).length;
		await until('the poll to have its answer', answered);
		await client.activate(workflow);
		await andNothingTwice(n8n, workflow, id);
	});
});
