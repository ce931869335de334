import { Room } from '../../shared/Line';
import { MINUTE_MS } from '../../shared/time';

/** Times in milliseconds, speeds in bytes per second. */
const USUAL_UPLINK = {
	/** No transfer gets less, because a slow start does not mean a dead line. */
	shortestTimeoutMs: 45_000,
	/** The assumed speed as long as nothing was measured: 2/3 Mbit/s, which gives a part of 8 MiB five minutes. */
	guessedSpeed: 84_000,
	/** Timeouts alone make it no slower than this. So a transfer gets twice the time that it needs at 0.1 Mbit/s. */
	slowestSpeed: 18_750,
	/** The uplink is given up if nothing has arrived for this time. It is also the longest time of a transfer. */
	silentMs: 30 * MINUTE_MS,
	/** Many timeouts in a row tell it sooner: this is the time that they have to take. */
	patienceMs: 2.5 * MINUTE_MS,
};

const MANY_TIMEOUTS = 6;

/** A transfer may take this many times as long as the speed promises. */
const MARGIN = 3;

/** The time of a smaller transfer depends on other things than the speed. It only shows that the uplink is not slower. */
const MEASURED_BYTES = 256 * 1024;

/** An empty uplink forgets its timeouts when this time has passed since the latest one. */
const FORGOTTEN_AFTER_MS = MINUTE_MS;

/** A transfer whose turn has come. */
interface Turn {
	timeoutMs: number;
	/** Call it when the first byte is about to be sent. */
	begin(): void;
	/**
	 * Call it in the end, whether the transfer succeeded or not.
	 *
	 * @returns whether the uplink is to be given up
	 */
	leave(how?: 'arrived' | 'timed out'): boolean;
}

/**
 * The way to a service, with all uploads that share it: how fast it is, how much may be under way at once, and how long a transfer may
 * take. n8n's HTTP client shows no progress and counts a timeout in total, so the only measure is how long whole transfers take.
 *
 * If it is known to be slow, there is as much under way as arrives within the shortest timeout, or a single transfer, which then has it
 * for itself. So a timeout leads to fewer transfers with more time each, and success to more again.
 */
export class Uplink {
	/** Undefined while nothing is known: then the number of transfers is not bounded here. */
	private speed: number | undefined;
	private readonly room = new Room(Infinity);
	private timeoutsInARow = 0;
	private latestTimeout = -Infinity;
	private arrivedAt = -Infinity;
	/** Since when nothing has arrived, if there are timeouts. */
	private silentSince = 0;

	constructor(
		private readonly now: () => number,
		private readonly settings = USUAL_UPLINK,
	) {}

	/** Waits for the turn of a transfer. @returns undefined when the uplink is given up meanwhile; throws the signal's reason */
	async enter(bytes: number, signal?: AbortSignal): Promise<Turn | undefined> {
		if (this.room.bytes === 0 && this.now() - this.latestTimeout > FORGOTTEN_AFTER_MS)
			this.timeoutsInARow = 0;
		const leave = await this.room.enter(bytes, signal);
		return leave && this.turnOf(bytes, leave);
	}

	private turnOf(bytes: number, leave: () => void): Turn {
		const { shortestTimeoutMs, guessedSpeed, silentMs } = this.settings;
		const wantedMs = (MARGIN * 1000 * bytes) / (this.speed ?? guessedSpeed);
		let begunAt = this.now();
		let bytesAtOnce = this.room.bytes;
		return {
			timeoutMs: Math.ceil(Math.min(silentMs, Math.max(shortestTimeoutMs, wantedMs))),
			begin: () => {
				begunAt = this.now();
				bytesAtOnce = this.room.bytes;
			},
			leave: (how) => {
				// The speed of the whole uplink, from how much was under way while this transfer took its time.
				const measured = ((bytesAtOnce + this.room.bytes) / 2 / Math.max(1, this.now() - begunAt)) * 1000;
				if (how === 'arrived') this.arrived(bytes, measured);
				const isDead = how === 'timed out' && this.timedOut(begunAt, measured);
				if (isDead) this.room.turnAway();
				leave();
				return isDead;
			},
		};
	}

	private arrived(bytes: number, measured: number): void {
		this.timeoutsInARow = 0;
		this.arrivedAt = this.now();
		if (bytes >= MEASURED_BYTES)
			this.setSpeed(this.speed === undefined ? measured : (this.speed + measured) / 2);
		else if (this.speed !== undefined) this.setSpeed(Math.max(this.speed, measured));
	}

	/** @returns whether the uplink is dead */
	private timedOut(begunAt: number, measured: number): boolean {
		// Transfers that time out together count as one timeout.
		if (begunAt < this.latestTimeout) return false;
		if (this.timeoutsInARow === 0) this.silentSince = Math.max(begunAt, this.arrivedAt);
		this.timeoutsInARow++;
		this.latestTimeout = this.now();
		// It is slower than the speed that would have carried all of it. Nobody knows by how much.
		const known = this.speed ?? Infinity;
		this.setSpeed(Math.max(Math.min(known, measured) / 2, Math.min(known, this.settings.slowestSpeed)));
		const silentMs = this.now() - this.silentSince;
		const { patienceMs } = this.settings;
		return (
			silentMs >= this.settings.silentMs || (this.timeoutsInARow >= MANY_TIMEOUTS && silentMs >= patienceMs)
		);
	}

	private setSpeed(speed: number): void {
		this.speed = speed;
		this.room.mostBytes = (speed * this.settings.shortestTimeoutMs) / 1000 / MARGIN;
	}
}
