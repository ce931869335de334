import { LIST } from '../../support/endpoints';
import { HOST_VERSIONS } from '../hosts/install';
import { andNothingTwice, lists, publishedTrigger } from '../setup/announcing';
import { INTERRUPTIONS } from '../setup/interruptions';
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

	it.each(INTERRUPTIONS)('$title', async ({ play }) => await play(n8n));

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
});
