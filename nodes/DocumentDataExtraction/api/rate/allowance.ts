import { MINUTE_MS } from '../../shared/time';

/** A refusal leaves this part of the requests a minute. */
const LEFT_BY_REFUSAL = 0.85;

/** A minute without a refusal restores this part of the service's limit. */
const BACK_PER_MINUTE = 0.2;

/**
 * Says how many requests a minute a gate lets pass: all that the service allows, until the service refuses one. A refusal means that
 * others use the key too, such as further processes of n8n. From then on fewer pass, at equal distances, and slowly more again.
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

	/** The distance that two requests have to keep, in milliseconds. */
	spacingMs(now: number): number {
		const allowed = this.at(now);
		return this.cut ? MINUTE_MS / allowed : 0;
	}
}
