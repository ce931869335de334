import { MINUTE } from '../model/clock';
import { MachineFixture, type PollResult } from '../../support/fixtures/MachineFixture';
import { stateJson } from '../../../nodes/DocumentDataExtraction/trigger/state';

const WEEK = 7 * 24 * 60 * MINUTE;

/** Polls until nothing is left to read, at most so often. */
async function pollOn(machine: MachineFixture, most: number): Promise<PollResult[]> {
	const polls: PollResult[] = [];
	while (polls.length < most) {
		machine.advance(MINUTE);
		polls.push(await machine.poll());
		if (machine.hasReadAll && polls.at(-1)?.announced.length === 0) return polls;
	}
	throw new Error(`Not at rest after ${most} polls`);
}

const announcedBy = (polls: PollResult[]): string[] => polls.flatMap(({ announced }) => announced);

describe('a poll that is cut short', () => {
	it('loses nothing of what waits for room if a list shows nothing by mistake', async () => {
		const machine = new MachineFixture({ stateBytes: 1_200 });
		await machine.poll();
		const all = machine.create(60);
		const announced: string[] = [];
		for (let minute = 0; minute < 160; minute++) {
			machine.advance(MINUTE);
			announced.push(...(await machine.poll({ isBlank: minute % 2 === 1 })).announced);
			for (const each of all) if (machine.state!.open.has(each.id)) machine.service.end(each, 'completed');
		}
		expect(announced).toHaveLength(60);
		expect(new Set(announced).size).toBe(60);
	});

	it('tells nothing twice when many more come, again and again, before the rest is read', async () => {
		const machine = new MachineFixture({ pageSize: 2, pagesPerPoll: 3 });
		await machine.poll();
		machine.create(60, 'completed');
		const announced: string[] = [];
		for (let minute = 0; minute < 40; minute++) {
			if (minute % 8 === 7) machine.create(7, 'completed');
			machine.advance(MINUTE);
			announced.push(...(await machine.poll()).announced);
		}
		announced.push(...announcedBy(await pollOn(machine, 100)));
		expect(announced).toHaveLength(95);
		expect(new Set(announced).size).toBe(95);
	});

	it('is carried on by the next ones, each event announced once, in the order of creation: what is new after the rest', async () => {
		const machine = new MachineFixture({ pageSize: 10, pagesPerPoll: 4 });
		await machine.poll();
		machine.advance(WEEK);
		machine.create(500, 'completed');
		const { announced } = await machine.poll();
		machine.create(1, 'failed');
		announced.push(...announcedBy(await pollOn(machine, 100)));
		expect(announced).toHaveLength(501);
		expect(new Set(announced).size).toBe(501);
		expect(announced.at(-1)).toBe('x500 failed');
	});

	it('reads again what it had read before the rest, as long as something may have appeared late there', async () => {
		const machine = new MachineFixture({ pageSize: 2, pagesPerPoll: 3 });
		await machine.poll();
		for (let count = 0; count < 24; count++) {
			machine.advance(1);
			machine.service.end(machine.service.create({ lateMs: count === 3 ? 9 * MINUTE : 0 }), 'completed');
		}
		const announced: string[] = [];
		const poll = async () => {
			machine.advance(MINUTE);
			announced.push(...(await machine.poll()).announced);
		};
		while (machine.state!.at === machine.state!.from) await poll();
		expect(announced).toContain('x2 completed');
		expect(announced).not.toContain('x3 completed');
		machine.advance(20 * MINUTE);
		for (let minute = 0; minute < 20; minute++) await poll();
		expect(announced).toHaveLength(24);
		expect(new Set(announced).size).toBe(24);
	});

	it('has room for one that is listed late, although newer ones took up all there was', async () => {
		const machine = new MachineFixture({ stateBytes: 1_500 });
		await machine.poll();
		machine.service.end(machine.service.create({ lateMs: 5 * MINUTE }), 'completed');
		for (let count = 0; count < 100; count++) {
			machine.advance(1);
			machine.service.end(machine.service.create(), 'completed');
		}
		const announced: string[] = [];
		for (let minute = 0; minute < 60; minute++) {
			machine.advance(MINUTE);
			announced.push(...(await machine.poll()).announced);
		}
		expect(announced).toContain('x0 completed');
		expect(new Set(announced).size).toBe(101);
		expect(announced).toHaveLength(101);
		expect((await machine.poll()).requests).toEqual(['list all']);
	});

	it('loses nothing when it gets no further than the first page', async () => {
		const machine = new MachineFixture({ pageSize: 5 });
		await machine.poll();
		machine.create(30, 'completed');
		const announced: string[] = [];
		for (let poll = 0; poll < 60; poll++) {
			machine.advance(MINUTE);
			let lists = 0;
			announced.push(
				...(
					await machine.poll({
						lists: 2,
						before: (step) => (lists += step.query ? 1 : 0),
					})
				).announced,
			);
			expect(lists).toBeLessThanOrEqual(3);
		}
		expect(new Set(announced).size).toBe(30);
		expect(announced).toHaveLength(30);
	});
});

describe('more open extractions than can be remembered', () => {
	/** Room for about twenty extractions with ids as short as these. */
	const limits = { stateBytes: 1_500, pageSize: 10, pagesPerPoll: 6, statusesPerPoll: 20 };

	const bytesOf = (machine: MachineFixture): number => JSON.stringify(stateJson(machine.state!)).length;

	it('wait for room, and lose nothing', async () => {
		const machine = new MachineFixture(limits);
		await machine.poll();
		const open = machine.create(60);
		for (let minute = 0; minute < 30; minute++) {
			machine.advance(MINUTE);
			const { announced, full } = await machine.poll();
			expect(announced).toEqual([]);
			expect(full).toBe(true);
			expect(machine.state?.open.size).toBeLessThanOrEqual(20);
		}
		const announced: string[] = [];
		for (const each of open) {
			machine.service.end(each, 'completed');
			machine.advance(MINUTE);
			announced.push(...(await machine.poll()).announced);
		}
		announced.push(...announcedBy(await pollOn(machine, 100)));
		expect(announced).toHaveLength(60);
		expect(new Set(announced).size).toBe(60);
	});

	it('or more that ended leave room to those before them', async () => {
		const machine = new MachineFixture(limits);
		await machine.poll();
		machine.create(100, 'completed');
		const { announced } = await machine.poll();
		while (machine.state!.ends.length > 0) announced.push(...(await machine.poll()).announced);
		for (let count = 0; count < 100; count++) {
			machine.advance(MINUTE / 10);
			machine.service.end(machine.service.create(), 'completed');
			if (count % 5 === 0) announced.push(...(await machine.poll({ lists: 1 })).announced);
		}
		announced.push(...announcedBy(await pollOn(machine, 200)));
		expect(announced).toHaveLength(200);
		expect(new Set(announced).size).toBe(200);
	});

	it('keep the state within its bytes', async () => {
		const machine = new MachineFixture(limits);
		machine.create(10);
		await machine.poll();
		for (let round = 0; round < 50; round++) {
			for (const each of machine.create(10)) if (round % 3) machine.service.end(each, 'completed');
			await machine.poll();
			expect(bytesOf(machine)).toBeLessThanOrEqual(limits.stateBytes);
		}
	});
});
