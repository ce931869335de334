import { SECOND } from '../clock';

/** The contract's classes of endpoints that a trigger uses, with their requests a minute. */
export const CLASSES = { list: 60, status: 120, details: 60, results: 60, output: 30 } as const;
export type RequestClass = keyof typeof CLASSES;

export type Trouble = 'internalError' | 'unavailable' | 'proxyPage' | 'reset' | 'forbidden';

/** How the service and the way to it are just now. */
export class Weather {
	/** How long an answer takes, in milliseconds. */
	latency: Record<RequestClass, number> = { list: 50, status: 50, details: 50, results: 50, output: 50 };
	/** The part of that time that passes before the service looks: early, its answer is old on arrival. */
	looksAfter = 0.1;
	/** All requests fail until then. */
	troubleUntil = 0;
	trouble: Trouble = 'unavailable';
	/** Until when a class is refused with 429. */
	limitedUntil: Partial<Record<RequestClass, number>> = {};
	/** Until when requests go at an even pace: for five minutes after a pause that a 429 asked for. */
	pacedUntil = -Infinity;
	/** So many of the next answers are cut off, or never come. */
	toCut = 0;
	toStall = 0;
	/** Every other page of a list, the first one with them, is empty and has more. */
	hasEmptyPages = false;
	/** Lists with such a parameter fail. */
	failsWith: 'cursor' | 'created_before' | 'status' | undefined;
	private sent: Record<RequestClass, number[]> = {
		list: [],
		status: [],
		details: [],
		results: [],
		output: [],
	};

	/** Seconds that a 429 asks to wait; undefined while there is room in the class. */
	refusal(kind: RequestClass, now: number): number | undefined {
		const until = this.limitedUntil[kind] ?? 0;
		if (until > now) return Math.ceil((until - now) / SECOND);
		const times = (this.sent[kind] = this.sent[kind].filter((at) => at > now - 60 * SECOND));
		if (times.length >= CLASSES[kind]) return Math.ceil((times[0]! + 60 * SECOND - now) / SECOND);
		times.push(now);
		return undefined;
	}

	/** Others with the same key make so many requests at once. */
	crowd(kind: RequestClass, count: number, now: number): void {
		for (let i = 0; i < count; i++) this.refusal(kind, now);
	}

	/** How long this answer takes. */
	latencyOf(kind: RequestClass, _id: string): number {
		return this.latency[kind];
	}

	slow(latencyMs: number, kinds: readonly RequestClass[] = Object.keys(CLASSES) as RequestClass[]): void {
		for (const kind of kinds) this.latency[kind] = latencyMs;
	}

	/** Nothing is wrong any more. `latency` stays as it is. */
	clear(): void {
		this.troubleUntil = this.toCut = this.toStall = 0;
		this.limitedUntil = {};
		this.looksAfter = 0.1;
		this.hasEmptyPages = false;
		this.failsWith = undefined;
	}
}
