import { RateGate, type Visit } from '../../../../nodes/DocumentDataExtraction/api/rate/RateGate';
import { sameRandom } from '../../../support/sameRandom';
import { VirtualClock } from '../../../support/virtualClock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A gate, and who passed it when. The service answers after 10 ms. */
function openGate(perMinute: number) {
	const clock = new VirtualClock();
	const gate = new RateGate(perMinute, clock);
	const passed: Array<[who: string, at: number]> = [];
	const without: string[] = [];
	const visit = (at: number, who: string, more: Visit = {}): void =>
		void clock.at(at, () => {
			void gate.enter(more).then((leave) => {
				if (!leave) return void without.push(who);
				passed.push([who, clock.now()]);
				clock.at(clock.now() + 10, leave);
			});
		});
	const poll = (at: number, who: string): void => visit(at, who, { isPoll: true, longestMs: 40_000 });
	return { clock, gate, passed, without, visit, poll };
}

describe('the turns at the rate gate', () => {
	// The same order of polls at every run, so that no run fails by chance.
	beforeEach(() => void jest.spyOn(Math, 'random').mockImplementation(sameRandom()));
	afterEach(() => jest.restoreAllMocks());

	it('come to every trigger by chance, not to the first ones each time, once there were too few for all', async () => {
		const { clock, passed, without, poll } = openGate(60);
		const triggers = Array.from({ length: 70 }, (_, index) => String(index));
		const minutes = 100;
		for (let minute = 0; minute < minutes; minute++)
			for (const who of triggers) poll(minute * MINUTE + (minute % 2) * 100, who);
		await clock.runUntil();
		expect(passed.length + without.length).toBe(70 * minutes);
		expect(without.length / minutes).toBeLessThan(11);
		for (const who of triggers) {
			const missed = without.filter((other) => other === who).length;
			expect(missed).toBeGreaterThan(0);
			expect(missed).toBeLessThan(minutes / 3);
		}
	});

	it('come to polls a second later at most, and at once as long as there were enough for all', async () => {
		const { clock, passed, without, poll } = openGate(2);
		for (const who of ['a', 'b']) poll(0, who);
		for (const who of ['c', 'd']) poll(2 * MINUTE, who);
		await clock.runUntil();
		expect(passed.map(([, at]) => at)).toEqual([0, 0, 2 * MINUTE, 2 * MINUTE]);
		poll(4 * MINUTE, 'e');
		poll(4 * MINUTE, 'f');
		poll(4 * MINUTE, 'turned away');
		poll(6 * MINUTE, 'g');
		await clock.runUntil();
		expect(without).toEqual(['turned away']);
		const [who, at] = passed.at(-1) ?? ['', 0];
		expect(who).toBe('g');
		expect(at).toBeGreaterThan(6 * MINUTE);
		expect(at).toBeLessThanOrEqual(6 * MINUTE + 1000);
		poll(9 * HOUR, 'h');
		await clock.runUntil();
		expect(passed.at(-1)).toEqual(['h', 9 * HOUR]);
	});

	it('come to executions at once also then, and to no poll after its time', async () => {
		const { clock, passed, without, poll, visit } = openGate(1);
		poll(0, 'a');
		poll(0, 'turned away');
		visit(2 * MINUTE, 'execution');
		visit(2 * MINUTE, 'hurried', { isPoll: true, longestMs: 0 });
		await clock.runUntil();
		expect(passed.map(([who, at]) => [who, at])).toEqual([
			['a', 0],
			['execution', 2 * MINUTE],
		]);
		expect(without).toEqual(['turned away', 'hurried']);
		expect(clock.now()).toBeLessThanOrEqual(2 * MINUTE + 10);
	});

	it('come to executions for half of a minute only, in the two minutes after a poll was turned away', async () => {
		const { clock, passed, without, poll, visit } = openGate(4);
		for (let count = 0; count < 16; count++) visit(0, 'execution');
		poll(10, 'turned away');
		for (const who of ['poll 1', 'poll 2']) poll(MINUTE + 100, who);
		await clock.runUntil();
		expect(without).toEqual(['turned away']);
		const inMinute = (minute: number): string[] =>
			passed.filter(([, at]) => Math.floor(at / MINUTE) === minute).map(([who]) => who);
		expect(inMinute(0)).toEqual(Array(4).fill('execution'));
		expect(inMinute(1).sort()).toEqual(['execution', 'execution', 'poll 1', 'poll 2']);
		expect(passed.at(-1)?.[1]).toBeLessThan(6 * MINUTE);
	});

	it('come to polls and executions alternately, and in each in the order in which they came', async () => {
		const { clock, passed, poll, visit } = openGate(4);
		for (let count = 0; count < 4; count++) visit(0, 'first');
		for (let count = 0; count < 8; count++) visit(30_000, `execution ${count}`);
		for (const who of ['poll 0', 'poll 1']) poll(30_001, who);
		await clock.runUntil();
		expect(passed.slice(4, 8).map(([who]) => who)).toEqual([
			'poll 0',
			'execution 0',
			'poll 1',
			'execution 1',
		]);
		expect(passed.slice(8).map(([who]) => who)).toEqual([2, 3, 4, 5, 6, 7].map((at) => `execution ${at}`));
	});

	it('leave nothing behind to wait for when all have left', async () => {
		const { clock, gate } = openGate(1);
		const stop = new AbortController();
		gate.pause(HOUR);
		clock.at(0, () => void gate.enter({ signal: stop.signal }).catch(() => undefined));
		clock.at(10, () => stop.abort());
		await clock.runUntil();
		expect(clock.now()).toBe(10);
	});
});
