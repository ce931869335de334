import type { Clock } from '../Clock';
import { ApiError } from '../errors';
import { RATE_LIMITS, RATE_WINDOW_MS, type RateClass } from '../limits';

/** Sliding windows of a minute per API key and endpoint class. */
export class RateLimits {
	private readonly windows = new Map<string, number[]>();

	constructor(
		private readonly clock: Clock,
		private readonly on: boolean,
	) {}

	/** Counts one request, or throws `RATE_LIMITED` with the seconds until a slot is free. A refused request is not counted. */
	take(keyId: string, rateClass: RateClass): void {
		if (!this.on) return;
		const now = this.clock.now();
		const name = `${keyId} ${rateClass}`;
		let window = this.windows.get(name);
		if (!window) this.windows.set(name, (window = []));
		while (window.length > 0 && window[0]! <= now - RATE_WINDOW_MS) window.shift();
		// Entries from the future are left when a test has moved the clock back.
		while (window.length > 0 && window[window.length - 1]! > now) window.pop();
		if (window.length >= RATE_LIMITS[rateClass]) {
			const seconds = Math.max(1, Math.ceil((window[0]! + RATE_WINDOW_MS - now) / 1000));
			throw new ApiError('RATE_LIMITED', { retry_after_seconds: seconds });
		}
		window.push(now);
	}
}
