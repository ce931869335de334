import { MachineFixture } from '../../support/fixtures/MachineFixture';
import { MINUTE } from '../model/clock';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

const HOUR = 60 * MINUTE;

describe('an open extraction that the service does not find for a moment', () => {
	virtualTime();

	it('is not forgotten: its end is announced', async () => {
		const n8n = new VirtualN8n();
		const [old] = n8n.create(1);
		await n8n.pass(24 * HOUR);
		n8n.create(1, 'completed');
		await n8n.minutes(2);
		old!.deletedAt = 0;
		await n8n.minutes(1);
		expect(n8n.requests).toContain(`status ${old!.id}`);
		old!.deletedAt = Infinity;
		await n8n.minutes(1);
		n8n.service.end(old!, 'completed');
		await n8n.minutes(2);
		expect(n8n.announced).toEqual([`${old!.id} completed`]);
	});

	it.each([
		['a minute', 0],
		['an hour', HOUR],
	])('is not forgotten as long as the list shows it, at polls that are %s apart', async (_words, apart) => {
		const n8n = new VirtualN8n();
		const [old] = n8n.create(1);
		await n8n.poll();
		await n8n.pass(15 * MINUTE);
		n8n.create(1, 'completed');
		await n8n.minutes(2);
		n8n.fail((endpoint) => (endpoint === 'status' ? 404 : undefined));
		for (let poll = 0; poll < 4; poll++) {
			await n8n.minutes(1);
			await n8n.pass(apart);
			expect(n8n.requests.length).toBeLessThanOrEqual(3);
		}
		n8n.fail();
		n8n.service.end(old!, 'completed');
		await n8n.minutes(3);
		expect(n8n.announced).toEqual(['x1 completed', `${old!.id} completed`]);
		expect(n8n.errors).toEqual([]);
	});
});

/** Four open extractions, created so long ago that no list of a poll shows them. */
async function sceneWithOpen(): Promise<[VirtualN8n, ReturnType<VirtualN8n['create']>]> {
	const n8n = new VirtualN8n();
	const open = n8n.create(4);
	await n8n.poll();
	await n8n.pass(2 * HOUR);
	n8n.create(1, 'completed');
	await n8n.minutes(2);
	return [n8n, open];
}

const ALL = ['x0', 'x1', 'x2', 'x3', 'x4'].map((id) => `${id} completed`);

describe('a status that hangs for ever', () => {
	virtualTime();

	it('is read from the list: their ends come all the same', async () => {
		const [n8n, open] = await sceneWithOpen();
		n8n.latency = (endpoint) => (endpoint === 'status' ? HOUR : 20);
		for (const each of open) n8n.service.end(each, 'completed');
		await n8n.minutes(20);
		expect([...n8n.announced].sort()).toEqual(ALL);
	});
});

describe('a status that takes a large part of a poll', () => {
	virtualTime();

	// Two calls fit in a poll, or one and a part of another.
	it.each([12, 18, 25, 29, 35])('is read though every call takes %d s', async (seconds) => {
		const [n8n, open] = await sceneWithOpen();
		n8n.latency = () => seconds * 1_000;
		for (const each of open) n8n.service.end(each, 'completed');
		await n8n.minutes(30);
		expect([...n8n.announced].sort()).toEqual(ALL);
		expect(n8n.errors).toEqual([]);
	});
});

/** One old open extraction, which no list of a poll shows. */
async function sceneWithOld(): Promise<[MachineFixture, ReturnType<MachineFixture['create']>[number]]> {
	const machine = new MachineFixture();
	await machine.poll();
	const [old] = machine.create(1);
	await machine.poll();
	machine.advance(HOUR);
	machine.create(1, 'completed');
	await machine.poll();
	return [machine, old!];
}

describe('an open extraction that neither its status nor the list knows any more', () => {
	it('is forgotten after the third poll', async () => {
		const [machine, old] = await sceneWithOld();
		machine.service.end(old, 'cancelled');
		machine.service.remove(old);
		const requests = [];
		for (let poll = 0; poll < 4; poll++) requests.push((await machine.poll()).requests);
		expect(requests).toEqual([
			['list all', 'status x0'],
			['list all', 'status x0'],
			['list all', 'status x0', 'list all'],
			['list all'],
		]);
	});

	it('is kept as long as the list has an entry that cannot be read', async () => {
		const [machine, old] = await sceneWithOld();
		old.deletedAt = 0;
		for (let poll = 0; poll < 4; poll++)
			await machine.poll({
				page: () => ({
					items: [],
					isLast: true,
					hasUnreadable: true,
					receivedMs: machine.service.now,
					serviceMs: machine.service.now,
				}),
			});
		old.deletedAt = Infinity;
		machine.service.end(old, 'completed');
		expect((await machine.poll()).announced).toEqual([`${old.id} completed`]);
	});

	it('is looked for on all pages of its moment', async () => {
		const machine = new MachineFixture({ pageSize: 2 });
		await machine.poll();
		const [old] = machine.create(1);
		for (let count = 0; count < 5; count++) machine.service.end(machine.service.create(), 'completed');
		await machine.poll();
		machine.advance(HOUR);
		machine.create(1, 'completed');
		for (let poll = 0; poll < 5; poll++)
			await machine.poll({
				status: () => ({ kind: 'missing', reason: 'missing' }),
			});
		machine.service.end(old!, 'completed');
		expect((await machine.poll()).announced).toEqual([`${old!.id} completed`]);
	});
});
