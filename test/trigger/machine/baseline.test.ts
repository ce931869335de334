import { MINUTE } from '../model/clock';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

const HOUR = 60 * MINUTE;

describe('the first poll', () => {
	it('announces nothing, and what has ended by then never', async () => {
		const machine = new MachineFixture();
		machine.create(3, 'completed');
		machine.create(1, 'failed');
		expect((await machine.poll()).announced).toEqual([]);
		expect((await machine.poll()).announced).toEqual([]);
		machine.advance(HOUR);
		machine.create(1, 'completed');
		expect((await machine.poll()).announced).toEqual(['x4 completed']);
	});

	it('lets the end of what is open be announced', async () => {
		const machine = new MachineFixture();
		const [running, waiting] = [...machine.create(1), ...machine.create(1, 'input_required')];
		await machine.poll();
		machine.service.end(running!, 'completed');
		machine.service.end(waiting!, 'cancelled');
		expect((await machine.poll()).announced).toEqual(['x0 completed', 'x1 cancelled']);
	});

	it('knows the questions asked by then, and announces only later ones', async () => {
		const machine = new MachineFixture();
		const [waiting] = machine.create(1, 'input_required');
		await machine.poll();
		expect((await machine.poll()).announced).toEqual([]);
		machine.service.reply(waiting!);
		machine.service.ask(waiting!, 1);
		expect((await machine.poll()).announced).toEqual(['x0 input_required']);
	});

	it('announces the questions that it has no time to read: they may be asked after it has begun', async () => {
		const machine = new MachineFixture({ statusesPerPoll: 1 });
		machine.create(3, 'input_required');
		const polls: string[][] = [];
		for (let poll = 0; poll < 6; poll++) polls.push((await machine.poll()).announced);
		expect(polls).toEqual([[], ['x1 input_required'], ['x2 input_required'], [], [], []]);
	});

	it('announces what an extraction asks before its status is first read', async () => {
		const machine = new MachineFixture({ statusesPerPoll: 1 });
		const waiting = machine.create(3, 'input_required');
		await machine.poll();
		for (const each of waiting) {
			machine.service.reply(each);
			machine.service.ask(each, 1);
		}
		const announced: string[] = [];
		for (let poll = 0; poll < 6; poll++) announced.push(...(await machine.poll()).announced);
		expect(announced.sort()).toEqual(['x0 input_required', 'x1 input_required', 'x2 input_required']);
	});

	it('finds those in processing at any age, and those that wait for as long as they can', async () => {
		const machine = new MachineFixture();
		const [old] = machine.create(1);
		machine.advance(30 * 24 * HOUR);
		const [waiting] = machine.create(1, 'input_required');
		machine.advance(40 * HOUR);
		machine.create(1, 'completed');
		await machine.poll();
		machine.service.end(old!, 'failed');
		machine.service.end(waiting!, 'cancelled');
		expect((await machine.poll()).announced).toEqual(['x0 failed', 'x1 cancelled']);
	});

	it('reads no further back than it has to', async () => {
		const machine = new MachineFixture({ pageSize: 10 });
		machine.create(100, 'completed');
		machine.advance(72 * HOUR);
		machine.create(5, 'completed');
		expect((await machine.poll()).requests).toEqual(['list all', 'list processing']);
	});

	it('takes an account without extractions', async () => {
		const machine = new MachineFixture();
		expect((await machine.poll()).announced).toEqual([]);
		machine.create(2, 'completed');
		expect((await machine.poll()).announced).toEqual(['x0 completed', 'x1 completed']);
	});

	it('goes on in the next polls when it was cut short, silent of what had ended', async () => {
		const machine = new MachineFixture({ pageSize: 2, pagesPerPoll: 2 });
		machine.create(9, 'completed');
		const [open] = machine.create(1, 'input_required');
		machine.create(8, 'completed');
		await machine.poll();
		const announced: string[] = [];
		for (let minute = 0; minute < 60; minute++) {
			machine.advance(MINUTE);
			announced.push(...(await machine.poll()).announced);
		}
		// The first poll has not read its questions.
		expect(announced).toEqual(['x9 input_required']);
		expect(machine.hasReadAll).toBe(true);
		machine.service.end(open!, 'cancelled');
		expect((await machine.poll()).announced).toEqual(['x9 cancelled']);
	});

	it.each([
		['before the list of those in processing', { budget: 1 }],
		['within the list of those in processing', { budget: 2 }],
	])('finds those in processing at any age also when it was cut short %s', async (_what, budget) => {
		const machine = new MachineFixture({ pageSize: 2 });
		const [old] = machine.create(1);
		machine.create(5, 'completed');
		machine.create(3);
		machine.advance(30 * 24 * HOUR);
		machine.create(1, 'completed');
		expect((await machine.poll(budget)).announced).toEqual([]);
		for (let poll = 0; poll < 3; poll++) expect((await machine.poll()).announced).toEqual([]);
		expect(machine.hasReadAll).toBe(true);
		machine.service.end(old!, 'failed');
		expect((await machine.poll()).announced).toEqual(['x0 failed']);
	});

	it('comes to all that is open although no cursor lasts until the next poll', async () => {
		const machine = new MachineFixture({ pageSize: 2, pagesPerPoll: 3 });
		const [waiting] = machine.create(1, 'input_required');
		machine.create(30, 'completed');
		await machine.poll();
		for (let poll = 0; poll < 30; poll++) {
			machine.service.generation += 1;
			machine.advance(MINUTE);
			await machine.poll();
		}
		expect(machine.state?.survey).toEqual([]);
		machine.service.end(waiting!, 'cancelled');
		expect((await machine.poll()).announced).toEqual(['x0 cancelled']);
	});

	it('finds what is open although the first page of the list is empty', async () => {
		const machine = new MachineFixture();
		machine.create(2, 'completed');
		const [waiting] = machine.create(1, 'input_required');
		machine.create(1, 'completed');
		const [others] = machine.create(1, 'completed');
		const { now: serviceMs } = machine.service;
		const next = machine.service.page({ limit: 1 })?.next;
		// The page had it, and the service has left it out because somebody else owns it.
		others!.listedFrom = Infinity;
		const empty = { items: [], isLast: false, next, hasUnreadable: false, receivedMs: serviceMs, serviceMs };
		const pages = [empty];
		const { requests } = await machine.poll({ page: () => pages.shift() });
		expect(requests).toEqual(['list all', 'list all', 'status x2']);
		machine.service.end(waiting!, 'completed');
		expect((await machine.poll()).announced).toEqual(['x2 completed']);
	});

	it('leaves nothing behind when it does not get a single answer', async () => {
		const machine = new MachineFixture();
		machine.create(1, 'completed');
		await machine.poll({ budget: 0 });
		expect(machine.state).toBeNull();
	});
});

describe('another account', () => {
	it('is taken anew: nothing that has ended there is announced', async () => {
		const machine = new MachineFixture();
		await machine.poll();
		const other = Object.assign(new MachineFixture(), { state: machine.state, account: 'another' });
		other.create(3, 'completed');
		expect((await other.poll()).announced).toEqual([]);
		expect((await other.poll()).announced).toEqual([]);
		other.create(1, 'completed');
		expect((await other.poll()).announced).toEqual(['x3 completed']);
	});
});
