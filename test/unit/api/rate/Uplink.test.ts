import { Uplink } from '../../../../nodes/DocumentDataExtraction/api/rate/Uplink';
import { Room } from '../../../../nodes/DocumentDataExtraction/shared/Line';

const MiB = 1024 * 1024;
const PART = 8 * MiB;
const MINUTE = 60_000;

/** A line of 0.1 Mbit/s, in bytes per second. */
const SLOW = 100_000 / 8;

const TICK_MS = 500;
const TRIES = 6;

interface Sending {
	left: number;
	deadline: number;
	ended?: 'arrived' | 'timedOut';
}

interface Outcome {
	arrived: number;
	/** How long each try took that timed out, by the part, in milliseconds. */
	timeouts: number[][];
	endedAt: number;
	/** The most bytes and transfers that were on the line at the same time. */
	mostAtOnce: { bytes: number; transfers: number };
	timeoutMsOf: number[];
}

/** Sends parts over a line of so many bytes per second, which all that is on it shares, as the uploads of one run do. */
async function send(
	sizes: number[],
	speedAt: (ms: number) => number,
	line?: Uplink,
	clock = { ms: 0 },
): Promise<Outcome> {
	const startedAt = clock.ms;
	const used = line ?? new Uplink(() => clock.ms);
	const room = new Room(3 * PART, 8);
	const onLine = new Map<Sending, number>();
	const outcome: Outcome = {
		arrived: 0,
		timeouts: sizes.map(() => []),
		endedAt: 0,
		mostAtOnce: { bytes: 0, transfers: 0 },
		timeoutMsOf: [],
	};

	let givenUpAt = -1;
	async function sendPart(bytes: number, index: number): Promise<void> {
		const leaveRoom = await room.enter(bytes);
		if (!leaveRoom) return;
		for (let tryNumber = 1; tryNumber <= TRIES; tryNumber++) {
			const turn = await used.enter(bytes);
			if (!turn) break;
			expect(givenUpAt).toBe(-1);
			turn.begin();
			outcome.timeoutMsOf.push(turn.timeoutMs);
			const sending: Sending = { left: bytes, deadline: clock.ms + turn.timeoutMs };
			const begunAt = clock.ms;
			onLine.set(sending, bytes);
			while (!sending.ended) await nextTick();
			onLine.delete(sending);
			if (sending.ended === 'arrived') {
				turn.leave('arrived');
				outcome.arrived++;
				break;
			}
			outcome.timeouts[index]!.push(clock.ms - begunAt);
			const isDead = turn.leave('timed out');
			if (isDead) givenUpAt = clock.ms;
			if (isDead) break;
		}
		if (givenUpAt >= 0) room.turnAway();
		leaveRoom();
	}

	let waiters: Array<() => void> = [];
	const nextTick = async () => await new Promise<void>((resolve) => waiters.push(resolve));
	let running = true;
	const all = Promise.all(sizes.map(sendPart)).then(() => (running = false));
	await new Promise(setImmediate);
	while (running) {
		clock.ms += TICK_MS;
		const active = [...onLine.keys()];
		outcome.mostAtOnce.transfers = Math.max(outcome.mostAtOnce.transfers, active.length);
		const bytes = [...onLine.values()].reduce((sum, each) => sum + each, 0);
		outcome.mostAtOnce.bytes = Math.max(outcome.mostAtOnce.bytes, bytes);
		for (const sending of active) {
			sending.left -= (speedAt(clock.ms) * TICK_MS) / 1000 / active.length;
			if (sending.left <= 0) sending.ended = 'arrived';
			else if (clock.ms >= sending.deadline) sending.ended = 'timedOut';
		}
		const woken = waiters;
		waiters = [];
		for (const wake of woken) wake();
		await new Promise(setImmediate);
	}
	await all;
	outcome.endedAt = clock.ms - startedAt;
	return outcome;
}

const steadily = (speed: number) => () => speed;

describe('uploads over a slow line', () => {
	it.each([
		['four parts of 8 MiB', Array<number>(4).fill(PART)],
		['twenty files of 1 MB', Array<number>(20).fill(1_000_000)],
		['forty files of 200 KB', Array<number>(40).fill(200_000)],
		['large and small ones', [PART, 30_000, PART, 700_000, 5_000_000, 100_000, PART, 10_000]],
	])('arrive, all of them, at 0.1 Mbit/s: %s', async (_what, sizes) => {
		const { arrived, timeouts } = await send(sizes, steadily(SLOW));
		expect(arrived).toBe(sizes.length);
		expect(Math.max(...timeouts.map(({ length }) => length))).toBeLessThanOrEqual(3);
	});

	it.each([0.2, 0.5, 1, 2, 5, 20])('arrive at %d Mbit/s', async (megabits) => {
		const sizes = Array<number>(6).fill(PART);
		const { arrived, timeouts } = await send(sizes, steadily((megabits * 1_000_000) / 8));
		expect(arrived).toBe(sizes.length);
		expect(Math.max(...timeouts.map(({ length }) => length))).toBeLessThanOrEqual(2);
	});

	it('lose little time once the speed is known', async () => {
		const clock = { ms: 0 };
		const line = new Uplink(() => clock.ms);
		await send([PART], steadily(SLOW), line, clock);
		const next = await send([PART, PART, PART], steadily(SLOW), line, clock);
		expect(next.timeouts.flat()).toEqual([]);
		expect(next.mostAtOnce.transfers).toBe(1);
		expect(next.endedAt).toBeLessThan((1.05 * 3 * PART * 1000) / SLOW);
	});

	it('go several at once again when the line is faster', async () => {
		const clock = { ms: 0 };
		const line = new Uplink(() => clock.ms);
		await send([PART], steadily(SLOW), line, clock);
		const { mostAtOnce } = await send(Array<number>(12).fill(PART), steadily(50_000_000), line, clock);
		expect(mostAtOnce.transfers).toBe(3);
	});

	it('go several at once again when a timeout was an accident, also where all files are small', async () => {
		const clock = { ms: 0 };
		const line = new Uplink(() => clock.ms);
		const stalled = (ms: number): number => (ms < 50_000 ? 0 : 10_000_000);
		const { mostAtOnce, arrived } = await send(Array<number>(60).fill(200_000), stalled, line, clock);
		expect(arrived).toBe(60);
		expect(mostAtOnce.transfers).toBe(8);
		const later = await send(Array<number>(60).fill(200_000), stalled, line, clock);
		expect(later.mostAtOnce.transfers).toBe(8);
	});

	it('outlive a line that becomes slow', async () => {
		const fallen = (ms: number): number => (ms < 5000 ? 10_000_000 : SLOW);
		const { arrived } = await send(Array<number>(10).fill(PART), fallen);
		expect(arrived).toBe(10);
	});

	it('of two runs share what is known, and the line', async () => {
		const clock = { ms: 0 };
		const line = new Uplink(() => clock.ms);
		await send([PART], steadily(SLOW), line, clock);
		const first = await line.enter(PART);
		let isIn = false;
		void line.enter(PART).then(() => (isIn = true));
		await new Promise(setImmediate);
		expect(isIn).toBe(false);
		first?.leave();
		await new Promise(setImmediate);
		expect(isIn).toBe(true);
	});
});

describe('uploads over a dead line', () => {
	it('cost a small file at most 45 seconds a try, and end after six', async () => {
		const { arrived, timeouts, endedAt } = await send(Array<number>(8).fill(200_000), steadily(0));
		expect(arrived).toBe(0);
		expect(Math.max(...timeouts.flat())).toBeLessThanOrEqual(45_000);
		expect(endedAt).toBeLessThan(6 * 46_000);
	});

	it('cost a part of 8 MiB at most three times what the measured speed promises', async () => {
		const clock = { ms: 0 };
		const line = new Uplink(() => clock.ms);
		const speed = 50_000;
		await send([PART], steadily(speed), line, clock);
		const { timeoutMsOf } = await send([PART], steadily(0), line, clock);
		expect(timeoutMsOf[0]).toBeLessThanOrEqual(Math.ceil((3 * PART * 1000) / speed) + 10_000);
		expect(timeoutMsOf[0]).toBeGreaterThan((2 * PART * 1000) / speed);
	});

	it('are given up in about half an hour, whatever the size of their parts', async () => {
		const { arrived, endedAt } = await send(Array<number>(5).fill(PART), steadily(0));
		expect(arrived).toBe(0);
		expect(endedAt).toBeGreaterThan(30 * MINUTE);
		expect(endedAt).toBeLessThan(45 * MINUTE);
	});

	it('are given up after half an hour of silence, though parts of 64 MiB would need hours', async () => {
		const { arrived, endedAt, timeoutMsOf } = await send([64 * MiB, 64 * MiB], steadily(0));
		expect(arrived).toBe(0);
		expect(Math.max(...timeoutMsOf)).toBe(30 * MINUTE);
		expect(endedAt).toBe(30 * MINUTE);
	});

	it('are not given up while others arrive: a part that hangs for half an hour is one of many', async () => {
		let ms = 0;
		const line = new Uplink(() => ms);
		const hanging = await line.enter(64 * MiB);
		hanging?.begin();
		const other = await line.enter(30_000);
		other?.begin();
		ms = 29 * MINUTE;
		other?.leave('arrived');
		ms = 30 * MINUTE;
		expect(hanging?.leave('timed out')).toBe(false);
	});
});

describe('a storage that says at once that a part came too slowly', () => {
	it('is given up after two minutes or more', async () => {
		const clock = { ms: 0 };
		const line = new Uplink(() => clock.ms);
		for (let isDead = false; !isDead; clock.ms += 5000) {
			const turn = await line.enter(PART);
			turn?.begin();
			isDead = turn?.leave('timed out') === true;
		}
		expect(clock.ms).toBeGreaterThan(2 * MINUTE);
		expect(clock.ms).toBeLessThan(4 * MINUTE);
	});
});

describe('a turn on the line', () => {
	const known = async (): Promise<Uplink> => {
		let ms = 0;
		const line = new Uplink(() => ms);
		const turn = await line.enter(PART);
		turn?.begin();
		ms = 600_000;
		turn?.leave('arrived');
		return line;
	};

	it('is not waited for while nothing is known', async () => {
		const line = new Uplink(() => 0);
		const turns = await Promise.all(Array.from({ length: 8 }, async () => await line.enter(MiB)));
		expect(turns.filter(Boolean)).toHaveLength(8);
	});

	it('ends the waiting with a stop, and lets the next one pass', async () => {
		const line = await known();
		const first = await line.enter(PART);
		const stopping = new AbortController();
		const second = line.enter(PART, stopping.signal).then(
			() => 'entered',
			(error: Error) => error.message,
		);
		const third = line.enter(PART).then(() => 'entered');
		stopping.abort(new Error('stopped'));
		expect(await second).toBe('stopped');
		first?.leave();
		expect(await third).toBe('entered');
		await expect(line.enter(PART, stopping.signal)).rejects.toThrow('stopped');
	});

	it('is given back once, however often that is said', async () => {
		const line = await known();
		const first = await line.enter(PART);
		const isIn = [false, false];
		for (const index of [0, 1]) void line.enter(PART).then(() => (isIn[index] = true));
		first?.leave();
		first?.leave();
		await new Promise(setImmediate);
		expect(isIn).toEqual([true, false]);
	});
});
