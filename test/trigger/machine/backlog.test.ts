import { MINUTE } from '../../support/trigger/ModelService';
import { stateJson } from '../../../nodes/DocumentDataExtraction/trigger/storage';
import { MachineFixture, type PollResult } from '../../support/trigger/MachineFixture';

const WEEK = 7 * 24 * 60 * MINUTE;

/** Polls until nothing is left to read, at most so often. */
function pollOn(scene: MachineFixture, most: number): PollResult[] {
	const polls: PollResult[] = [];
	while (polls.length < most) {
		scene.service.advance(MINUTE);
		polls.push(scene.poll());
		if (scene.state?.backlog === null && polls.at(-1)?.announced.length === 0) return polls;
	}
	throw new Error(`Not at rest after ${most} polls`);
}

const announcedBy = (polls: PollResult[]): string[] => polls.flatMap(({ announced }) => announced);

describe('a poll that is cut short', () => {
	it('is carried on by the next ones, each event announced once', () => {
		const scene = new MachineFixture({ pageSize: 10, pagesPerPoll: 4 });
		scene.create(1, 'completed');
		scene.poll();
		scene.service.advance(WEEK);
		scene.create(500, 'completed');
		const announced = announcedBy(pollOn(scene, 100));
		expect(announced).toHaveLength(500);
		expect(new Set(announced).size).toBe(500);
	});

	it('tells nothing twice when many more come, again and again, before the rest is read', () => {
		const scene = new MachineFixture({ pageSize: 2, pagesPerPoll: 3 });
		scene.poll();
		scene.create(60, 'completed');
		const announced: string[] = [];
		for (let minute = 0; minute < 40; minute++) {
			if (minute % 8 === 7) scene.create(7, 'completed');
			scene.service.advance(MINUTE);
			announced.push(...scene.poll().announced);
		}
		announced.push(...announcedBy(pollOn(scene, 100)));
		expect(announced).toHaveLength(95);
		expect(new Set(announced).size).toBe(95);
	});

	it('announces what is new before the rest is read', () => {
		const scene = new MachineFixture({ pageSize: 10, pagesPerPoll: 4 });
		scene.poll();
		scene.create(500, 'completed');
		scene.poll();
		scene.create(1, 'failed');
		expect(scene.poll().announced).toContain('x500 failed');
	});

	describe('where many share one moment', () => {
		function sceneWithMany(): MachineFixture {
			const scene = new MachineFixture({ pageSize: 2, pagesPerPoll: 2 });
			scene.poll();
			for (let count = 0; count < 15; count++) scene.service.end(scene.service.create(), 'completed');
			scene.service.advance(20 * MINUTE);
			scene.create(1, 'completed');
			return scene;
		}

		function pollFor(scene: MachineFixture, minutes: number, before = (): void => undefined): string[] {
			const announced: string[] = [];
			for (let minute = 0; minute < minutes; minute++) {
				before();
				scene.service.advance(MINUTE);
				announced.push(...scene.poll().announced);
			}
			return announced;
		}

		it('is carried on from its cursor', () => {
			const announced = pollFor(sceneWithMany(), 40);
			expect(announced).toHaveLength(16);
			expect(new Set(announced).size).toBe(16);
		});

		it('is carried on past those of them that are listed late', () => {
			const scene = new MachineFixture({ pageSize: 2, pagesPerPoll: 3 });
			scene.poll();
			scene.create(1);
			for (let count = 0; count < 4; count++) scene.service.create();
			const late = scene.service.create(MINUTE);
			for (let count = 0; count < 2; count++) scene.service.create();
			// One page; then the pages down to the place of the late one, which is not listed yet.
			scene.poll({ lists: 1 });
			scene.poll();
			scene.service.advance(11 * MINUTE);
			scene.create(1);
			pollFor(scene, 60);
			scene.service.end(late, 'completed');
			expect(pollFor(scene, 1)).toEqual([`${late.id} completed`]);
		});

		it('begins the moment anew when its cursor has become stale', () => {
			const scene = sceneWithMany();
			const announced = pollFor(scene, 20, () => (scene.service.generation += 1));
			expect(announced.length).toBeLessThan(16);
			announced.push(...pollFor(scene, 40));
			expect(announced).toHaveLength(16);
			expect(new Set(announced).size).toBe(16);
		});
	});

	it('loses nothing when it gets no further than the first page', () => {
		const scene = new MachineFixture({ pageSize: 5 });
		scene.poll();
		scene.create(30, 'completed');
		const announced: string[] = [];
		for (let poll = 0; poll < 60; poll++) {
			scene.service.advance(MINUTE);
			let lists = 0;
			announced.push(
				...scene.poll({
					lists: 2,
					before: (step) => (lists += step.kind !== 'status' && step.kind !== 'event' ? 1 : 0),
				}).announced,
			);
			expect(lists).toBeLessThanOrEqual(3);
		}
		expect(new Set(announced).size).toBe(30);
		expect(announced).toHaveLength(30);
	});
});

describe('more open extractions than can be remembered', () => {
	/** Room for about twenty extractions with ids as short as these. */
	const limits = { stateBytes: 1_500, pageSize: 10, pagesPerPoll: 6, statusesPerPoll: 20 };

	const bytesOf = (scene: MachineFixture): number => JSON.stringify(stateJson(scene.state!)).length;

	it('wait for room, and lose nothing', () => {
		const scene = new MachineFixture(limits);
		scene.poll();
		const open = scene.create(60);
		for (let minute = 0; minute < 30; minute++) {
			scene.service.advance(MINUTE);
			const { announced, full } = scene.poll();
			expect(announced).toEqual([]);
			expect(full).toBe(true);
			expect(scene.state?.tracked.size).toBeLessThanOrEqual(20);
		}
		const announced: string[] = [];
		for (const each of open) {
			scene.service.end(each, 'completed');
			scene.service.advance(MINUTE);
			announced.push(...scene.poll().announced);
		}
		announced.push(...announcedBy(pollOn(scene, 100)));
		expect(announced).toHaveLength(60);
		expect(new Set(announced).size).toBe(60);
	});

	it('or more that ended leave room to those before them', () => {
		const scene = new MachineFixture(limits);
		scene.poll();
		scene.create(100, 'completed');
		const { announced } = scene.poll();
		while (scene.state!.backlog!.to >= scene.state!.windowStart) announced.push(...scene.poll().announced);
		for (let count = 0; count < 100; count++) {
			scene.service.advance(MINUTE / 10);
			scene.service.end(scene.service.create(), 'completed');
			if (count % 5 === 0) announced.push(...scene.poll({ lists: 1 }).announced);
		}
		announced.push(...announcedBy(pollOn(scene, 200)));
		expect(announced).toHaveLength(200);
		expect(new Set(announced).size).toBe(200);
	});

	it('keep the state within its bytes', () => {
		const scene = new MachineFixture(limits);
		scene.create(10);
		scene.poll();
		for (let round = 0; round < 50; round++) {
			for (const each of scene.create(10)) if (round % 3) scene.service.end(each, 'completed');
			scene.poll();
			expect(bytesOf(scene)).toBeLessThanOrEqual(limits.stateBytes);
		}
	});
});
