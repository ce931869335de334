import { sameRandom } from '../../support/sameRandom';

/** Where virtual time begins. A whole minute, as n8n's schedule begins its polls with one. */
export const START = Date.UTC(2025, 0, 15, 9);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** One for all: each would look up its stack. */
const TIME_IS_UP = new DOMException('The time is up', 'TimeoutError');

const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/**
 * Virtual time: jest's timers, moved from one to the next as soon as nothing else is left to do, so that an hour costs milliseconds.
 * It is the service's time; n8n's own clock, which the node reads, may differ.
 */
export class Clock {
	private skew = 0;
	/** When n8n's clock was last set. */
	setAt = -Infinity;
	private readonly realTimeout = AbortSignal.timeout;
	private readonly realRandom = Math.random;

	constructor() {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'], now: START });
		// As Node does it: it counts in fractions of a millisecond, another one each time.
		const fakeNow = performance.now.bind(performance);
		let asked = 0;
		performance.now = () => fakeNow() + ((asked += 1) % 1000) / 1000;
		// As Node does it: time goes on with every timer, so that a loop of short ones ends.
		const fakeTimeout = globalThis.setTimeout;
		globalThis.setTimeout = ((act: () => void, ms?: number) =>
			fakeTimeout(act, Math.max(1, Math.ceil(ms ?? 1)))) as typeof setTimeout;
		AbortSignal.timeout = (ms) => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(TIME_IS_UP), ms);
			return controller.signal;
		};
		// The pauses between tries vary: here in the same way each time, so that a history is the same at every run.
		Math.random = sameRandom();
	}

	/** The service's time. */
	get now(): number {
		return Date.now() - this.skew;
	}

	/** Sets n8n's clock so far ahead of the service's. */
	setSkew(ms: number): void {
		const { now } = this;
		this.skew = ms;
		this.setAt = now;
		jest.setSystemTime(now + ms);
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => void setTimeout(resolve, ms));
	}

	at(time: number, act: () => void): void {
		setTimeout(act, this.until(time));
	}

	/** Lets time pass until the given moment, and everything that happens until then happen. */
	async passUntil(time: number): Promise<void> {
		let isOver = false;
		setTimeout(() => (isOver = true), this.until(time));
		for (await settled(); !isOver; await settled()) jest.advanceTimersToNextTimer();
	}

	/** Lets as much time pass as the work takes. */
	async passWith(work: Promise<unknown>): Promise<void> {
		let isOver = false;
		const done = work.finally(() => (isOver = true));
		for (await settled(); !isOver; await settled()) jest.advanceTimersToNextTimer();
		await done;
	}

	private until(time: number): number {
		return time - Date.now() + this.skew;
	}

	stop(): void {
		jest.clearAllTimers();
		jest.useRealTimers();
		AbortSignal.timeout = this.realTimeout;
		Math.random = this.realRandom;
	}
}
