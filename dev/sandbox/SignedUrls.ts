import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from './Clock';

/** URLs that carry their own authorisation: an expiry, a generation and a signature over both and the path. */
export class SignedUrls {
	/** Set when the server listens, for example `http://127.0.0.1:4010`. */
	origin = '';
	private readonly secret = randomBytes(32).toString('hex');
	private generation = 1;

	constructor(private readonly clock: Clock) {}

	/** A URL for `path`, valid for `ttlMs` of clock time. */
	sign(path: string, ttlMs: number): string {
		const expires = this.clock.now() + ttlMs;
		return `${this.origin}${path}?expires=${expires}&generation=${this.generation}&signature=${this.digest(path, expires, this.generation)}`;
	}

	/** Judges a request to `path` by its query. */
	verify(path: string, query: Record<string, unknown>): 'valid' | 'expired' | 'forged' {
		const [expires, generation] = [Number(query.expires), Number(query.generation)];
		const expected = Buffer.from(this.digest(path, expires, generation));
		const given = Buffer.from(String(query.signature));
		if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
		return expires <= this.clock.now() || generation < this.generation ? 'expired' : 'valid';
	}

	/** Makes every URL issued so far answer as expired. */
	expireAll(): void {
		this.generation += 1;
	}

	private digest(path: string, expires: number, generation: number): string {
		return hash('sha256', `${this.secret}\n${path}\n${expires}\n${generation}`);
	}
}
