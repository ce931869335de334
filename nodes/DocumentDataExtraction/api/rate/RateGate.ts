import { MINUTE_MS } from '../../shared/time';
import { Turns, type Caller, type Origin } from './turns';

/** A refusal leaves this part of the requests a minute. */
const LEFT_BY_REFUSAL = 0.85;

/** A minute without a refusal restores this part of the service's limit. */
const BACK_PER_MINUTE = 0.2;

/**
 * Says how many requests a minute a gate lets pass: all that the service allows, until the service refuses one. A refusal means that
 * others use the key too, such as further processes of n8n. From then on fewer pass, at equal distances, and slowly more again.
 */
class Allowance {
	private cut: { to: number; at: number } | undefined;

	constructor(private readonly perMinute: number) {}

	/** Notes that the service refused requests, and until when it asked to wait. */
	refused(now: number, until: number): void {
		this.cut = { to: Math.max(1, this.at(now) * LEFT_BY_REFUSAL), at: until };
	}

	at(now: number): number {
		if (!this.cut) return this.perMinute;
		const back = (Math.max(0, now - this.cut.at) / MINUTE_MS) * this.perMinute * BACK_PER_MINUTE;
		const allowed = Math.floor(this.cut.to + back);
		if (allowed >= this.perMinute) this.cut = undefined;
		return Math.min(allowed, this.perMinute);
	}

	/** The distance that two requests have to keep, in milliseconds. */
	spacingMs(now: number): number {
		const allowed = this.at(now);
		return this.cut ? MINUTE_MS / allowed : 0;
	}
}

/** The gate assumes that a request reaches the service within this time, however late the response comes. */
const ARRIVAL_ALLOWANCE_MS = 2000;

/** If there is no room for all, a caller waits this long, so that those who have gone without for longer can come first. */
const GATHERING_MS = 1000;

export interface GateClock {
	now(): number;
	/** Rejects when the signal aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Counted {
	/** When the service counts the request at the latest. */
	at: number;
}

/** Call it as soon as the response is there. */
type Leave = () => void;

export interface Visit {
	signal?: AbortSignal;
	/** How long to wait for the turn at most, in milliseconds. */
	longestMs?: number;
	from?: Origin;
	/** Identifies a caller who comes again and again: if it went without a turn, it is among the first the next time. */
	name?: string;
}

interface QueuePlace extends Caller {
	enter(): void;
}

/**
 * Keeps one class of endpoints within its requests a minute, for everybody who shares the gate. It does not pace requests while there
 * is room and the service refuses none. A request's minute starts at its response (the service counted it earlier), so network delay
 * cannot push more requests than the limit into the service's own window.
 */
export class RateGate {
	private counted: Counted[] = [];
	private pausedUntil = 0;
	private passedAt = -Infinity;
	private readonly allowance: Allowance;
	private readonly turns = new Turns<QueuePlace>();
	private serving = false;
	/** Ends a sleep between two turns early. */
	private wake = () => {};

	constructor(
		perMinute: number,
		private readonly clock: GateClock,
	) {
		this.allowance = new Allowance(perMinute);
	}

	/**
	 * Waits for the caller's turn.
	 *
	 * @returns undefined when the turn does not come in time
	 */
	async enter(visit: Visit = {}): Promise<Leave | undefined> {
		const { signal, longestMs = Infinity, from = 'execution', name } = visit;
		signal?.throwIfAborted();
		const caller = { from, name, at: this.clock.now() };
		const wait = this.waitMs();
		if (wait > longestMs) {
			this.turns.wentWithout(caller);
			return undefined;
		}
		if (wait === 0 && this.turns.count === 0 && this.hasRoomFor(caller)) return this.count(caller);
		return await this.turnOf(caller, longestMs, signal);
	}

	/** Closes the gate for the given time, because the service refused a request. */
	pause(ms: number): void {
		const now = this.clock.now();
		// Requests that were under way together are refused together. That counts once.
		if (now >= this.pausedUntil) this.allowance.refused(now, now + ms);
		this.pausedUntil = Math.max(this.pausedUntil, now + ms);
	}

	/** Milliseconds until a request could pass, 0 when it can pass at once. */
	waitMs(): number {
		const now = this.clock.now();
		const spacedUntil = this.passedAt + this.allowance.spacingMs(now);
		const pause = Math.max(0, this.pausedUntil - now, spacedUntil - now);
		if (this.room(1) > 0) return pause;
		const oldest = Math.min(...this.counted.map(({ at }) => at));
		return Math.max(pause, oldest + MINUTE_MS - now);
	}

	/** How many requests could pass; exact only if fewer than those asked for. */
	private room(askedFor: number): number {
		const now = this.clock.now();
		const allowed = this.allowance.at(now);
		// Counting again costs time, so it is done only if the room may be used up.
		if (this.counted.length + askedFor > allowed)
			this.counted = this.counted.filter(({ at }) => at + MINUTE_MS > now);
		return allowed - this.counted.length;
	}

	/** Whether there is room for the caller and for all who have gone without for longer. */
	private hasRoomFor(caller: Caller): boolean {
		const before = this.turns.before(caller);
		return before === 0 || this.room(before + 1) > before;
	}

	private async turnOf(caller: Caller, longestMs: number, signal?: AbortSignal): Promise<Leave | undefined> {
		const over = new AbortController();
		let stop = () => {};
		try {
			return await new Promise<Leave | undefined>((resolve, reject) => {
				const enter = () => {
					if (this.turns.leave(place)) resolve(this.count(place));
				};
				const place: QueuePlace = { ...caller, enter };
				stop = () => {
					if (this.turns.leave(place)) reject(signal?.reason as Error);
				};
				const giveUp = () => {
					if (!this.turns.leave(place)) return;
					this.turns.wentWithout(place);
					resolve(undefined);
				};
				signal?.addEventListener('abort', stop, { once: true });
				if (longestMs < Infinity) this.clock.sleep(longestMs, over.signal).then(giveUp, () => undefined);
				this.turns.join(place);
				void this.serve();
			});
		} finally {
			signal?.removeEventListener('abort', stop);
			over.abort();
			this.wake();
		}
	}

	/** Gives turns for as long as anybody waits. */
	private async serve(): Promise<void> {
		if (this.serving) return;
		this.serving = true;
		for (let next = this.turns.next(); next; next = this.turns.next()) {
			// Callers of the same moment come in any order. A moment later they are all there.
			const gathered = this.hasRoomFor(next) ? 0 : next.at + GATHERING_MS - this.clock.now();
			const wait = Math.max(this.waitMs(), gathered);
			if (wait > 0) await this.sleep(wait);
			else next.enter();
		}
		this.serving = false;
	}

	/** Sleeps until the time is over or somebody has left, because then nobody may be left to wait for. */
	private async sleep(ms: number): Promise<void> {
		const waking = new AbortController();
		this.wake = () => waking.abort();
		await this.clock.sleep(ms, waking.signal).catch(() => undefined);
	}

	private count(caller: Caller): Leave {
		this.turns.served(caller);
		this.passedAt = this.clock.now();
		const request: Counted = { at: this.passedAt + ARRIVAL_ALLOWANCE_MS };
		this.counted.push(request);
		return () => {
			request.at = Math.min(request.at, this.clock.now());
		};
	}
}
