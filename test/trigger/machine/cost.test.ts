import { MINUTE } from '../../support/trigger/ModelService';
import { MachineFixture } from '../../support/trigger/MachineFixture';

const HOUR = 60 * MINUTE;

/** A history of that length, in which the extractions at these places (0 is the newest) are still open, an hour after its end. */
function sceneWith(length: number, open: (place: number) => string | undefined, limits = {}): MachineFixture {
	const scene = new MachineFixture(limits);
	for (let place = length - 1; place >= 0; place--) scene.create(1, open(place) ?? 'completed');
	for (let poll = 0; poll < 10; poll++) scene.poll();
	scene.service.advance(HOUR);
	scene.create(1, 'completed');
	scene.poll();
	return scene;
}

describe('the requests of a poll', () => {
	it('are one when nothing is open, however long the history', () => {
		const scene = sceneWith(10_000, () => undefined);
		expect(scene.poll().requests).toEqual(['list all']);
	});

	it('are one when what is open is among the newest', () => {
		const scene = new MachineFixture();
		scene.create(50, 'completed');
		scene.poll();
		scene.create(9);
		scene.poll();
		expect(scene.poll().requests).toEqual(['list all']);
	});

	it('are one after a busy time, once its overlap is past', () => {
		const scene = new MachineFixture();
		scene.poll();
		for (let count = 0; count < 1_000; count++) scene.service.end(scene.service.create(), 'completed');
		scene.service.advance(1);
		scene.create(1, 'completed');
		scene.poll();
		expect(scene.poll().requests).toHaveLength(11);
		scene.service.advance(HOUR);
		scene.poll();
		expect(scene.poll().requests).toEqual(['list all']);
	});

	it.each([
		['one status for each of a few', 10_000, [500, 4_000, 9_000], 3],
		['one status for each of up to nine', 10_000, [110, 120, 130, 140, 150, 300, 400, 500, 600], 9],
	])('are besides that %s', (_what, length, places, extra) => {
		const scene = sceneWith(length, (place) => (places.includes(place) ? 'processing' : undefined));
		expect(scene.poll().requests).toHaveLength(1 + extra);
	});

	it('are besides that the pages of those in processing, where there are many', () => {
		const scene = sceneWith(10_000, (place) => (place % 20 === 0 ? 'processing' : undefined));
		expect(scene.state?.tracked.size).toBe(500);
		expect(scene.poll().requests).toEqual(['list all', ...Array(5).fill('list processing')]);
	});

	it.each([10, 40])('stay within one for each of %d open when all of them end at once', (count) => {
		const scene = sceneWith(3_000, (place) => (place % (3_000 / count) === 0 ? 'processing' : undefined));
		for (const each of scene.service.extractions) scene.service.end(each, 'failed');
		const announced: string[] = [];
		while (announced.length < count) {
			const poll = scene.poll();
			expect(poll.requests.length).toBeLessThanOrEqual(1 + count);
			expect(poll.announced.length).toBeGreaterThan(0);
			announced.push(...poll.announced);
		}
	});

	it('look for new questions in turn, where many extractions wait', () => {
		const scene = sceneWith(60, () => 'input_required', { questionChecksPerPoll: 20 });
		const asked = [1, 2, 3].flatMap(() => scene.poll().requests.filter((each) => each.startsWith('status')));
		expect(asked).toHaveLength(60);
		expect(new Set(asked).size).toBe(60);
	});

	it('look in turn whether those still wait whose questions nobody wants', () => {
		const scene = sceneWith(60, () => 'input_required');
		scene.wanted = ['completed'];
		expect(scene.poll().requests.filter((each) => each.startsWith('status'))).toHaveLength(20);
	});

	it('never exceed the pages of a poll', () => {
		const scene = sceneWith(500, () => undefined, { pageSize: 10, pagesPerPoll: 6 });
		scene.create(300, 'completed');
		const announced: string[] = [];
		for (let poll = 0; poll < 40; poll++) {
			const { announced: more, requests } = scene.poll();
			expect(requests.length).toBeLessThanOrEqual(6);
			announced.push(...more);
		}
		expect(announced).toHaveLength(300);
		expect(new Set(announced).size).toBe(300);
	});
});
