import { MINUTE } from '../../support/trigger/ModelService';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

const SECOND = 1_000;
const FOREVER = 60 * MINUTE;

/** The names of those that were announced without what belongs to them. */
const incomplete = ({ items }: VirtualN8n): unknown[] =>
	items.flatMap(({ missing, extraction_id: id }) => (missing ? [id] : []));

describe('what hangs', () => {
	virtualTime();

	it('takes a part of the poll: new events come at once, and those that hang without what belongs to them', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		const hanging = new Set(n8n.create(4, 'failed', 4).map(({ id }) => id));
		n8n.latency = (endpoint, id) => (endpoint === 'details' && hanging.has(id) ? FOREVER : 20);
		const told: number[] = [];
		for (let minute = 0; minute < 20; minute++) {
			n8n.create(1, 'failed');
			await n8n.minutes(1);
			told.push(n8n.announced.length);
		}
		// The first try of each of the four takes a third of a poll, and there is time for two of these.
		expect(told[3]).toBeGreaterThanOrEqual(3);
		expect(new Set(incomplete(n8n))).toEqual(hanging);
		expect(n8n.announced).toHaveLength(24);
		expect(n8n.errors).toEqual([]);
	});

	it('comes without in the end, however many new ones hang as well', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		n8n.latency = (endpoint) => (endpoint === 'details' ? FOREVER : 20);
		for (let minute = 0; minute < 20; minute++) {
			n8n.create(2, 'failed');
			await n8n.minutes(1);
		}
		expect(incomplete(n8n)).toEqual(expect.arrayContaining(['x0', 'x1', 'x2', 'x3']));
	});

	it('leaves the others their turn if it is the list: the poll fails, and the next begins with them', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		n8n.create(1, 'failed');
		n8n.fails = (endpoint) => (endpoint === 'details' ? 500 : undefined);
		await n8n.minutes(1);
		n8n.fails = () => undefined;
		n8n.latency = (endpoint) => (endpoint === 'list' ? FOREVER : 20);
		await n8n.minutes(2);
		expect(n8n.announced).toEqual(['x0 failed']);
		expect(n8n.errors).toMatchObject([{ message: expect.stringMatching(/did not answer in time/) }]);
	});

	it('leaves the others their turn if it is the status of one that waits for answers', async () => {
		const n8n = new VirtualN8n();
		const [open, asking] = n8n.create(2);
		await n8n.poll();
		await n8n.pass(2 * 60 * MINUTE);
		n8n.create(1, 'completed');
		n8n.service.ask(asking!, 1);
		await n8n.minutes(2);
		n8n.latency = (endpoint, id) => (endpoint === 'status' && id === asking!.id ? FOREVER : SECOND);
		n8n.service.end(open!, 'completed');
		await n8n.minutes(3);
		expect(n8n.announced).toContain(`${open!.id} completed`);
	});
});
