import { MINUTE } from '../model/clock';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** n8n's durable scheduler without durable cursors: what a poll writes is kept if the poll announces something, and else lost. */
describe('under a scheduler that keeps the state only with an event', () => {
	virtualTime();

	it('polls that announce nothing do not read more and more', async () => {
		const n8n = new VirtualN8n();
		n8n.parameters = { ...n8n.parameters, events: ['failed'] };
		await n8n.poll();
		const stored = copyOf(n8n.staticData);
		const requests: number[] = [];
		for (let poll = 0; poll < 30; poll++) {
			n8n.staticData = copyOf(stored);
			await n8n.minutes(1, () => void n8n.create(60, 'completed', 1));
			requests.push(n8n.requests.length);
		}
		expect(n8n.announced).toEqual([]);
		// The overlap of ten minutes takes seven pages.
		expect(Math.max(...requests)).toBeLessThanOrEqual(8);
	});

	it('several polls that n8n begins on the same stored data, as after a restart, announce an event once', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		n8n.create(1, 'completed');
		const stored = copyOf(n8n.staticData);
		/** A poll on data that n8n has loaded before it kept what another one announced. */
		const late = async () => {
			n8n.staticData = copyOf(stored);
			return await n8n.poll();
		};
		expect(await late()).toEqual(['x0 completed']);
		const kept = copyOf(n8n.staticData);
		expect(await late()).toEqual([]);
		expect(await late()).toEqual([]);
		n8n.staticData = kept;
		n8n.create(1, 'completed');
		expect(await n8n.poll()).toEqual(['x1 completed']);
	});

	it('two triggers in one workflow, polled at the same time: what n8n stored over the state of one comes once more', async () => {
		const n8n = new VirtualN8n();
		const nodes: Record<string, VirtualN8n['staticData']['node']> = { one: {}, two: {} };
		let workflow = n8n.staticData.global;
		/** A poll of one of them on what was stored when it began. @returns keeps what it wrote, over all that was stored since */
		const poll = async (name: string, stored: { nodes: typeof nodes; workflow: typeof workflow }) => {
			const mine = copyOf(stored);
			n8n.nodeId = name;
			n8n.staticData = { node: mine.nodes[name]!, global: mine.workflow };
			const announced = await n8n.poll();
			return {
				announced,
				keep: () => {
					Object.assign(nodes, mine.nodes);
					workflow = mine.workflow;
					return announced;
				},
			};
		};
		for (const name of ['one', 'two']) (await poll(name, { nodes, workflow })).keep();
		n8n.create(3, 'completed');
		const before = copyOf({ nodes, workflow });
		const polls = [await poll('one', before), await poll('two', before)];
		for (const { announced, keep } of polls) {
			expect(announced).toHaveLength(3);
			keep();
		}
		const again: string[] = [];
		await n8n.pass(MINUTE);
		for (const name of ['one', 'two', 'one', 'two'])
			again.push(...(await poll(name, { nodes, workflow })).keep().map((event) => `${name} ${event}`));
		expect(again).toEqual(['one x0 completed', 'one x1 completed', 'one x2 completed']);
	});
});
