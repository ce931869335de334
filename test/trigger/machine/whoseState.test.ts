import { MINUTE } from '../model/clock';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

const DAY = 24 * 60 * MINUTE;

describe('what n8n keeps under the name of a trigger', () => {
	virtualTime();

	it('is nothing to a trigger that was deleted and added again: what has ended meanwhile is not announced', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		await n8n.pass(60 * DAY);
		n8n.create(600, 'completed', 30 * 24 * 60);
		n8n.nodeId = 'added-again';
		await n8n.minutes(10);
		expect(n8n.announced).toEqual([]);
		const [next] = n8n.create(1, 'completed');
		expect(await n8n.poll()).toEqual([`${next!.id} completed`]);
	});

	it('is nothing to a trigger that is given the name of a deleted one: it goes on where it was', async () => {
		const n8n = new VirtualN8n();
		await n8n.minutes(10, () => void n8n.create(1, 'completed'));
		const ofTheDeleted = n8n.staticData.node;
		n8n.announced.length = 0;
		n8n.staticData.node = {};
		n8n.nodeId = 'other';
		await n8n.poll();
		n8n.create(40, 'completed');
		expect(await n8n.poll()).toHaveLength(40);
		await n8n.pass(MINUTE);
		const [failed] = n8n.create(1, 'failed');
		n8n.staticData.node = ofTheDeleted;
		await n8n.minutes(3);
		expect(n8n.announced.slice(40)).toEqual([`${failed!.id} failed`]);
	});
});
