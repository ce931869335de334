import { MINUTE } from '../../support/trigger/ModelService';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

describe('an open extraction that the service does not find for a moment', () => {
	virtualTime();

	it('is not forgotten: its end is announced', async () => {
		const n8n = new VirtualN8n();
		const [old] = n8n.create(1);
		await n8n.pass(24 * 60 * MINUTE);
		n8n.create(1, 'completed');
		await n8n.minutes(2);
		old!.deletedStep = 0;
		await n8n.minutes(1);
		expect(n8n.requests).toContain(`status ${old!.id}`);
		old!.deletedStep = Infinity;
		await n8n.minutes(1);
		n8n.service.end(old!, 'completed');
		await n8n.minutes(2);
		expect(n8n.announced).toEqual([`${old!.id} completed`]);
	});
});
