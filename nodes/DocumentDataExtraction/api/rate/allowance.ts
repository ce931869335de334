const MINUTE_MS = 60_000;

/** What is left of the requests a minute after a refusal. */
const LEFT_BY_REFUSAL = 0.85;

/** What comes back in a minute without one, as a part of what the service allows. */
const BACK_PER_MINUTE = 0.2;

/**
 * How many requests a minute a gate lets pass: as many as the service allows, and no fewer, until the service refuses one. Then others use
 * the key as well, such as further processes of n8n, and it lets fewer pass, spaced, and by and by more again.
 */
export class Allowance {
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

	/** How far apart two requests have to be, in milliseconds. */
	spacingMs(now: number): number {
		const allowed = this.at(now);
		return this.cut ? MINUTE_MS / allowed : 0;
	}
}
