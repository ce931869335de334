import { MINUTE } from '../../support/trigger/ModelService';
import { MachineFixture } from '../../support/trigger/MachineFixture';

const sceneAtRest = (limits = {}): MachineFixture => {
	const scene = new MachineFixture(limits);
	scene.create(1, 'completed');
	scene.poll();
	return scene;
};

describe('the end of an extraction', () => {
	it.each(['completed', 'failed', 'cancelled'] as const)('is announced once: %s', (status) => {
		const scene = sceneAtRest();
		const [extraction] = scene.create(1);
		expect(scene.poll().announced).toEqual([]);
		scene.service.end(extraction!, status);
		expect(scene.poll().announced).toEqual([`x1 ${status}`]);
		expect(scene.poll().announced).toEqual([]);
		scene.service.advance(24 * 60 * MINUTE);
		expect(scene.poll().announced).toEqual([]);
	});

	it('is announced in the order of creation', () => {
		const scene = sceneAtRest();
		const [first, second] = scene.create(2);
		scene.service.end(second!, 'completed');
		scene.service.end(first!, 'completed');
		expect(scene.poll().announced).toEqual(['x1 completed', 'x2 completed']);
	});

	it('is not announced when its event is not chosen, not even when it is chosen later', () => {
		const scene = sceneAtRest();
		scene.wanted = ['failed'];
		scene.create(1, 'completed');
		expect(scene.poll().announced).toEqual([]);
		scene.wanted = ['completed', 'failed'];
		expect(scene.poll().announced).toEqual([]);
	});

	it('is not known of a status that the package does not know', () => {
		const scene = sceneAtRest();
		const [extraction] = scene.create(1);
		scene.service.puzzle(extraction!);
		expect(scene.poll().announced).toEqual([]);
		scene.service.advance(60 * MINUTE);
		expect(scene.poll().announced).toEqual([]);
		scene.service.end(extraction!, 'completed');
		expect(scene.poll().announced).toEqual(['x1 completed']);
	});

	it('is not announced of one that was deleted before it was seen to end', () => {
		const scene = sceneAtRest();
		const [extraction] = scene.create(1);
		scene.poll();
		scene.service.end(extraction!, 'completed');
		scene.service.remove(extraction!);
		expect(scene.poll().announced).toEqual([]);
		// The service may not know it everywhere at once: only the second time in a row counts.
		expect(scene.state?.tracked.size).toBe(1);
		expect(scene.poll().announced).toEqual([]);
		expect(scene.state?.tracked.size).toBe(0);
	});
});

describe('the window', () => {
	it('tells extractions of the same moment apart', () => {
		const scene = sceneAtRest();
		const created = Array.from({ length: 3 }, () => scene.service.create());
		scene.service.end(created[0]!, 'completed');
		expect(scene.poll().announced).toEqual(['x1 completed']);
		const another = scene.service.create();
		scene.service.end(another, 'completed');
		scene.service.end(created[2]!, 'completed');
		expect(scene.poll().announced).toEqual(['x3 completed', 'x4 completed']);
	});

	it('takes in what is listed late', () => {
		const scene = sceneAtRest();
		const late = scene.service.create(10 * MINUTE);
		scene.service.end(late, 'completed');
		scene.create(5, 'completed');
		expect(scene.poll().announced).not.toContain('x1 completed');
		scene.service.advance(5 * MINUTE);
		scene.create(1, 'completed');
		expect(scene.poll().announced).toEqual(['x1 completed', 'x7 completed']);
	});

	it('does not forget an extraction that stays open for long, and does not read the list back to it', () => {
		const scene = sceneAtRest({ pageSize: 10 });
		const [open] = scene.create(1);
		scene.poll();
		for (let hour = 0; hour < 20; hour++) {
			scene.create(8, 'completed');
			scene.service.advance(60 * MINUTE);
			scene.poll();
		}
		expect(scene.poll().requests).toEqual(['list all', 'status x1']);
		scene.service.end(open!, 'failed');
		expect(scene.poll().announced).toEqual(['x1 failed']);
		expect(scene.poll().requests).toEqual(['list all']);
	});

	it('takes in a time that the service counts finer than milliseconds', () => {
		const scene = sceneAtRest({ pageSize: 1, pagesPerPoll: 1 });
		scene.create(3, 'completed');
		scene.poll();
		const bounds: string[] = [];
		scene.poll({
			before: (step) => {
				if (step.kind === 'backlog' && step.query.created_before) bounds.push(step.query.created_before);
			},
		});
		expect(bounds).toEqual([new Date(scene.service.now + 1).toISOString()]);
	});

	it.each([
		[0, 0],
		[10, -10],
		[-10, 10],
	])('does not depend on the local clock: first %d, then %d minutes off', (first, then) => {
		const scene = sceneAtRest();
		const announced: string[] = [];
		for (let minute = 0; minute < 125; minute++) {
			scene.skewMs = (minute < 60 ? first : then) * MINUTE;
			scene.service.advance(MINUTE);
			if (minute % 7 === 0) scene.service.end(scene.service.create(5 * MINUTE), 'completed');
			if (minute % 31 === 0) scene.service.end(scene.service.create(), 'failed');
			announced.push(...scene.poll().announced);
		}
		expect(announced).toHaveLength(scene.service.extractions.length - 1);
		expect(new Set(announced).size).toBe(announced.length);
	});
});
