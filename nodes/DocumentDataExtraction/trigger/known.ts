import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import {
	BYTES,
	isEnd,
	leastBytes,
	questionKeys,
	seenKey,
	UNREADABLE_KEY,
	WAITING,
	type EventKind,
	type Open,
	type OpenQuestion,
	type TriggerLimits,
	type TriggerState,
} from './state';

/** An entry of the service's list, as far as a poll reads it. */
export interface Listed {
	id: string;
	status: string;
	/** `created_at` in milliseconds of the service's clock. */
	createdAt: number;
	/** Whether the filters let it through; undefined if the entry lacks what they ask for. */
	passes: boolean | undefined;
	/** The entry as the service sent it. The event carries it. */
	item: ListedExtraction;
}

export interface Page {
	items: Listed[];
	isLast: boolean;
	next?: string;
	/** Whether it has entries that cannot be read, and which `items` lacks. */
	hasUnreadable: boolean;
	/** The local time at which it had come, and the time at the service, if that says it. */
	receivedMs: number;
	serviceMs: number | undefined;
}

export type StatusAnswer =
	| { kind: 'status'; status: string; questions: readonly OpenQuestion[]; response: ExtractionStatus }
	/** The service does not know it, or it could not be read. */
	| { kind: 'missing' | 'unavailable'; reason: unknown };

export interface PollOptions {
	/** Fingerprint of base URL, credential and scope. Another one means another account: the trigger starts anew. */
	account: string;
	/** Fingerprint of the filters; empty without any. */
	filter: string;
	wanted: ReadonlySet<EventKind>;
	limits: TriggerLimits;
	/** The local time. Only compared with that of other polls; never with a time of the service. */
	nowMs: number;
	/** The local time at which the trigger began, if it could not look then. */
	activatedMs?: number;
}

/** After this many misses in a row the list is asked, for one may mean that a server does not know a new extraction yet. */
export const MISSES = 2;

/** There is an end for each so many bytes of the state. Of more, the newest are found again when the scan has come there. */
const BYTES_PER_END = 150;

export const newestOf = (items: readonly Listed[]): number =>
	items.reduce((newest, { createdAt }) => Math.max(newest, createdAt), -Infinity);
export const oldestOf = (items: readonly Listed[]): number =>
	items.reduce((oldest, { createdAt }) => Math.min(oldest, createdAt), Infinity);

/** The state of a trigger, and how it takes in what lists and statuses say. It asks nothing. */
export class Known {
	/** Whether something was left for lack of room. */
	isFull = false;
	/** Keys of the open questions, by extraction, that a status of this poll has shown. */
	readonly questions = new Map<string, string[]>();
	/** The time of the activation, by the service's clock. What was created since then is announced. */
	private activation = Infinity;
	/** The service's time of the activation, or that of the first look. */
	private begunAt = Infinity;
	private bytes = 0;
	private hasTurned = false;

	constructor(
		readonly state: TriggerState,
		private readonly options: PollOptions,
	) {
		if (state.filter !== options.filter) for (const open of state.open.values()) delete open.passes;
		state.filter = options.filter;
	}

	// The list, from the oldest on.

	/** A part of the list did not fit. What was read of it, its newest, says how much does. */
	narrow(items: readonly Listed[], to: number | undefined): void {
		const { state } = this;
		const times = items.map(({ createdAt }) => createdAt).sort((a, b) => b - a);
		const oldest = oldestOf(items);
		// The newest part grows until the scan comes to it. Of another, the oldest millisecond may have more than was read.
		const fits = to === undefined ? times.slice(0, times.length / 2) : times.filter((time) => time > oldest);
		const end = Math.max(state.at + 1, Math.min(fits.at(-1) ?? oldest, (to ?? Infinity) - 1));
		const most = Math.ceil(this.options.limits.stateBytes / BYTES_PER_END);
		const known = state.ends.length < most ? state.ends : state.ends.filter((each) => each > state.at);
		state.ends = [...new Set([...known, end])].sort((a, b) => a - b).slice(0, most);
	}

	/**
	 * Takes in all that was created from `at` to `to`, the oldest first, as far as there is room.
	 *
	 * @returns whether there was room for all
	 */
	settle(items: readonly Listed[], to: number, serviceMs: number | undefined): boolean {
		const { state } = this;
		this.bytes = leastBytes(state);
		const { from } = state;
		let left: number | undefined;
		for (const listed of [...items].sort((a, b) => a.createdAt - b.createdAt)) {
			// What is settled is no longer remembered, and what comes after something left waits with it.
			const isDue = listed.createdAt >= from && left === undefined;
			if ((isDue || state.open.has(listed.id)) && !this.takeIn(listed)) left = listed.createdAt;
		}
		// What has been read so long after its creation is all that there is.
		if (state.from >= state.at)
			state.from = Math.max(state.from, Math.min(left ?? to, this.startOfOverlap(serviceMs)));
		for (const [key, createdAt] of state.seen) if (createdAt < state.from) state.seen.delete(key);
		if (left !== undefined) return false;
		// What fills less than half a page is read with what comes after it.
		const isSmall = items.length < this.options.limits.pageSize / 2;
		state.ends = state.ends.filter((end) => end > state.from && !(end === to && isSmall));
		// At the end, what may still appear late is read again.
		state.at = to < Infinity ? Math.max(to, state.from) : state.from;
		return true;
	}

	/** There is no room. The next poll begins again with what may still appear late: once it cannot, it is forgotten, which makes room. */
	startAgain(): void {
		this.isFull = true;
		this.state.at = this.state.from;
	}

	noteNewest({ items, serviceMs }: Page): void {
		const { state } = this;
		const createdAt = newestOf(items);
		if (createdAt > (state.newest?.createdAt ?? -Infinity)) state.newest = { createdAt, seenAt: serviceMs };
	}

	/**
	 * From when on extractions may still appear late: `overlapMs` before the newest listed one and the time that has passed since it was seen, or
	 * before the service's own time if that is earlier: `created_at` may be ahead of it, or behind.
	 */
	private startOfOverlap(serviceMs: number | undefined): number {
		const { newest } = this.state;
		const { overlapMs } = this.options.limits;
		if (!newest) return -Infinity;
		const { createdAt, seenAt } = newest;
		const passedMs = Math.max(0, (serviceMs ?? 0) - (seenAt ?? Infinity));
		return Math.min(createdAt + Math.min(passedMs - overlapMs, 1), (serviceMs ?? Infinity) - overlapMs);
	}

	/** Takes in a listed extraction. @returns whether there is room for it */
	private takeIn(listed: Listed): boolean {
		const { open, seen } = this.state;
		const { id, createdAt } = listed;
		const known = open.get(id);
		if (known) this.see(known, listed);
		if (known || seen.has(seenKey(id))) return true;
		const found = this.discovered(listed);
		const bytes = this.bytes + (found ? BYTES.open(id) : BYTES.seen);
		if (bytes > this.options.limits.stateBytes) return false;
		this.bytes = bytes;
		if (found) open.set(id, found);
		else seen.set(seenKey(id), createdAt);
		return true;
	}

	/** A listed extraction that is not known yet: undefined if there is nothing to announce of it. */
	private discovered(listed: Listed): Open | undefined {
		const { status, createdAt, passes } = listed;
		const isSilent = createdAt < this.state.silentBefore;
		if (isEnd(status) && (isSilent || passes === false || !this.options.wanted.has(status))) return undefined;
		const open: Open = { createdAt };
		this.see(open, listed);
		if (isSilent && open.waiting) open.silent = true;
		return open;
	}

	// What the trigger finds when it begins.

	/** The first page that a trigger reads says from when on it counts. The local clock never does. */
	begin(page: Page): void {
		const { state, options } = this;
		const { items, serviceMs, receivedMs } = page;
		const { activatedMs, limits } = options;
		// Where nothing is listed, the scan begins with whatever will be: `created_at` may be hours behind the service's own time.
		const newest = newestOf(items);
		if (activatedMs !== undefined && serviceMs !== undefined)
			this.activation = serviceMs - (receivedMs - activatedMs);
		// The service counts its time in seconds.
		this.begunAt = Math.min(this.activation, (serviceMs ?? Infinity) + 1_000);
		const overlapBegins = (serviceMs ?? newest) - limits.overlapMs;
		state.silentBefore = Math.max(0, Math.min(overlapBegins, this.activation));
		state.from = state.at = Math.max(0, Math.min(newest - limits.overlapMs, state.silentBefore));
		this.noteNewest(page);
	}

	/**
	 * Takes in a page that is read for what is open. At the first poll, what has ended is only remembered, as long as the scan can bring it.
	 */
	survey(items: readonly Listed[], isFirst: boolean): void {
		const { state } = this;
		this.bytes = leastBytes(state);
		for (const listed of items) {
			const { id, status, createdAt } = listed;
			const isBefore = isFirst && createdAt < this.activation;
			if (!isEnd(status) || state.open.has(id)) {
				if (!this.takeIn(listed)) this.isFull = true;
				const open = state.open.get(id);
				if (isBefore && open?.waiting) open.silent = true;
			} else if (isBefore && createdAt >= state.from) this.remember(listed);
		}
	}

	/** Notes that an extraction had ended before the trigger began. */
	private remember({ id, createdAt }: Listed): void {
		const { seen } = this.state;
		if (!seen.has(seenKey(id))) this.bytes += BYTES.seen;
		if (this.bytes <= this.options.limits.stateBytes) seen.set(seenKey(id), createdAt);
		else this.silence(createdAt);
	}

	/** What was created by then, and had ended when first seen, may have ended before the trigger began. */
	silence(createdAt: number): void {
		const { state } = this;
		state.silentBefore = Math.min(Math.max(state.silentBefore, createdAt + 1), this.begunAt);
	}

	// What is open.

	/** Takes in what a list says of an extraction that is open, as a look at it. */
	look(listed: Listed): void {
		const open = this.state.open.get(listed.id);
		if (!open) return;
		this.see(open, listed);
		open.checked = this.turn();
	}

	/** Takes in what a list says of an open extraction. */
	private see(open: Open, { id, status, passes = open.passes }: Listed): void {
		this.observe(id, open, status);
		open.passes = passes;
	}

	/** Only polls that look after open extractions count. */
	private turn(): number {
		if (!this.hasTurned) this.state.turn += 1;
		this.hasTurned = true;
		return this.state.turn;
	}

	/** Takes in what a list or a status says. An end is final, whatever a list that lags behind brings later. */
	private observe(id: string, open: Open, status: string): void {
		delete open.missed;
		if (open.ended) return;
		if (isEnd(status)) {
			open.ended = status;
			for (const field of ['waiting', 'silent', 'asked', 'answered', 'tries'] as const) delete open[field];
		} else if (status === WAITING) {
			// A round that has just begun comes before those that are known.
			if (!open.waiting) delete open.checked;
			open.waiting = true;
		} else {
			delete open.waiting;
			delete open.silent;
			this.questions.delete(id);
		}
	}

	/** Takes in the answer to a status request. @param isGone neither the status nor the list knows the extraction */
	take(id: string, answer: StatusAnswer, isGone: boolean): void {
		const { state } = this;
		const open = state.open.get(id);
		if (!open) return;
		open.checked = this.turn();
		if (answer.kind === 'status') {
			if (!open.ended) delete open.tries;
			this.observe(id, open, answer.status);
			if (answer.status === 'processing' && open.asked) open.answered = true;
			if (!open.waiting) return;
			const keys = questionKeys(answer.questions);
			if (open.answered) delete open.asked;
			delete open.answered;
			open.asked = open.silent ? keys : open.asked?.filter((key) => key !== UNREADABLE_KEY);
			delete open.silent;
			this.questions.set(id, keys);
			return;
		}
		// Its end was seen and is still to be announced.
		if (open.ended) return;
		open.tries = (open.tries ?? 0) + 1;
		// Until it can be read, a new round may have begun.
		delete open.silent;
		if (answer.kind === 'missing') open.missed = Math.min((open.missed ?? 0) + 1, MISSES);
		if (isGone) state.open.delete(id);
	}

	// What has been announced.

	/** Notes that questions have been announced. Those that are open are never dropped, or they would be announced again. */
	noteAsked(id: string, open: Open, announced: readonly string[]): void {
		const now = [...new Set([...(this.questions.get(id) ?? []), ...announced])];
		const before = (open.asked ?? []).filter((key) => !now.includes(key));
		open.asked = [...now, ...before.slice(0, this.options.limits.questionsRemembered)];
	}

	/** Marks an extraction as dealt with. It stays known as long as a list can bring it. */
	conclude(id: string): void {
		const { open, seen, from } = this.state;
		const { createdAt = 0 } = open.get(id) ?? {};
		open.delete(id);
		if (createdAt >= from) seen.set(seenKey(id), createdAt);
	}
}
