import fc from 'fast-check';
import { RateGate } from '../../../../nodes/DocumentDataExtraction/api/rate/RateGate';
import { realClock } from '../../../../nodes/DocumentDataExtraction/api/rate/services';
import { VirtualClock } from '../../../support/virtualClock';

const MINUTE = 60_000;

interface Call {
	/** When the caller asks to be let in. */
	at: number;
	/** How long after sending the service counts it, were the answer not there before. */
	countedAfter: number;
	answeredAfter: number;
	/** When the caller loses patience; undefined for never. */
	abortAfter?: number;
	/** How long the caller wants to wait at most; undefined for as long as it takes. */
	longestMs?: number;
}

interface Outcome {
	call: number;
	sent?: number;
	counted?: number;
	refused?: boolean;
	/** When the caller was told that the turn does not come in time. */
	toldAt?: number;
}

/** Plays calls through a gate. The outcomes come in the order in which the calls were let in or gave up. */
async function play(perMinute: number, calls: Call[], pauses: Array<{ at: number; ms: number }> = []) {
	const clock = new VirtualClock();
	const gate = new RateGate(perMinute, clock);
	const outcomes: Outcome[] = [];
	calls.forEach((call, index) => {
		clock.at(call.at, () => {
			const stop = new AbortController();
			if (call.abortAfter !== undefined) clock.at(call.at + call.abortAfter, () => stop.abort());
			gate.enter({ signal: stop.signal, longestMs: call.longestMs }).then(
				(answerIsThere) => {
					if (!answerIsThere) return void outcomes.push({ call: index, refused: true, toldAt: clock.now() });
					const sent = clock.now();
					clock.at(sent + call.answeredAfter, answerIsThere);
					const counted = sent + Math.min(call.countedAfter, call.answeredAfter);
					outcomes.push({ call: index, sent, counted });
				},
				() => outcomes.push({ call: index, refused: true }),
			);
		});
	});
	for (const { at, ms } of pauses) clock.at(at, () => gate.pause(ms));
	await clock.runUntil();
	return outcomes;
}

const atOnce = (count: number, call: Partial<Call> = {}): Call[] =>
	Array.from({ length: count }, () => ({ at: 0, countedAfter: 0, answeredAfter: 10, ...call }));

/** The most requests that a service counts within any minute. */
const busiestMinute = (counted: number[]): number =>
	Math.max(0, ...counted.map((start) => counted.filter((at) => at >= start && at < start + MINUTE).length));

const sentTimes = (outcomes: Outcome[]): number[] => outcomes.flatMap(({ sent }) => sent ?? []);

const someCall: fc.Arbitrary<Call> = fc.record({
	at: fc.integer({ min: 0, max: 200_000 }),
	countedAfter: fc.integer({ min: 0, max: 2000 }),
	answeredAfter: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 90_000 })),
	abortAfter: fc.option(fc.integer({ min: 0, max: 70_000 }), { nil: undefined, freq: 4 }),
	longestMs: fc.option(fc.integer({ min: 0, max: 70_000 }), { nil: undefined, freq: 4 }),
});

describe('the rate gate', () => {
	it('never lets a service count more than it allows in any minute, and serves everybody', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 5 }),
				fc.array(someCall, { maxLength: 25 }),
				async (perMinute, calls) => {
					const outcomes = await play(perMinute, calls);
					expect(busiestMinute(outcomes.flatMap(({ counted }) => counted ?? []))).toBeLessThanOrEqual(
						perMinute,
					);
					expect(outcomes).toHaveLength(calls.length);
					for (const { call, refused, toldAt, sent } of outcomes) {
						const { at, abortAfter, longestMs = Infinity } = calls[call] as Call;
						if (refused && toldAt === undefined) expect(abortAfter).toBeDefined();
						expect(toldAt ?? sent ?? at).toBeLessThanOrEqual(at + longestMs);
					}
				},
			),
			{ numRuns: 150 },
		);
	});

	it('lets in those who wait in the order in which they came', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 3 }),
				fc.array(someCall, { maxLength: 15 }),
				async (perMinute, given) => {
					const calls = given
						.map((call) => ({ ...call, abortAfter: undefined, longestMs: undefined }))
						.sort((a, b) => a.at - b.at);
					const outcomes = await play(perMinute, calls);
					expect(outcomes.map(({ call }) => call)).toEqual(calls.map((_, index) => index));
				},
			),
			{ numRuns: 50 },
		);
	});

	it('spaces nothing while there is room', async () =>
		expect(sentTimes(await play(30, atOnce(30)))).toEqual(Array(30).fill(0)));

	it('waits a minute from the answer on when the minute is full', async () => {
		const calls = [...atOnce(2, { answeredAfter: 500 }), ...atOnce(1, { at: 600 })];
		expect(sentTimes(await play(2, calls))).toEqual([0, 0, 500 + MINUTE]);
	});

	it('waits for the oldest request of the minute only', async () => {
		const calls = [...atOnce(1), ...atOnce(1, { at: 30_000 }), ...atOnce(2, { at: 40_000 })];
		expect(sentTimes(await play(2, calls))).toEqual([0, 30_000, 10 + MINUTE, 30_010 + MINUTE]);
	});

	it('does not let a held request keep its room for longer than the way to the service takes', async () => {
		const [, second] = await play(1, atOnce(2, { answeredAfter: 45_000 }));
		expect(second?.sent).toBe(2000 + MINUTE);
	});

	it('holds everybody back for as long as the service asked, those in the queue as well', async () => {
		const outcomes = await play(1, [...atOnce(2), ...atOnce(1, { at: 200_000 })], [{ at: 5, ms: 90_000 }]);
		expect(sentTimes(outcomes)).toEqual([0, 90_005, 200_000]);
	});

	it('does not shorten a pause by a later, shorter one', async () => {
		const pauses = [
			{ at: 0, ms: 10_000 },
			{ at: 1, ms: 10 },
		];
		expect(sentTimes(await play(5, atOnce(1, { at: 2 }), pauses))).toEqual([10_000]);
	});

	it('goes on with the others when the first in the queue gives up', async () => {
		const calls = [...atOnce(1), ...atOnce(1, { at: 20, abortAfter: 1000 }), ...atOnce(1, { at: 20 })];
		expect(await play(1, calls)).toEqual([
			{ call: 0, sent: 0, counted: 0 },
			{ call: 1, refused: true },
			{ call: 2, sent: 10 + MINUTE, counted: 10 + MINUTE },
		]);
	});

	it('tells those further back at once that they gave up, and keeps no room for them', async () => {
		const later = { at: 20, countedAfter: 0, answeredAfter: 0 };
		const calls = [...atOnce(2), later, { ...later, abortAfter: 1000 }, later];
		const outcomes = await play(2, calls);
		expect(outcomes.map(({ call, sent }) => [call, sent])).toEqual([
			[0, 0],
			[1, 0],
			[3, undefined],
			[2, 10 + MINUTE],
			[4, 10 + MINUTE],
		]);
	});

	it('tells at once a caller whose turn cannot come in time', async () => {
		const outcomes = await play(1, [...atOnce(1), ...atOnce(1, { at: 20, longestMs: 5000 })]);
		expect(outcomes).toEqual([
			{ call: 0, sent: 0, counted: 0 },
			{ call: 1, refused: true, toldAt: 20 },
		]);
	});

	it('lets a caller leave the queue whose time is up, and gives the turn to the next', async () => {
		const calls = [
			...atOnce(1),
			...atOnce(1, { at: 20 }),
			...atOnce(1, { at: 30, longestMs: 70_000 }),
			...atOnce(1, { at: 40 }),
		];
		const outcomes = await play(1, calls);
		expect(outcomes.map(({ call, sent, toldAt }) => [call, sent ?? toldAt])).toEqual([
			[0, 0],
			[1, 10 + MINUTE],
			[2, 30 + 70_000],
			[3, 20 + 2 * MINUTE],
		]);
	});

	it('lets seventy in that may wait, in two minutes', async () => {
		const outcomes = await play(60, atOnce(70, { longestMs: 70_000 }));
		expect(outcomes.filter(({ refused }) => refused)).toEqual([]);
		expect(sentTimes(outcomes).filter((at) => at >= MINUTE)).toHaveLength(10);
	});

	it('lets in at once a poll that has no time left, though the clock has moved on since it asked', async () => {
		let now = 0;
		const gate = new RateGate(1, { ...realClock, now: () => (now += 0.001) });
		expect(await gate.enter({ isPoll: true, longestMs: 0 })).toBeDefined();
	});

	it('does not heed the clock of this machine, which may be set back', async () => {
		const gate = new RateGate(1, realClock);
		(await gate.enter())?.();
		const machine = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 45 * MINUTE);
		const wait = gate.waitMs();
		machine.mockRestore();
		expect(wait).toBeGreaterThan(MINUTE - 5000);
		expect(wait).toBeLessThanOrEqual(MINUTE);
	});

	it('keeps no room for a caller who had given up before', async () => {
		const clock = new VirtualClock();
		const gate = new RateGate(1, clock);
		await expect(gate.enter({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
		expect(gate.waitMs()).toBe(0);
		await gate.enter();
		expect(gate.waitMs()).toBe(2000 + MINUTE);
	});
});
