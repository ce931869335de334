import type { EventOutcome } from '../../../nodes/DocumentDataExtraction/trigger/machine/events';
import { MINUTE } from '../../support/trigger/ModelService';
import { MachineFixture } from '../../support/trigger/MachineFixture';

const FAILED: EventOutcome<string> = { kind: 'failed', payload: 'reason', final: false };

function sceneAtRest(): MachineFixture {
	const scene = new MachineFixture();
	scene.create(1, 'completed');
	scene.poll();
	return scene;
}

describe('two polls at once', () => {
	it('announce an event once between them', () => {
		const scene = sceneAtRest();
		scene.create(2, 'completed');
		const [first, second] = [scene.begin(), scene.begin()];
		expect(second().announced).toEqual(['x1 completed', 'x2 completed']);
		expect(first().announced).toEqual([]);
		expect(scene.poll().announced).toEqual([]);
	});

	it('announce open questions once between them', () => {
		const scene = sceneAtRest();
		scene.create(1, 'input_required');
		const [first, second] = [scene.begin(), scene.begin()];
		expect([...first().announced, ...second().announced]).toEqual(['x1 input_required']);
		expect(scene.poll().announced).toEqual([]);
	});

	it('announce both sets of questions where each of them sees another', () => {
		const scene = sceneAtRest();
		const [extraction] = scene.create(1);
		scene.service.ask(extraction!, 2);
		const first: string[] = [];
		const slow = scene.begin({
			before: (step) => {
				if (step.kind !== 'status') return;
				first.push(...scene.poll().announced);
				scene.service.refuse(extraction!);
			},
		});
		expect([...first, ...slow().announced]).toEqual(['x1 input_required', 'x1 input_required']);
		expect(scene.poll().announced).toEqual([]);
	});

	it('do not bring announced questions back when the slower one still saw those before the last', () => {
		const scene = new MachineFixture({ questionsRemembered: 1 });
		scene.poll();
		const [asking] = scene.create(1, 'input_required');
		const rounds = [scene.poll().announced];
		scene.service.answer(asking!);
		scene.service.ask(asking!, 1);
		const slow = scene.begin();
		rounds.push(scene.poll().announced);
		scene.service.answer(asking!);
		scene.service.ask(asking!, 1);
		rounds.push(scene.poll().announced);
		expect(rounds).toEqual(Array.from({ length: 3 }, () => ['x0 input_required']));
		expect(slow().announced).toEqual([]);
	});

	it('keep what each of them alone has seen', () => {
		const scene = sceneAtRest();
		scene.create(1);
		const first = scene.begin();
		scene.create(1);
		const second = scene.begin();
		second();
		first();
		for (const each of scene.service.extractions) scene.service.end(each, 'completed');
		expect(scene.poll().announced).toEqual(['x1 completed', 'x2 completed']);
	});

	it('do not bring an announced end back when the slower one still saw the extraction open', () => {
		const scene = sceneAtRest();
		const [open] = scene.create(1);
		const slow = scene.begin();
		scene.service.end(open!, 'completed');
		expect(scene.poll().announced).toEqual(['x1 completed']);
		expect(slow().announced).toEqual([]);
		expect(scene.poll().announced).toEqual([]);
	});

	it('announce an event whose extras one of them could not fetch', () => {
		const scene = sceneAtRest();
		scene.create(1, 'completed');
		const failing = scene.begin({ outcome: () => FAILED });
		const other = scene.begin();
		expect(failing().announced).toEqual([]);
		expect(other().payloads).toEqual(['x1']);
		expect(scene.poll().announced).toEqual([]);
	});

	it('announce an end that one of them saw, although the other finds the extraction deleted', () => {
		const scene = new MachineFixture({ pageSize: 2 });
		scene.poll();
		const [open] = scene.create(1);
		scene.create(30, 'completed');
		scene.service.advance(60 * MINUTE);
		scene.create(1, 'completed');
		scene.poll();
		// Asks for the status of the old one, and finds it gone.
		const slow = scene.begin({
			before: (step) => {
				if (step.kind !== 'status') return;
				scene.service.end(open!, 'failed');
				scene.poll({ outcome: () => FAILED });
				scene.service.remove(open!);
			},
		});
		slow();
		expect(scene.poll({ outcome: () => ({ ...FAILED, final: true }) }).announced).toEqual(['x0 failed']);
	});
});

describe('another account', () => {
	it('is taken anew: nothing that has ended there is announced', () => {
		const scene = sceneAtRest();
		const other = Object.assign(new MachineFixture(), { state: scene.state, account: 'another' });
		other.create(3, 'completed');
		expect(other.poll().announced).toEqual([]);
		expect(other.poll().announced).toEqual([]);
		other.create(1, 'completed');
		expect(other.poll().announced).toEqual(['x3 completed']);
	});

	it('gets no event of a poll that began before the change', () => {
		const scene = sceneAtRest();
		scene.create(1, 'completed');
		const before = scene.begin();
		scene.account = 'another';
		scene.poll();
		expect(before().announced).toEqual([]);
		expect(scene.state?.account).toBe('another');
	});
});
