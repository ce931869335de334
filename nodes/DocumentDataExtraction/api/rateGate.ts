const MINUTE_MS = 60_000;

/** A request is taken to reach the service at the latest this long after it was sent, however late the answer comes. */
const ARRIVAL_ALLOWANCE_MS = 2000;

export interface GateClock {
	now(): number;
	/** Rejects when the signal aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Counted {
	/** When the service counts the request at the latest. */
	at: number;
}

export interface Visit {
	signal?: AbortSignal;
	/** How long to wait for the turn at most, in milliseconds. */
	longestMs?: number;
}

/** A caller's place in the queue. */
interface Place {
	state: 'waiting' | 'entered' | 'left';
}

/**
 * Keeps one class of endpoints within its requests a minute, for everybody who shares the gate. It spaces nothing while there is
 * room. A request is counted from its answer on (the service counted it before), so that no delay on the way can squeeze too many
 * into the service's minute.
 */
export class RateGate {
	private counted: Counted[] = [];
	private pausedUntil = 0;
	private queue: Promise<unknown> = Promise.resolve();
	private queued = 0;

	constructor(
		private readonly perMinute: number,
		private readonly clock: GateClock,
	) {}

	/**
	 * Waits for the caller's turn, first come first served.
	 *
	 * @returns a function to call as soon as the answer is there; undefined when the turn does not come in time
	 */
	async enter({ signal, longestMs = Infinity }: Visit = {}): Promise<(() => void) | undefined> {
		signal?.throwIfAborted();
		const wait = this.waitMs();
		if (wait > longestMs) return undefined;
		if (wait === 0 && this.queued === 0) return this.count();
		const place: Place = { state: 'waiting' };
		this.queued++;
		const turn = this.queue
			.then(async () => await this.takeRoom(place, signal))
			.finally(() => {
				this.queued--;
			});
		this.queue = turn.catch(() => undefined);
		return await abortable(this.inTime(turn, place, longestMs), signal);
	}

	/** Lets nobody pass for the given time: the service said that it had enough. */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
	}

	/** Milliseconds until a request could pass, 0 when it can pass at once. */
	waitMs(): number {
		const now = this.clock.now();
		// Not on every request: while there is room, nobody need know how much.
		if (this.counted.length >= this.perMinute)
			this.counted = this.counted.filter(({ at }) => at + MINUTE_MS > now);
		const pause = Math.max(0, this.pausedUntil - now);
		if (this.counted.length < this.perMinute) return pause;
		const oldest = Math.min(...this.counted.map(({ at }) => at));
		return Math.max(pause, oldest + MINUTE_MS - now);
	}

	/** Lets a caller leave the queue whose time is up. */
	private async inTime<T>(turn: Promise<T>, place: Place, longestMs: number): Promise<T | undefined> {
		if (longestMs === Infinity) return await turn;
		const over = new AbortController();
		const timeIsUp = this.clock.sleep(longestMs, over.signal).then(
			() => {
				if (place.state === 'waiting') place.state = 'left';
			},
			() => undefined,
		);
		try {
			await Promise.race([turn, timeIsUp]);
			return place.state === 'left' ? undefined : await turn;
		} finally {
			over.abort();
		}
	}

	private async takeRoom(place: Place, signal?: AbortSignal): Promise<(() => void) | undefined> {
		for (let wait = this.waitMs(); wait > 0 && place.state === 'waiting'; wait = this.waitMs())
			await this.clock.sleep(wait, signal);
		// Whoever gave up further back in the queue sends nothing, so nothing is to be counted.
		if (signal?.aborted) throw signal.reason;
		if (place.state === 'left') return undefined;
		place.state = 'entered';
		return this.count();
	}

	private count(): () => void {
		const request: Counted = { at: this.clock.now() + ARRIVAL_ALLOWANCE_MS };
		this.counted.push(request);
		return () => {
			request.at = Math.min(request.at, this.clock.now());
		};
	}
}

async function abortable<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await work;
	return await new Promise<T>((resolve, reject) => {
		const onAbort = () => reject(signal.reason as Error);
		if (signal.aborted) onAbort();
		signal.addEventListener('abort', onAbort, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
	});
}
