import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { documentReader } from '../../dev/sandbox/documents';
import { isWaitedFor } from './until';

/** What may wait for ever: a socket, and what is to be written to one. All else that Node.js has under way, such as a file, is work. */
const WAITING = /^(Timeout|MessagePort|TTYWrap|ProcessWrap|WriteWrap|ShutdownWrap|(TCP|Pipe)\w*Wrap)$/;

const isWorking = (): boolean =>
	documentReader.isReading || process.getActiveResourcesInfo().some((kind) => !WAITING.test(kind));

let noted = 0;

/** For what happens in this process without a socket, such as a request that gets a planned response. */
export const noteEvent = (): void => void (noted += 1);

/** How many events of sockets, files and threads the process has seen. The types of Node.js do not know it yet. */
const eventsSoFar = (): number =>
	(performance.nodeTiming as unknown as { uvMetricsInfo: { events: number } }).uvMetricsInfo.events + noted;

/** So many looks in a row, a millisecond apart, have to find that nothing more has happened. */
const QUIET_LOOKS = 4;
const LONGEST_PAUSE_MS = 16;

/** Resolves when all that is under way in this process waits for a timer. */
async function untilNothingHappens(isOver: () => boolean): Promise<void> {
	let events = eventsSoFar();
	let pauseMs = 1;
	// A timer that only sets the next one needs no second look.
	for (let left = 1; left > 0 && !isOver();) {
		// It looks after those who wait for a condition, and seldom while there is much to do.
		if (left > 1 || isWaitedFor() || jest.getTimerCount() === 0) await sleep(pauseMs);
		await nextTurn();
		// What is due at once waits for nothing.
		if (!isOver()) jest.advanceTimersByTime(0);
		await nextTurn();
		const now = eventsSoFar();
		const isQuiet = now === events && !isWorking();
		pauseMs = isQuiet ? 1 : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
		left = isQuiet ? left - 1 : QUIET_LOOKS;
		events = now;
	}
}

/** What Node.js calls when a socket has been still for too long, and when it moves. */
type SocketInside = Socket & { _onTimeout(): void; _unrefTimer(): void };

/** The timeouts of HTTP are those of sockets, whose timers are none that a test can replace. */
function replaceSocketTimeouts(plan: (run: () => void, ms: number) => NodeJS.Timeout): () => void {
	const { setTimeout: usual, _unrefTimer: move } = Socket.prototype as SocketInside;
	const timers = new WeakMap<Socket, NodeJS.Timeout>();
	const watched = new WeakSet<Socket>();
	const clear = (socket: Socket): void => {
		clearTimeout(timers.get(socket));
		timers.delete(socket);
	};
	Object.assign(Socket.prototype, {
		setTimeout(this: SocketInside, ms: number, callback?: () => void) {
			clear(this);
			if (callback && ms > 0) this.once('timeout', callback);
			else if (callback) this.off('timeout', callback);
			if (ms === 0 || this.destroyed) return this;
			timers.set(
				this,
				plan(() => this._onTimeout(), ms),
			);
			if (!watched.has(this)) this.once('close', () => clear(this));
			watched.add(this);
			return this;
		},
		_unrefTimer(this: SocketInside) {
			move.call(this);
			timers.get(this)?.refresh();
		},
	});
	return () => void Object.assign(Socket.prototype, { setTimeout: usual, _unrefTimer: move });
}

/** When time last leapt in this file: it never goes back. */
const latest = { date: 0, steady: 0 };

function replaceTime(): () => void {
	const { timeout } = AbortSignal;
	const steadyStart = Math.max(performance.now(), latest.steady);
	jest.useFakeTimers({
		now: Math.max(Date.now(), latest.date),
		doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime'],
	});
	const { setTimeout: plan, performance: fromZero } = globalThis;
	const steadyNow = () => steadyStart + fromZero.now();
	// As in Node.js no timer comes early: a sleep that looks at the clock would not end.
	const planLater = (run: () => void, ms = 0, ...args: []) => plan(run, Math.ceil(ms), ...args);
	Object.assign(globalThis, {
		setTimeout: planLater,
		performance: Object.create(fromZero, { now: { value: steadyNow } }),
	});
	AbortSignal.timeout = (ms) => {
		const controller = new AbortController();
		planLater(() => controller.abort(new DOMException('The time is up', 'TimeoutError')), ms);
		return controller.signal;
	};
	const giveSocketsBack = replaceSocketTimeouts(planLater);
	return () => {
		giveSocketsBack();
		Object.assign(latest, { date: Date.now(), steady: steadyNow() });
		AbortSignal.timeout = timeout;
		jest.useRealTimers();
	};
}

function startLeaping(): () => void {
	const giveBack = replaceTime();
	let isOver = false;
	const leaping = async () => {
		while (!isOver) {
			await untilNothingHappens(() => isOver);
			if (!isOver) jest.advanceTimersToNextTimer();
		}
	};
	void leaping();
	return () => {
		isOver = true;
		giveBack();
	};
}

let users = 0;
let stop = (): void => {};

/**
 * Lets time pass only while nothing happens, and then at once: as soon as all that is under way waits for a timer, the next timer is
 * due. So pauses, timeouts and budgets of minutes cost nothing, and work takes no time: no busy machine makes anything late. It knows
 * what happens in this process, where the sandbox is too, over real connections. What another process does it does not see.
 *
 * @returns gives real time back, once everybody in this file who asked for this has
 */
export function leapOverPauses(): () => void {
	if (users === 0) stop = startLeaping();
	users += 1;
	return () => {
		users -= 1;
		if (users === 0) stop();
	};
}
