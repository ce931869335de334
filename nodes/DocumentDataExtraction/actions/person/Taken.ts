/** The latest ones only: more than anybody has at hand. */
const REMEMBERED = 2000;

/** Remembers what was taken, such as a page that somebody has sent, so that it is taken once. */
export class Taken {
	private readonly times = new Map<string, number>();

	/** @param withinMs how long it stays taken @param now in milliseconds since the epoch @returns whether nobody has taken it */
	take(id: string, withinMs = Infinity, now = Date.now()): boolean {
		const at = this.times.get(id);
		if (at !== undefined && Math.abs(now - at) <= withinMs) return false;
		this.times.delete(id);
		this.times.set(id, now);
		const [oldest] = this.times.keys();
		if (this.times.size > REMEMBERED && oldest !== undefined) this.times.delete(oldest);
		return true;
	}
}

/** What has happened once on the pages of this process: answers were sent, and executions went on. */
export const takenOnPages = new Taken();
