import { RateGate } from '../../../../nodes/DocumentDataExtraction/api/rate/RateGate';
import { PATIENT, retrying } from '../../../../nodes/DocumentDataExtraction/api/http/retry';
import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { sameRandom } from '../../../support/sameRandom';
import { VirtualClock } from '../../../support/virtualClock';

const MINUTE = 60_000;
const PER_MINUTE = 60;

/** A service that counts what it takes in any minute, and otherwise says when a place is free. */
function service(clock: VirtualClock) {
	let counted: number[] = [];
	return (): number | undefined => {
		const now = clock.now();
		counted = counted.filter((at) => at + MINUTE > now);
		if (counted.length >= PER_MINUTE) return Math.ceil((counted[0]! + MINUTE - now) / 1000) * 1000;
		counted.push(now);
		return undefined;
	};
}

/** Processes that share one key, each with its own gate and so many requests at a time; together they have so many requests. */
async function share(processes: number, atATime: number, requests: number) {
	const clock = new VirtualClock();
	const ask = service(clock);
	const result = { done: 0, refused: 0, minutes: 0 };
	let left = requests;
	const send = async (gate: RateGate): Promise<void> => {
		const leave = await gate.enter();
		await clock.sleep(50);
		const retryAfterMs = ask();
		leave?.();
		if (retryAfterMs === undefined) return;
		result.refused += 1;
		gate.pause(retryAfterMs);
		throw new ServiceError({ code: 'RATE_LIMITED', message: '', retryable: true, retryAfterMs });
	};
	const work = async (gate: RateGate): Promise<void> => {
		while (left-- > 0) {
			await retrying(async () => await send(gate), PATIENT, { sleep: async (ms) => await clock.sleep(ms) });
			result.done += 1;
			result.minutes = clock.now() / MINUTE;
		}
	};
	for (let process = 0; process < processes; process++) {
		const gate = new RateGate(PER_MINUTE, clock);
		for (let count = 0; count < atATime; count++) void work(gate).catch(() => undefined);
	}
	await clock.runUntil();
	return result;
}

describe('several processes on one key', () => {
	// The same pauses at every run, so that no run fails by chance.
	beforeEach(() => void jest.spyOn(Math, 'random').mockImplementation(sameRandom()));
	afterEach(() => jest.restoreAllMocks());

	it.each([
		[2, 5],
		[2, 100],
		[3, 20],
		[4, 20],
		[4, 100],
	])('%d with %d requests at a time each lose nothing, and hardly any time', async (processes, atATime) => {
		const alone = await share(1, processes * atATime, 600);
		const together = await share(processes, atATime, 600);
		expect(alone).toMatchObject({ done: 600, refused: 0 });
		expect(together.done).toBe(600);
		expect(together.minutes / alone.minutes).toBeLessThan(1.2);
		// At first each takes all that the service allows; from then on few are too many.
		const first = Math.min(processes * atATime, processes * PER_MINUTE) - PER_MINUTE;
		expect(together.refused - Math.max(0, first)).toBeLessThan(120);
	});

	it('a process that was refused passes more by and by, and after a minute as many as ever', async () => {
		const clock = new VirtualClock();
		const gate = new RateGate(PER_MINUTE, clock);
		gate.pause(1000);
		clock.at(MINUTE, () => undefined);
		const passed: number[] = [];
		for (let count = 0; count < 5; count++)
			void gate.enter().then((leave) => {
				passed.push(clock.now());
				leave?.();
			});
		await clock.runUntil();
		expect(passed[0]).toBe(1000);
		expect(passed[4]).toBeGreaterThan(5000);
		for (let count = 0; count < 50; count++) void gate.enter().then(() => passed.push(clock.now()));
		await clock.runUntil(clock.now());
		expect(passed.slice(5)).toEqual(Array(50).fill(MINUTE));
	});
});
