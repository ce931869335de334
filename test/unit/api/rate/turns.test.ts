import fc from 'fast-check';
import { RateGate, type Visit } from '../../../../nodes/DocumentDataExtraction/api/rate/RateGate';
import { VirtualClock } from '../../../support/virtualClock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A gate, and who passed it when. The service answers after 10 ms. */
function openGate(perMinute: number) {
	const clock = new VirtualClock();
	const gate = new RateGate(perMinute, clock);
	const passed: Array<[who: string, at: number]> = [];
	const without: string[] = [];
	const visit = (at: number, who: string, { name, ...more }: Visit = {}): void =>
		void clock.at(at, () => {
			void gate.enter({ name, ...more }).then((leave) => {
				if (!leave) return void without.push(who);
				passed.push([who, clock.now()]);
				clock.at(clock.now() + 10, leave);
			});
		});
	const poll = (at: number, name: string): void => visit(at, name, { from: 'poll', name, longestMs: 40_000 });
	return { clock, gate, passed, without, visit, poll };
}

describe('the turns at the rate gate', () => {
	it('come to every trigger as often as they can, in whatever order the polls come', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 6 }),
				fc.integer({ min: 1, max: 20 }),
				fc.infiniteStream(fc.integer({ min: 0, max: 400 })),
				async (perMinute, triggers, late) => {
					const { clock, passed, poll } = openGate(perMinute);
					const most = Math.ceil(triggers / perMinute);
					for (let minute = 0; minute < 4 * most; minute++)
						for (let trigger = 0; trigger < triggers; trigger++)
							poll(minute * MINUTE + (late.next().value as number), String(trigger));
					await clock.runUntil();
					for (let trigger = 0; trigger < triggers; trigger++) {
						const turns = passed.filter(([who]) => who === String(trigger)).map(([, at]) => at);
						const gaps = turns.map((at, index) => at - (turns[index - 1] ?? 0));
						// A gap is measured between turns, each of which may come a second after its poll.
						expect(Math.max(...gaps)).toBeLessThan((most + 0.1) * MINUTE);
					}
				},
			),
			{ numRuns: 100 },
		);
	});

	it('go first to whoever went without the last time, also if others come a little earlier', async () => {
		const { clock, passed, without, poll } = openGate(2);
		for (const who of ['a', 'b', 'c']) poll(0, who);
		for (const who of ['a', 'b']) poll(MINUTE + 100, who);
		poll(MINUTE + 900, 'c');
		await clock.runUntil();
		expect(without).toEqual(['c', 'b']);
		expect(passed.slice(2)).toEqual([
			['a', MINUTE + 100],
			['c', MINUTE + 1100],
		]);
	});

	it('do not wait long for those who do not come back', async () => {
		const { clock, passed, poll } = openGate(1);
		poll(0, 'a');
		poll(0, 'gone');
		poll(2 * MINUTE, 'a');
		await clock.runUntil();
		expect(passed.at(-1)).toEqual(['a', 2 * MINUTE + 1000]);
	});

	it('do not wait for them at all after two hours, nor while there is room', async () => {
		const { clock, passed, poll, visit } = openGate(2);
		for (const who of ['a', 'b', 'gone']) poll(0, who);
		visit(2 * MINUTE, 'while there is room');
		visit(3 * HOUR, 'later 1');
		visit(3 * HOUR, 'later 2');
		await clock.runUntil();
		expect(passed.slice(2).map(([, at]) => at)).toEqual([2 * MINUTE, 3 * HOUR, 3 * HOUR]);
	});

	it('are remembered for a thousand', async () => {
		const { clock, passed, poll, visit } = openGate(1001);
		for (let count = 0; count < 1001; count++) visit(0, 'first');
		for (let count = 0; count < 1500; count++) poll(20, `gone ${count}`);
		visit(2 * MINUTE, 'with room for all');
		await clock.runUntil();
		expect(passed.at(-1)).toEqual(['with room for all', 2 * MINUTE]);
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

	it('come to the editor last, which is told after its time', async () => {
		const { clock, passed, without, poll, visit } = openGate(1);
		visit(0, 'first');
		visit(56_000, 'editor', { from: 'editor', longestMs: 5000 });
		poll(57_000, 'poll');
		await clock.runUntil();
		expect(passed.map(([who]) => who)).toEqual(['first', 'poll']);
		expect(without).toEqual(['editor']);
		expect(clock.now()).toBeLessThan(2 * MINUTE);
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
