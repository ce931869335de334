import { MachineFixture, type ModelOutcome } from '../../support/fixtures/MachineFixture';

const FAILED: ModelOutcome = { kind: 'failed', payload: 'reason', final: false };

async function sceneWithEnded(count = 1): Promise<MachineFixture> {
	const machine = new MachineFixture();
	await machine.poll();
	machine.create(count, 'completed');
	return machine;
}

describe('what belongs to an event', () => {
	it('is fetched again at the next poll, and comes with it', async () => {
		const machine = await sceneWithEnded();
		expect((await machine.poll({ outcome: () => FAILED })).announced).toEqual([]);
		expect(await machine.poll()).toMatchObject({ announced: ['x0 completed'], payloads: ['x0'] });
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('is given up after three tries: the event comes with the reason', async () => {
		const machine = await sceneWithEnded();
		const polls = [];
		for (let poll = 0; poll < 4; poll++) polls.push(await machine.poll({ outcome: () => FAILED }));
		expect(polls.map(({ payloads }) => payloads)).toEqual([[], [], ['reason'], []]);
	});

	it('is given up at once where another try is of no use', async () => {
		const machine = await sceneWithEnded();
		const poll = await machine.poll({ outcome: () => ({ ...FAILED, final: true }) });
		expect(poll.payloads).toEqual(['reason']);
	});

	it('holds up no other event', async () => {
		const machine = await sceneWithEnded(3);
		const poll = await machine.poll({
			outcome: (id) => (id === 'x1' ? FAILED : { kind: 'ready', payload: id }),
		});
		expect(poll.announced).toEqual(['x0 completed', 'x2 completed']);
		expect((await machine.poll()).announced).toEqual(['x1 completed']);
	});

	it('loses no event when time runs out', async () => {
		const machine = await sceneWithEnded(5);
		const announced = [];
		for (let poll = 0; poll < 5; poll++) announced.push((await machine.poll({ budget: 2 })).announced);
		expect(announced).toEqual([
			['x0 completed'],
			['x1 completed'],
			['x2 completed'],
			['x3 completed'],
			['x4 completed'],
		]);
	});

	it('loses no event when the extraction is deleted between two tries', async () => {
		const machine = await sceneWithEnded();
		await machine.poll({ outcome: () => FAILED });
		machine.service.remove(machine.service.extractions[0]!);
		expect((await machine.poll({ outcome: () => ({ ...FAILED, final: true }) })).payloads).toEqual([
			'reason',
		]);
	});

	it('can show that the event is not for this trigger', async () => {
		const machine = await sceneWithEnded();
		expect((await machine.poll({ outcome: () => ({ kind: 'skip' }) })).announced).toEqual([]);
		expect((await machine.poll()).announced).toEqual([]);
	});
});
