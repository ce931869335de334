import { steadyNow } from '../../shared/time';

/** Times in milliseconds, speeds in bytes per second. */
interface LineSettings {
	/** No transfer gets less, because a slow start does not mean a dead line. */
	shortestTimeoutMs: number;
	/** The assumed speed of a line as long as nothing was measured: 2/3 Mbit/s, which gives a part of 8 MiB five minutes. */
	guessedSpeed: number;
	/** Timeouts alone make no line slower than this. */
	slowestSpeed: number;
	/** Timeouts alone give no transfer more than this: a part of 8 MiB needs eleven minutes at 0.1 Mbit/s. */
	longestTimeoutMs: number;
	/** A transfer of this size or less gets the shortest timeout as long as nothing was measured: at 0.1 Mbit/s it needs half of that. In bytes. */
	smallBytes: number;
	/** The line is given up once timeouts in a row have taken this time. Each counts for `timeoutCountsMs` at most, because a slow line needs some. */
	patienceMs: number;
	timeoutCountsMs: number;
	/** It is also given up if nothing came over it for this time, in three tries or more. */
	deadAfterMs: number;
}

const USUAL_LINE: LineSettings = {
	shortestTimeoutMs: 45_000,
	guessedSpeed: 84_000,
	slowestSpeed: 5_000,
	longestTimeoutMs: 20 * 60_000,
	smallBytes: 300_000,
	patienceMs: 2.5 * 60_000,
	timeoutCountsMs: 30_000,
	deadAfterMs: 30 * 60_000,
};

/** A transfer may take this many times as long as the speed of the line promises. */
const MARGIN = 3;

/** The time of a smaller transfer depends on other things than the speed of the line. It only shows that the line is not slower. */
const TELLING_BYTES = 256 * 1024;

/** Fewer timeouts in a row say nothing, however long they took. */
const LEAST_TIMEOUTS = 3;

/** An empty line forgets its timeouts when this time has passed since the latest one. */
const FORGOTTEN_AFTER_MS = 60_000;

/** A transfer whose turn has come. */
interface Turn {
	timeoutMs: number;
	/** How long the transfer should take; 0 if the speed is unknown. */
	promisedMs: number;
	/** Call it when the first byte is about to be sent. */
	begin(): void;
	arrived(): void;
	/** @returns whether the line is to be given up */
	timedOut(): boolean;
	/** Call it in the end, whether the transfer succeeded or not. */
	leave(): void;
}

interface WaitingTransfer {
	bytes: number;
	enter(): void;
	giveUp(): void;
}

/**
 * The way to a service, with all uploads that share it: how fast it is, how much may be on it at once, and how long a transfer may
 * take. n8n's HTTP client shows no progress and counts a timeout in total, so the only measure is how long whole transfers take.
 *
 * On a line that is known to be slow there is as much at once as arrives within the shortest timeout, or a single transfer, which
 * then has the line for itself. So a timeout leads to fewer transfers with more time each, and success to more again.
 */
export class UploadLine {
	/** Undefined while nothing is known: then the number of transfers is not bounded here. */
	private speed: number | undefined;
	/** The speed that transfers that arrived have shown. */
	private measured: number | undefined;
	private bytesUnderWay = 0;
	private transfers = 0;
	private waiting: WaitingTransfer[] = [];
	/** Counts timeouts. A transfer that began before the latest one says nothing new if it times out as well. */
	private round = 0;
	private timeoutsInARow = 0;
	private spentMs = 0;
	private silentSince: number | undefined;
	private latestTimeout = 0;

	constructor(
		private readonly now: () => number,
		private readonly settings: LineSettings = USUAL_LINE,
	) {}

	/** How many transfers wait for their turn. */
	get queued(): number {
		return this.waiting.length;
	}

	/** Waits for the turn of a transfer. @returns undefined when the line is given up meanwhile; throws the signal's reason */
	async enter(bytes: number, signal?: AbortSignal): Promise<Turn | undefined> {
		signal?.throwIfAborted();
		if (this.transfers === 0 && this.now() - this.latestTimeout > FORGOTTEN_AFTER_MS) this.forgetTimeouts();
		if (this.waiting.length === 0 && this.hasRoom(bytes)) return this.admit(bytes);
		return await new Promise<Turn | undefined>((resolve, reject) => {
			const leaveQueue = (): void => {
				this.waiting = this.waiting.filter((other) => other !== place);
				signal?.removeEventListener('abort', stop);
			};
			const stop = (): void => {
				leaveQueue();
				reject(signal?.reason as Error);
				this.admitWaiting();
			};
			const place: WaitingTransfer = {
				bytes,
				enter: () => {
					leaveQueue();
					resolve(this.admit(bytes));
				},
				giveUp: () => {
					leaveQueue();
					resolve(undefined);
				},
			};
			this.waiting.push(place);
			signal?.addEventListener('abort', stop, { once: true });
		});
	}

	private hasRoom(bytes: number): boolean {
		if (this.transfers === 0 || this.speed === undefined) return true;
		return this.timeMs(this.bytesUnderWay + bytes, this.speed) * MARGIN <= this.settings.shortestTimeoutMs;
	}

	private admit(bytes: number): Turn {
		this.transfers++;
		this.bytesUnderWay += bytes;
		const round = this.round;
		let begunAt = this.now();
		let bytesAtOnce = this.bytesUnderWay;
		/** Bytes per second of the whole line, from how much was on it while this transfer took its time. */
		const seen = (): number =>
			((bytesAtOnce + this.bytesUnderWay) / 2 / Math.max(1, this.now() - begunAt)) * 1000;
		let left = false;
		return {
			timeoutMs: this.timeoutFor(bytes),
			promisedMs: this.speed === undefined ? 0 : this.timeMs(bytes, this.speed),
			begin: () => {
				begunAt = this.now();
				bytesAtOnce = this.bytesUnderWay;
			},
			arrived: () => this.measure(bytes, seen()),
			timedOut: () => this.slowDown(round, begunAt, seen()),
			leave: () => {
				if (left) return;
				left = true;
				this.transfers--;
				this.bytesUnderWay -= bytes;
				this.admitWaiting();
			},
		};
	}

	private admitWaiting(): void {
		for (let next = this.waiting[0]; next && this.hasRoom(next.bytes); next = this.waiting[0]) next.enter();
	}

	private measure(bytes: number, seen: number): void {
		this.forgetTimeouts();
		if (bytes >= TELLING_BYTES) this.speed = this.speed === undefined ? seen : (this.speed + seen) / 2;
		else if (this.speed !== undefined) this.speed = Math.max(this.speed, seen);
		this.measured = this.speed;
	}

	private slowDown(round: number, begunAt: number, seen: number): boolean {
		if (round !== this.round) return false;
		this.round++;
		const sinceLatest = this.now() - this.latestTimeout;
		if (this.timeoutsInARow++ > 0) this.spentMs += Math.min(sinceLatest, this.settings.timeoutCountsMs);
		this.silentSince ??= begunAt;
		this.latestTimeout = this.now();
		const slowest = Math.min(this.settings.slowestSpeed, this.speed ?? Infinity);
		// The line is slower than the speed that would have carried all of it. Nobody knows by how much.
		this.speed = Math.max(slowest, Math.min(this.speed ?? Infinity, seen) / 2);
		const isSilent = this.now() - this.silentSince >= this.settings.deadAfterMs;
		const isDead = this.spentMs >= this.settings.patienceMs || isSilent;
		if (!isDead || this.timeoutsInARow < LEAST_TIMEOUTS) return false;
		for (const place of this.waiting) place.giveUp();
		return true;
	}

	private timeoutFor(bytes: number): number {
		const { shortestTimeoutMs, longestTimeoutMs, smallBytes, guessedSpeed } = this.settings;
		const wanted = MARGIN * this.timeMs(bytes, this.speed ?? guessedSpeed);
		const bound = bytes <= smallBytes ? shortestTimeoutMs : longestTimeoutMs;
		const proven = this.measured === undefined ? 0 : MARGIN * this.timeMs(bytes, this.measured);
		return Math.ceil(Math.max(shortestTimeoutMs, Math.min(wanted, Math.max(bound, proven))));
	}

	private forgetTimeouts(): void {
		this.timeoutsInARow = 0;
		this.spentMs = 0;
		this.silentSince = undefined;
	}

	private timeMs(bytes: number, speed: number): number {
		return (bytes / speed) * 1000;
	}
}

/**
 * The lines to the services, by base URL. All runs of the process share them, because they share the uplink. Otherwise transfers that
 * know nothing of each other would divide a slow line, and each run would have to measure it again.
 */
export const uploadLines = new Map<string, UploadLine>();

/** The line to a service. The first caller creates it. */
export function uploadLine(baseUrl: string): UploadLine {
	const line = uploadLines.get(baseUrl) ?? new UploadLine(steadyNow);
	uploadLines.set(baseUrl, line);
	return line;
}
