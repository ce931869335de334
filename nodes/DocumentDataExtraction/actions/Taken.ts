/** More than anybody has at hand. */
const REMEMBERED = 2000;

/** What may be taken once, such as a page that is sent. Kept while this process runs: the newest only, and each for at most so long. */
export class Taken {
	private readonly times = new Map<string, number>();

	/** @param keptMs in milliseconds */
	constructor(private readonly keptMs = Infinity) {}

	/** @param now in milliseconds since the epoch */
	has(id: string, now = Date.now()): boolean {
		const at = this.times.get(id);
		return at !== undefined && Math.abs(now - at) <= this.keptMs;
	}

	/** @returns whether nobody has taken it */
	take(id: string, now = Date.now()): boolean {
		if (this.has(id, now)) return false;
		this.times.delete(id);
		this.times.set(id, now);
		const [oldest] = this.times.keys();
		if (this.times.size > REMEMBERED && oldest !== undefined) this.times.delete(oldest);
		return true;
	}

	/** Lets it be taken again. */
	release(id: string): void {
		this.times.delete(id);
	}
}
