/** More than anybody has at hand. */
const REMEMBERED = 2000;

/** What may be taken once, such as a page that is sent: the newest only, and each for as long as whoever asks cares. */
export class Taken {
	private readonly times = new Map<string, number>();

	/** @param withinMs how long it stays taken @param now in milliseconds since the epoch */
	has(id: string, withinMs = Infinity, now = Date.now()): boolean {
		const at = this.times.get(id);
		return at !== undefined && Math.abs(now - at) <= withinMs;
	}

	/** @returns whether nobody has taken it */
	take(id: string, withinMs = Infinity, now = Date.now()): boolean {
		if (this.has(id, withinMs, now)) return false;
		this.times.delete(id);
		this.times.set(id, now);
		const [oldest] = this.times.keys();
		if (this.times.size > REMEMBERED && oldest !== undefined) this.times.delete(oldest);
		return true;
	}
}

/** What has happened once on the pages of this process: answers were sent, and executions went on. */
export const takenOnPages = new Taken();
