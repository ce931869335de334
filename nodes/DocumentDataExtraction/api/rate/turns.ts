/** A caller who went without a turn is remembered this long: longer than an hourly poll takes to come back. */
const REMEMBERED_MS = 2 * 60 * 60_000;

const MOST_REMEMBERED = 1000;

/** Polls and executions take turns. The editor gives way to both, because its user can try again. */
export type Origin = 'execution' | 'poll' | 'editor';

/** Somebody who asks for a turn. */
export interface Caller {
	readonly from: Origin;
	/** By what a caller who comes again and again is known. */
	readonly name: string | undefined;
	/** When they came. */
	readonly at: number;
}

/**
 * Decides whose turn it is: first come, first served. A caller who went without the last time comes before those who did not, and
 * polls and executions take turns while both wait.
 */
export class Turns<Waiting extends Caller> {
	private waiting: Waiting[] = [];
	/** Since when somebody has gone without, by name; the oldest first. */
	private readonly without = new Map<string, number>();
	private latest: Origin | undefined;

	get count(): number {
		return this.waiting.length;
	}

	join(caller: Waiting): void {
		this.waiting.push(caller);
	}

	/** @returns whether the caller was still waiting */
	leave(caller: Waiting): boolean {
		const place = this.waiting.indexOf(caller);
		if (place >= 0) this.waiting.splice(place, 1);
		return place >= 0;
	}

	/** The caller who has the next turn. */
	next(): Waiting | undefined {
		const poll = this.first('poll');
		const execution = this.first('execution');
		if (poll && execution) return this.latest === 'poll' ? execution : poll;
		return poll ?? execution ?? this.first('editor');
	}

	/** Notes that the caller has had a turn. */
	served({ from, name }: Caller): void {
		this.latest = from;
		if (name !== undefined) this.without.delete(name);
	}

	/** Notes that the caller goes without. */
	wentWithout({ name, at }: Caller): void {
		if (name === undefined || this.without.has(name)) return;
		this.without.set(name, at);
		this.forget(at);
	}

	/** Counts those who have gone without for longer than the caller. */
	before(caller: Caller): number {
		this.forget(caller.at);
		const since = this.since(caller);
		return [...this.without.values()].filter((other) => other < since).length;
	}

	private forget(now: number): void {
		for (const [oldest, since] of this.without) {
			if (this.without.size <= MOST_REMEMBERED && since > now - REMEMBERED_MS) return;
			this.without.delete(oldest);
		}
	}

	private since({ name, at }: Caller): number {
		return (name === undefined ? undefined : this.without.get(name)) ?? at;
	}

	private first(from: Origin): Waiting | undefined {
		let first: Waiting | undefined;
		for (const each of this.waiting)
			if (each.from === from && (!first || this.since(each) < this.since(first))) first = each;
		return first;
	}
}
