import type { Modelled } from '../../support/trigger/ModelService';
import { MachineFixture } from '../../support/trigger/MachineFixture';

function sceneWithWaiting(questions: number): { scene: MachineFixture; extraction: Modelled } {
	const scene = new MachineFixture();
	scene.poll();
	const extraction = scene.create(1)[0]!;
	scene.service.ask(extraction, questions);
	expect(scene.poll().announced).toEqual(['x0 input_required']);
	return { scene, extraction };
}

describe('open questions', () => {
	it('are announced once', () => {
		const { scene } = sceneWithWaiting(2);
		expect(scene.poll().announced).toEqual([]);
		expect(scene.poll().announced).toEqual([]);
	});

	it('are announced again when others follow, also without a processing in between that a poll saw', () => {
		const { scene, extraction } = sceneWithWaiting(1);
		scene.service.answer(extraction);
		scene.service.ask(extraction, 1);
		expect(scene.poll().announced).toEqual(['x0 input_required']);
		scene.service.answer(extraction);
		expect(scene.poll().announced).toEqual([]);
		scene.service.ask(extraction, 1);
		expect(scene.poll().announced).toEqual(['x0 input_required']);
		expect(scene.poll().announced).toEqual([]);
	});

	it('are announced again when the extraction was seen to go on in between, also by the same ids', () => {
		const { scene, extraction } = sceneWithWaiting(1);
		const { open } = extraction;
		scene.service.answer(extraction);
		expect(scene.poll().announced).toEqual([]);
		Object.assign(extraction, { status: 'input_required', open });
		expect(scene.poll().announced).toEqual(['x0 input_required']);
		expect(scene.poll().announced).toEqual([]);
	});

	it('are not announced again by a poll that began before that, nor when only a list says that it goes on', () => {
		const { scene, extraction } = sceneWithWaiting(1);
		const slow = scene.begin();
		const { open } = extraction;
		scene.service.answer(extraction);
		scene.poll();
		expect(slow().announced).toEqual([]);
		Object.assign(extraction, { status: 'input_required', open });
		expect(scene.poll().announced).toEqual(['x0 input_required']);
		const behind = scene.poll({
			before: (step) => {
				// The list is behind; the status is not.
				extraction.status = 'query' in step ? 'processing' : 'input_required';
			},
		});
		extraction.status = 'input_required';
		expect([behind.announced, scene.poll().announced]).toEqual([[], []]);
	});

	it('are announced again when an answer was refused', () => {
		const { scene, extraction } = sceneWithWaiting(2);
		scene.service.refuse(extraction);
		expect(scene.poll().announced).toEqual(['x0 input_required']);
		expect(scene.poll().announced).toEqual([]);
	});

	it('are not announced again when one of them is answered', () => {
		const { scene, extraction } = sceneWithWaiting(2);
		scene.service.answer(extraction);
		expect(scene.poll().announced).toEqual([]);
	});

	it('do not hide the end of the extraction', () => {
		const { scene, extraction } = sceneWithWaiting(2);
		scene.service.end(extraction, 'cancelled');
		expect(scene.poll().announced).toEqual(['x0 cancelled']);
		expect(scene.state?.tracked.size).toBe(0);
	});

	it('are announced when their event is chosen while they are open', () => {
		const scene = new MachineFixture();
		scene.wanted = ['completed'];
		scene.poll();
		scene.create(1, 'input_required');
		expect(scene.poll().announced).toEqual([]);
		scene.wanted = ['completed', 'input_required'];
		expect(scene.poll().announced).toEqual(['x0 input_required']);
	});

	it('are announced with the reason at once when something that belongs to them cannot be fetched', () => {
		const scene = new MachineFixture();
		scene.poll();
		scene.create(1, 'input_required');
		const poll = scene.poll({ outcome: () => ({ kind: 'failed', payload: 'reason', final: false }) });
		expect(poll.payloads).toEqual(['reason']);
		expect(scene.poll().announced).toEqual([]);
	});

	it('are looked for first where an extraction has just begun to wait', () => {
		const scene = new MachineFixture({ questionChecksPerPoll: 2 });
		scene.poll();
		scene.create(10, 'input_required');
		for (let poll = 0; poll < 8; poll++) scene.poll();
		const [last] = scene.create(1);
		scene.poll();
		scene.service.ask(last!, 1);
		expect(scene.poll().announced).toEqual(['x10 input_required']);
	});
});
