import type { Modelled } from '../../support/trigger/ModelService';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

function sceneWithWaiting(questions: number): { machine: MachineFixture; extraction: Modelled } {
	const machine = new MachineFixture();
	machine.poll();
	const extraction = machine.create(1)[0]!;
	machine.service.ask(extraction, questions);
	expect(machine.poll().announced).toEqual(['x0 input_required']);
	return { machine, extraction };
}

describe('open questions', () => {
	it('open questions are announced once', () => {
		const { machine } = sceneWithWaiting(2);
		expect(machine.poll().announced).toEqual([]);
		expect(machine.poll().announced).toEqual([]);
	});

	it('are announced again when others follow, also without a processing in between that a poll saw', () => {
		const { machine, extraction } = sceneWithWaiting(1);
		machine.service.answer(extraction);
		machine.service.ask(extraction, 1);
		expect(machine.poll().announced).toEqual(['x0 input_required']);
		machine.service.answer(extraction);
		expect(machine.poll().announced).toEqual([]);
		machine.service.ask(extraction, 1);
		expect(machine.poll().announced).toEqual(['x0 input_required']);
		expect(machine.poll().announced).toEqual([]);
	});

	it('are announced again when the extraction was seen to go on in between, also by the same ids', () => {
		const { machine, extraction } = sceneWithWaiting(1);
		const { open } = extraction;
		machine.service.answer(extraction);
		expect(machine.poll().announced).toEqual([]);
		Object.assign(extraction, { status: 'input_required', open });
		expect(machine.poll().announced).toEqual(['x0 input_required']);
		expect(machine.poll().announced).toEqual([]);
	});

	it('are not announced again by a poll that began before that, nor when only a list says that it goes on', () => {
		const { machine, extraction } = sceneWithWaiting(1);
		const slow = machine.begin();
		const { open } = extraction;
		machine.service.answer(extraction);
		machine.poll();
		expect(slow().announced).toEqual([]);
		Object.assign(extraction, { status: 'input_required', open });
		expect(machine.poll().announced).toEqual(['x0 input_required']);
		const behind = machine.poll({
			before: (step) => {
				// The list is behind; the status is not.
				extraction.status = 'query' in step ? 'processing' : 'input_required';
			},
		});
		extraction.status = 'input_required';
		expect([behind.announced, machine.poll().announced]).toEqual([[], []]);
	});

	it('are announced again when an answer was refused', () => {
		const { machine, extraction } = sceneWithWaiting(2);
		machine.service.refuse(extraction);
		expect(machine.poll().announced).toEqual(['x0 input_required']);
		expect(machine.poll().announced).toEqual([]);
	});

	it('are not announced again when one of them is answered', () => {
		const { machine, extraction } = sceneWithWaiting(2);
		machine.service.answer(extraction);
		expect(machine.poll().announced).toEqual([]);
	});

	it('do not hide the end of the extraction', () => {
		const { machine, extraction } = sceneWithWaiting(2);
		machine.service.end(extraction, 'cancelled');
		expect(machine.poll().announced).toEqual(['x0 cancelled']);
		expect(machine.state?.tracked.size).toBe(0);
	});

	it('are announced when their event is chosen while they are open', () => {
		const machine = new MachineFixture();
		machine.wanted = ['completed'];
		machine.poll();
		machine.create(1, 'input_required');
		expect(machine.poll().announced).toEqual([]);
		machine.wanted = ['completed', 'input_required'];
		expect(machine.poll().announced).toEqual(['x0 input_required']);
	});

	it('are announced with the reason at once when something that belongs to them cannot be fetched', () => {
		const machine = new MachineFixture();
		machine.poll();
		machine.create(1, 'input_required');
		const poll = machine.poll({ outcome: () => ({ kind: 'failed', payload: 'reason', final: false }) });
		expect(poll.payloads).toEqual(['reason']);
		expect(machine.poll().announced).toEqual([]);
	});

	it('are looked for first where an extraction has just begun to wait', () => {
		const machine = new MachineFixture({ questionChecksPerPoll: 2 });
		machine.poll();
		machine.create(10, 'input_required');
		for (let poll = 0; poll < 8; poll++) machine.poll();
		const [last] = machine.create(1);
		machine.poll();
		machine.service.ask(last!, 1);
		expect(machine.poll().announced).toEqual(['x10 input_required']);
	});
});
