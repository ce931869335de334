import { MachineFixture } from '../../support/fixtures/MachineFixture';
import { MINUTE, type Modelled } from '../../support/trigger/ModelService';

/** Room for about thirty that have been dealt with. */
const LITTLE_ROOM = 1_500;

async function startMachine(pagesPerPoll: number, stateBytes?: number): Promise<MachineFixture> {
	const machine = new MachineFixture({ pageSize: 2, pagesPerPoll, ...(stateBytes && { stateBytes }) });
	await machine.poll();
	return machine;
}

/** So many in one moment. The service lists the last one first. */
const createAtOnce = ({ service }: MachineFixture, count: number): Modelled[] =>
	Array.from({ length: count }, () => service.create());

function endAll({ service }: MachineFixture, extractions: readonly Modelled[]): void {
	for (const each of extractions) service.end(each, 'completed');
}

/** What there is lies before the window from the next poll on. */
function leaveBehind(machine: MachineFixture): void {
	machine.service.advance(20 * MINUTE);
	machine.create(1, 'completed');
}

/** Polls once a minute. @returns what was announced */
async function pollFor(
	machine: MachineFixture,
	minutes: number,
	before = (): void => undefined,
): Promise<string[]> {
	const announced: string[] = [];
	for (let minute = 0; minute < minutes; minute++) {
		before();
		machine.service.advance(MINUTE);
		announced.push(...(await machine.poll()).announced);
	}
	return announced;
}

function expectOnce(announced: readonly string[], count: number): void {
	expect(announced).toHaveLength(count);
	expect(new Set(announced).size).toBe(count);
}

describe('a backlog in which more share one moment than a poll reads', () => {
	async function machineWithMany(): Promise<MachineFixture> {
		const machine = await startMachine(2);
		endAll(machine, createAtOnce(machine, 15));
		leaveBehind(machine);
		return machine;
	}

	it('is carried on from its cursor', async () => {
		expectOnce(await pollFor(await machineWithMany(), 40), 16);
	});

	it('is carried on past those of them that are listed late', async () => {
		const machine = await startMachine(3);
		machine.create(1);
		createAtOnce(machine, 4);
		const late = machine.service.create(MINUTE);
		createAtOnce(machine, 2);
		// One page; then the pages down to the place of the late one, which is not listed yet.
		await machine.poll({ lists: 1 });
		await machine.poll();
		machine.service.advance(11 * MINUTE);
		machine.create(1);
		await pollFor(machine, 60);
		machine.service.end(late, 'completed');
		expect(await pollFor(machine, 1)).toEqual([`${late.id} completed`]);
	});

	it('is read anew once the window has left it: the cursor may have passed those that are listed late', async () => {
		const machine = await startMachine(2);
		createAtOnce(machine, 30);
		const late = machine.service.create(5 * MINUTE);
		createAtOnce(machine, 1);
		await pollFor(machine, 3);
		expect(machine.state?.moment).toBeDefined();
		machine.service.advance(11 * MINUTE);
		machine.create(1);
		await pollFor(machine, 60);
		machine.service.end(late, 'completed');
		expect(await pollFor(machine, 1)).toEqual([`${late.id} completed`]);
	});

	it('begins the moment anew when its cursor has become stale', async () => {
		const machine = await machineWithMany();
		const announced = await pollFor(machine, 20, () => (machine.service.generation += 1));
		expect(announced.length).toBeLessThan(16);
		announced.push(...(await pollFor(machine, 40)));
		expectOnce(announced, 16);
	});

	it('forgets a stale cursor even if there is no time for another page', async () => {
		const machine = await machineWithMany();
		const announced = await pollFor(machine, 3);
		machine.service.generation += 1;
		for (let minute = 0; minute < 60; minute++) {
			machine.service.advance(MINUTE);
			announced.push(...(await machine.poll({ lists: 2 })).announced);
		}
		expectOnce(announced, 16);
	});
});

describe('a backlog in which more share one moment than can be remembered', () => {
	it('is carried on from the page for which there was no room', async () => {
		const machine = await startMachine(60, LITTLE_ROOM);
		endAll(machine, createAtOnce(machine, 100));
		leaveBehind(machine);
		expectOnce(await pollFor(machine, 40), 101);
	});

	it('keeps those in mind that its cursor comes to last', async () => {
		const machine = await startMachine(3, LITTLE_ROOM);
		const known = createAtOnce(machine, 3);
		await machine.poll();
		endAll(machine, [...known, ...createAtOnce(machine, 60)]);
		leaveBehind(machine);
		expectOnce(await pollFor(machine, 80), 64);
	});

	it('has room again once those that its cursor has passed end', async () => {
		const machine = await startMachine(5, LITTLE_ROOM);
		const all = createAtOnce(machine, 60);
		leaveBehind(machine);
		const announced = await pollFor(machine, 80, () =>
			endAll(
				machine,
				all.filter(({ id }) => machine.state?.open.has(id)),
			),
		);
		expectOnce(announced, 61);
	});
});
