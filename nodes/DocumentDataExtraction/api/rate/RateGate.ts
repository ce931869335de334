import { Line } from '../../shared/Line';
import { HOUR_MS, MINUTE_MS } from '../../shared/time';

/** A refusal leaves this part of the requests a minute. */
const LEFT_BY_REFUSAL = 0.85;

/** A minute without a refusal restores this part of the service's limit. */
const BACK_PER_MINUTE = 0.2;

/** Those who wait look for room at least this often. */
const LOOK_MS = 1000;

/** The gate assumes that a request reaches the service within this time, however late the response comes. */
const ARRIVAL_ALLOWANCE_MS = 2000;

/**
 * n8n begins all polls of a minute in the same order. Once one of them was turned away, each waits for up to this time first, so that it
 * is not the same ones that come too late each time.
 */
const JITTER_MS = 1000;

/** For so long after a poll was turned away: an hourly poll has come back by then. */
const JITTER_FOR_MS = 2 * HOUR_MS;

/** After a poll was turned away, others leave half of the requests to polls for this long. */
const HALF_FOR_MS = 2 * MINUTE_MS;

export interface GateClock {
	now(): number;
	/** Rejects when the signal aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface CountedRequests {
	/** When the service counts the request at the latest. */
	at: number;
	isPoll: boolean;
}

/** When the minute has room for one more request. */
const untilRoom = (counted: CountedRequests[], most: number): number =>
	counted.length < most ? 0 : Math.min(...counted.map(({ at }) => at)) + MINUTE_MS;

/** Call it as soon as the response is there. */
type Leave = () => void;

export interface Visit {
	signal?: AbortSignal;
	/** How long to wait for the turn at most, in milliseconds. */
	longestMs?: number;
	/** Whether a poll of a trigger asks. */
	isPoll?: boolean;
}

/**
 * Keeps one class of endpoints within its requests a minute, for everybody who shares the gate. It lets pass all that the service allows,
 * and does not pace requests, until the service refuses one. A refusal means that others use the key too, such as further processes of
 * n8n. From then on fewer pass, at equal distances, and slowly more again.
 *
 * A request's minute starts at its response (the service counted it earlier), so network delay cannot push more requests than the limit
 * into the service's own window.
 */
export class RateGate extends Line<Visit, Leave> {
	private counted: CountedRequests[] = [];
	private pausedUntil = 0;
	private cut: { to: number; at: number } | undefined;
	private passedAt = -Infinity;
	private wasPoll = false;
	/** When a poll was last turned away. */
	private turnedAwayAt = -Infinity;

	constructor(
		private readonly perMinute: number,
		private readonly clock: GateClock,
	) {
		super();
	}

	/**
	 * Waits for the caller's turn.
	 *
	 * @returns undefined when the turn does not come in time
	 */
	override async enter(visit: Visit = {}): Promise<Leave | undefined> {
		const { signal, longestMs = Infinity, isPoll } = visit;
		signal?.throwIfAborted();
		const end = this.clock.now() + longestMs;
		if (isPoll && this.hasTurnedAway(JITTER_FOR_MS))
			await this.clock.sleep(Math.random() * Math.min(JITTER_MS, longestMs), signal);
		const wait = this.waitMs(visit);
		// However little time is left, a request passes if there is room at once.
		if (wait === 0 && this.waiting.length === 0) return this.admit(visit);
		const comesInTime = wait <= Math.max(0, end - this.clock.now());
		const leave = comesInTime ? await this.turnOf(visit, end) : undefined;
		if (!leave && isPoll) this.turnedAwayAt = this.clock.now();
		return leave;
	}

	private hasTurnedAway(withinMs: number): boolean {
		return this.clock.now() - this.turnedAwayAt < withinMs;
	}

	/** Waits in the line, and looks for room when it is due, or sooner: a response makes it come sooner. */
	private async turnOf(visit: Visit, end: number): Promise<Leave | undefined> {
		const over = new AbortController();
		const turn = super.enter(visit, visit.signal).finally(() => over.abort());
		const look = async (): Promise<void> => {
			while (!over.signal.aborted) {
				this.moveOn();
				const leftMs = Math.max(0, end - this.clock.now());
				if (leftMs === 0) this.turnAway((other) => other === visit);
				await this.clock.sleep(Math.min(leftMs, this.waitMs(visit), LOOK_MS), over.signal);
			}
		};
		look().catch(() => undefined);
		return await turn;
	}

	/** Polls and others take turns while both can pass. */
	protected override next() {
		return [!this.wasPoll, this.wasPoll]
			.flatMap((isPoll) => this.waiting.find(({ wanted }) => (wanted.isPoll ?? false) === isPoll) ?? [])
			.sort((a, b) => this.waitMs(a.wanted) - this.waitMs(b.wanted))[0];
	}

	protected fits(visit: Visit): boolean {
		return this.waitMs(visit) === 0;
	}

	protected admit({ isPoll = false }: Visit): Leave {
		this.wasPoll = isPoll;
		this.passedAt = this.clock.now();
		const request: CountedRequests = { at: this.passedAt + ARRIVAL_ALLOWANCE_MS, isPoll };
		this.counted.push(request);
		return () => {
			request.at = Math.min(request.at, this.clock.now());
		};
	}

	/** Closes the gate for the given time, because the service refused a request. */
	pause(ms: number): void {
		const now = this.clock.now();
		// Requests that were under way together are refused together. That counts once.
		if (now >= this.pausedUntil)
			this.cut = { to: Math.max(1, this.allowed(now) * LEFT_BY_REFUSAL), at: now + ms };
		this.pausedUntil = Math.max(this.pausedUntil, now + ms);
	}

	/** Milliseconds until a request could pass, 0 when it can pass at once. */
	waitMs({ isPoll }: Visit = {}): number {
		const now = this.clock.now();
		const allowed = this.allowed(now);
		const hasAll = isPoll || !this.hasTurnedAway(HALF_FOR_MS);
		const most = hasAll ? allowed : Math.ceil(allowed / 2);
		// Counting again costs time, so it is done only if the room may be used up.
		if (this.counted.length >= most) this.counted = this.counted.filter(({ at }) => at + MINUTE_MS > now);
		const others = hasAll ? [] : this.counted.filter((request) => !request.isPoll);
		const fullUntil = Math.max(untilRoom(this.counted, allowed), untilRoom(others, most));
		const spacedUntil = this.cut ? this.passedAt + MINUTE_MS / allowed : 0;
		return Math.max(0, this.pausedUntil - now, fullUntil - now, spacedUntil - now);
	}

	/** How many requests may pass in a minute. */
	private allowed(now: number): number {
		if (!this.cut) return this.perMinute;
		const back = (Math.max(0, now - this.cut.at) / MINUTE_MS) * this.perMinute * BACK_PER_MINUTE;
		const allowed = Math.floor(this.cut.to + back);
		if (allowed >= this.perMinute) this.cut = undefined;
		return Math.min(allowed, this.perMinute);
	}
}
