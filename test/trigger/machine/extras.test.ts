import type { EventOutcome } from '../../../nodes/DocumentDataExtraction/trigger/machine/events';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

const FAILED: EventOutcome<string> = { kind: 'failed', payload: 'reason', final: false };

function sceneWithEnded(count = 1): MachineFixture {
	const machine = new MachineFixture();
	machine.poll();
	machine.create(count, 'completed');
	return machine;
}

describe('what belongs to an event', () => {
	it('is fetched again at the next poll, and comes with it', () => {
		const machine = sceneWithEnded();
		expect(machine.poll({ outcome: () => FAILED }).announced).toEqual([]);
		expect(machine.poll()).toMatchObject({ announced: ['x0 completed'], payloads: ['x0'] });
		expect(machine.poll().announced).toEqual([]);
	});

	it('is given up after three tries: the event comes with the reason', () => {
		const machine = sceneWithEnded();
		const polls = [1, 2, 3, 4].map(() => machine.poll({ outcome: () => FAILED }));
		expect(polls.map(({ payloads }) => payloads)).toEqual([[], [], ['reason'], []]);
	});

	it('is given up at once where another try is of no use', () => {
		const machine = sceneWithEnded();
		const poll = machine.poll({ outcome: () => ({ ...FAILED, final: true }) });
		expect(poll.payloads).toEqual(['reason']);
	});

	it('holds up no other event', () => {
		const machine = sceneWithEnded(3);
		const poll = machine.poll({ outcome: (id) => (id === 'x1' ? FAILED : { kind: 'ready', payload: id }) });
		expect(poll.announced).toEqual(['x0 completed', 'x2 completed']);
		expect(machine.poll().announced).toEqual(['x1 completed']);
	});

	it('loses no event when time runs out', () => {
		const machine = sceneWithEnded(5);
		const announced = [1, 2, 3, 4, 5].map(() => machine.poll({ budget: 2 }).announced);
		expect(announced).toEqual([
			['x0 completed'],
			['x1 completed'],
			['x2 completed'],
			['x3 completed'],
			['x4 completed'],
		]);
	});

	it('loses no event when the extraction is deleted between two tries', () => {
		const machine = sceneWithEnded();
		machine.poll({ outcome: () => FAILED });
		machine.service.remove(machine.service.extractions[0]!);
		expect(machine.poll({ outcome: () => ({ ...FAILED, final: true }) }).payloads).toEqual(['reason']);
	});

	it('can show that the event is not for this trigger', () => {
		const machine = sceneWithEnded();
		expect(machine.poll({ outcome: () => ({ kind: 'skip' }) }).announced).toEqual([]);
		expect(machine.poll().announced).toEqual([]);
	});
});
