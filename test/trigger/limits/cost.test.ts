import { MINUTE } from '../../support/trigger/ModelService';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

const HOUR = 60 * MINUTE;

/** A history of that length, in which the extractions at these places (0 is the newest) are still open, an hour after its end. */
function sceneWith(length: number, open: (place: number) => string | undefined, limits = {}): MachineFixture {
	const machine = new MachineFixture(limits);
	for (let place = length - 1; place >= 0; place--) machine.create(1, open(place) ?? 'completed');
	for (let poll = 0; poll < 10; poll++) machine.poll();
	machine.service.advance(HOUR);
	machine.create(1, 'completed');
	machine.poll();
	return machine;
}

describe('the requests of a poll', () => {
	it('are one when nothing is open, however long the history', () => {
		const machine = sceneWith(10_000, () => undefined);
		expect(machine.poll().requests).toEqual(['list all']);
	});

	it('are one when what is open is among the newest', () => {
		const machine = new MachineFixture();
		machine.create(50, 'completed');
		machine.poll();
		machine.create(9);
		machine.poll();
		expect(machine.poll().requests).toEqual(['list all']);
	});

	it('are one after a busy time, once its overlap is past', () => {
		const machine = new MachineFixture();
		machine.poll();
		for (let count = 0; count < 1_000; count++) machine.service.end(machine.service.create(), 'completed');
		machine.service.advance(1);
		machine.create(1, 'completed');
		machine.poll();
		expect(machine.poll().requests).toHaveLength(11);
		machine.service.advance(HOUR);
		machine.poll();
		expect(machine.poll().requests).toEqual(['list all']);
	});

	it.each([
		['one status for each of a few', 10_000, [500, 4_000, 9_000], 3],
		['one status for each of up to nine', 10_000, [110, 120, 130, 140, 150, 300, 400, 500, 600], 9],
	])('are besides that %s', (_what, length, places, extra) => {
		const machine = sceneWith(length, (place) => (places.includes(place) ? 'processing' : undefined));
		expect(machine.poll().requests).toHaveLength(1 + extra);
	});

	it('are besides that the pages of those in processing, where there are many', () => {
		const machine = sceneWith(10_000, (place) => (place % 20 === 0 ? 'processing' : undefined));
		expect(machine.state?.tracked.size).toBe(500);
		expect(machine.poll().requests).toEqual(['list all', ...Array(5).fill('list processing')]);
	});

	it.each([10, 40])('stay within one for each of %d open when all of them end at once', (count) => {
		const machine = sceneWith(3_000, (place) => (place % (3_000 / count) === 0 ? 'processing' : undefined));
		for (const each of machine.service.extractions) machine.service.end(each, 'failed');
		const announced: string[] = [];
		while (announced.length < count) {
			const poll = machine.poll();
			expect(poll.requests.length).toBeLessThanOrEqual(1 + count);
			expect(poll.announced.length).toBeGreaterThan(0);
			announced.push(...poll.announced);
		}
	});

	it('look for new questions in turn, where many extractions wait', () => {
		const machine = sceneWith(60, () => 'input_required', { questionChecksPerPoll: 20 });
		const asked = [1, 2, 3].flatMap(() =>
			machine.poll().requests.filter((each) => each.startsWith('status')),
		);
		expect(asked).toHaveLength(60);
		expect(new Set(asked).size).toBe(60);
	});

	it('look in turn whether those still wait whose questions nobody wants', () => {
		const machine = sceneWith(60, () => 'input_required');
		machine.wanted = ['completed'];
		expect(machine.poll().requests.filter((each) => each.startsWith('status'))).toHaveLength(20);
	});

	it('never exceed the pages of a poll', () => {
		const machine = sceneWith(500, () => undefined, { pageSize: 10, pagesPerPoll: 6 });
		machine.create(300, 'completed');
		const announced: string[] = [];
		for (let poll = 0; poll < 40; poll++) {
			const { announced: more, requests } = machine.poll();
			expect(requests.length).toBeLessThanOrEqual(6);
			announced.push(...more);
		}
		expect(announced).toHaveLength(300);
		expect(new Set(announced).size).toBe(300);
	});
});
