import type { EventOutcome } from '../../../nodes/DocumentDataExtraction/trigger/machine/events';
import { MachineFixture } from '../../support/trigger/MachineFixture';

const FAILED: EventOutcome<string> = { kind: 'failed', payload: 'reason', final: false };

function sceneWithEnded(count = 1): MachineFixture {
	const scene = new MachineFixture();
	scene.poll();
	scene.create(count, 'completed');
	return scene;
}

describe('what belongs to an event', () => {
	it('is fetched again at the next poll, and comes with it', () => {
		const scene = sceneWithEnded();
		expect(scene.poll({ outcome: () => FAILED }).announced).toEqual([]);
		expect(scene.poll()).toMatchObject({ announced: ['x0 completed'], payloads: ['x0'] });
		expect(scene.poll().announced).toEqual([]);
	});

	it('is given up after three tries: the event comes with the reason', () => {
		const scene = sceneWithEnded();
		const polls = [1, 2, 3, 4].map(() => scene.poll({ outcome: () => FAILED }));
		expect(polls.map(({ payloads }) => payloads)).toEqual([[], [], ['reason'], []]);
	});

	it('is given up at once where another try is of no use', () => {
		const scene = sceneWithEnded();
		const poll = scene.poll({ outcome: () => ({ ...FAILED, final: true }) });
		expect(poll.payloads).toEqual(['reason']);
	});

	it('holds up no other event', () => {
		const scene = sceneWithEnded(3);
		const poll = scene.poll({ outcome: (id) => (id === 'x1' ? FAILED : { kind: 'ready', payload: id }) });
		expect(poll.announced).toEqual(['x0 completed', 'x2 completed']);
		expect(scene.poll().announced).toEqual(['x1 completed']);
	});

	it('loses no event when time runs out', () => {
		const scene = sceneWithEnded(5);
		const announced = [1, 2, 3, 4, 5].map(() => scene.poll({ budget: 2 }).announced);
		expect(announced).toEqual([
			['x0 completed'],
			['x1 completed'],
			['x2 completed'],
			['x3 completed'],
			['x4 completed'],
		]);
	});

	it('loses no event when the extraction is deleted between two tries', () => {
		const scene = sceneWithEnded();
		scene.poll({ outcome: () => FAILED });
		scene.service.remove(scene.service.extractions[0]!);
		expect(scene.poll({ outcome: () => ({ ...FAILED, final: true }) }).payloads).toEqual(['reason']);
	});

	it('can show that the event is not for this trigger', () => {
		const scene = sceneWithEnded();
		expect(scene.poll({ outcome: () => ({ kind: 'skip' }) }).announced).toEqual([]);
		expect(scene.poll().announced).toEqual([]);
	});
});
