import { MachineFixture } from '../../support/fixtures/MachineFixture';
import { MINUTE } from '../model/clock';

async function pollFor(machine: MachineFixture, minutes: number): Promise<string[]> {
	const announced: string[] = [];
	for (let minute = 0; minute < minutes; minute++) {
		machine.advance(MINUTE);
		announced.push(...(await machine.poll()).announced);
	}
	return announced;
}

/** So many in one millisecond. */
function endAtOnce({ service }: MachineFixture, count: number): void {
	for (let each = 0; each < count; each++) service.end(service.create(), 'completed');
}

describe('more in one millisecond than a poll reads', () => {
	it('come as far as a poll reads them, and hold up none that were created later', async () => {
		const machine = new MachineFixture({ pageSize: 2, pagesPerPoll: 3 });
		await machine.poll();
		endAtOnce(machine, 10);
		machine.advance(MINUTE);
		const [later] = machine.create(1, 'failed');
		const announced = await pollFor(machine, 60);
		expect(announced).toHaveLength(7);
		expect(new Set(announced).size).toBe(7);
		expect(announced.at(-1)).toBe(`${later!.id} failed`);
		expect(machine.hasReadAll).toBe(true);
	});

	it('are not given up because a page of them has failed', async () => {
		const machine = new MachineFixture({ pageSize: 2, pagesPerPoll: 3 });
		await machine.poll();
		endAtOnce(machine, 6);
		const announced: string[] = [];
		for (let minute = 0; minute < 10; minute++) {
			machine.advance(MINUTE);
			announced.push(...(await machine.poll({ lists: minute < 5 ? 2 : 3 })).announced);
		}
		expect(announced).toHaveLength(6);
	});

	it('wait for room, if they are open and there is none for all of them', async () => {
		const machine = new MachineFixture({ pageSize: 10, pagesPerPoll: 10, stateBytes: 1_600 });
		await machine.poll();
		const all = Array.from({ length: 28 }, () => machine.service.create());
		const announced: string[] = [];
		for (let minute = 0; minute < 80; minute++) {
			announced.push(...(await pollFor(machine, 1)));
			for (const each of all) if (machine.state!.open.has(each.id)) machine.service.end(each, 'completed');
		}
		expect(announced).toHaveLength(28);
		expect(new Set(announced).size).toBe(28);
	});
});
