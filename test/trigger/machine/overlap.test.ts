import type { EventOutcome } from '../../../nodes/DocumentDataExtraction/trigger/machine/events';
import { MINUTE } from '../../support/trigger/ModelService';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

const FAILED: EventOutcome<string> = { kind: 'failed', payload: 'reason', final: false };

function sceneAtRest(): MachineFixture {
	const machine = new MachineFixture();
	machine.create(1, 'completed');
	machine.poll();
	return machine;
}

describe('two polls at once', () => {
	it('announce an event once between them', () => {
		const machine = sceneAtRest();
		machine.create(2, 'completed');
		const [first, second] = [machine.begin(), machine.begin()];
		expect(second().announced).toEqual(['x1 completed', 'x2 completed']);
		expect(first().announced).toEqual([]);
		expect(machine.poll().announced).toEqual([]);
	});

	it('announce open questions once between them', () => {
		const machine = sceneAtRest();
		machine.create(1, 'input_required');
		const [first, second] = [machine.begin(), machine.begin()];
		expect([...first().announced, ...second().announced]).toEqual(['x1 input_required']);
		expect(machine.poll().announced).toEqual([]);
	});

	it('announce both sets of questions where each of them sees another', () => {
		const machine = sceneAtRest();
		const [extraction] = machine.create(1);
		machine.service.ask(extraction!, 2);
		const first: string[] = [];
		const slow = machine.begin({
			before: (step) => {
				if (step.kind !== 'status') return;
				first.push(...machine.poll().announced);
				machine.service.refuse(extraction!);
			},
		});
		expect([...first, ...slow().announced]).toEqual(['x1 input_required', 'x1 input_required']);
		expect(machine.poll().announced).toEqual([]);
	});

	it('do not bring announced questions back when the slower one still saw those before the last', () => {
		const machine = new MachineFixture({ questionsRemembered: 1 });
		machine.poll();
		const [asking] = machine.create(1, 'input_required');
		const rounds = [machine.poll().announced];
		machine.service.answer(asking!);
		machine.service.ask(asking!, 1);
		const slow = machine.begin();
		rounds.push(machine.poll().announced);
		machine.service.answer(asking!);
		machine.service.ask(asking!, 1);
		rounds.push(machine.poll().announced);
		expect(rounds).toEqual(Array.from({ length: 3 }, () => ['x0 input_required']));
		expect(slow().announced).toEqual([]);
	});

	it('do not begin a round anew when the slower one still saw the extraction go on before it', () => {
		const machine = new MachineFixture();
		machine.poll();
		const [asking] = machine.create(1, 'input_required');
		expect(machine.poll().announced).toEqual(['x0 input_required']);
		machine.service.answer(asking!);
		const slow = machine.begin();
		machine.service.ask(asking!, 1);
		expect(machine.poll().announced).toEqual(['x0 input_required']);
		expect(slow().announced).toEqual([]);
		expect(machine.poll().announced).toEqual([]);
	});

	it('keep what each of them alone has seen', () => {
		const machine = sceneAtRest();
		machine.create(1);
		const first = machine.begin();
		machine.create(1);
		const second = machine.begin();
		second();
		first();
		for (const each of machine.service.extractions) machine.service.end(each, 'completed');
		expect(machine.poll().announced).toEqual(['x1 completed', 'x2 completed']);
	});

	it('do not bring an announced end back when the slower one still saw the extraction open', () => {
		const machine = sceneAtRest();
		const [open] = machine.create(1);
		const slow = machine.begin();
		machine.service.end(open!, 'completed');
		expect(machine.poll().announced).toEqual(['x1 completed']);
		expect(slow().announced).toEqual([]);
		expect(machine.poll().announced).toEqual([]);
	});

	it('announce an event whose extras one of them could not fetch', () => {
		const machine = sceneAtRest();
		machine.create(1, 'completed');
		const failing = machine.begin({ outcome: () => FAILED });
		const other = machine.begin();
		expect(failing().announced).toEqual([]);
		expect(other().payloads).toEqual(['x1']);
		expect(machine.poll().announced).toEqual([]);
	});

	it('announce an end that one of them saw, although the other finds the extraction deleted', () => {
		const machine = new MachineFixture({ pageSize: 2 });
		machine.poll();
		const [open] = machine.create(1);
		machine.create(30, 'completed');
		machine.service.advance(60 * MINUTE);
		machine.create(1, 'completed');
		machine.poll();
		// Asks for the status of the old one, and finds it gone.
		const slow = machine.begin({
			before: (step) => {
				if (step.kind !== 'status') return;
				machine.service.end(open!, 'failed');
				machine.poll({ outcome: () => FAILED });
				machine.service.remove(open!);
			},
		});
		slow();
		expect(machine.poll({ outcome: () => ({ ...FAILED, final: true }) }).announced).toEqual(['x0 failed']);
	});
});

describe('another account', () => {
	it('is taken anew: nothing that has ended there is announced', () => {
		const machine = sceneAtRest();
		const other = Object.assign(new MachineFixture(), { state: machine.state, account: 'another' });
		other.create(3, 'completed');
		expect(other.poll().announced).toEqual([]);
		expect(other.poll().announced).toEqual([]);
		other.create(1, 'completed');
		expect(other.poll().announced).toEqual(['x3 completed']);
	});

	it('gets no event of a poll that began before the change', () => {
		const machine = sceneAtRest();
		machine.create(1, 'completed');
		const before = machine.begin();
		machine.account = 'another';
		machine.poll();
		expect(before().announced).toEqual([]);
		expect(machine.state?.account).toBe('another');
	});
});
