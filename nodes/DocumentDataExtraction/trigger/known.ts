import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import {
	BYTES,
	bytesOf,
	isEnd,
	questionKeys,
	seenKey,
	setKey,
	UNREADABLE_KEY,
	WAITING,
	type EventKind,
	type Open,
	type TriggerLimits,
	type TriggerState,
} from './state';

/** An entry of the service's list, as far as a poll reads it. */
export interface Listed {
	id: string;
	status: string;
	/** `created_at` in milliseconds of the service's clock. */
	createdAt: number;
	/** The entry as the service sent it. The event carries it. */
	item: ListedExtraction;
}

export interface Page {
	items: Listed[];
	isLast: boolean;
	/** The cursor of the next page. */
	next?: string;
	/** Whether it has entries that cannot be read, and which `items` lacks. */
	hasUnreadable: boolean;
	/** The local time at which it had come, and the time at the service, if that says it. */
	receivedMs: number;
	serviceMs: number | undefined;
}

export type StatusAnswer =
	| { kind: 'status'; response: ExtractionStatus }
	/** The service does not know it, or it could not be read. */
	| { kind: 'missing' | 'unavailable'; reason: unknown };

/** Something to announce, and what is already known of its extraction. */
export interface TriggerEvent {
	kind: EventKind;
	id: string;
	createdAt: number;
	/** Failed tries to fetch what belongs to it. */
	tries: number;
	/** Keys of the questions that it announces. */
	questions: string[];
	/** The entry of the list, if this poll listed the extraction in this state. */
	item?: ListedExtraction;
	/** The status, if this poll asked for it. It carries the questions. */
	status?: ExtractionStatus;
	/** Why its questions cannot be read. */
	unreadable?: unknown;
	/** The full record, once it has been read. */
	details?: ExtractionDetails;
}

export interface PollOptions {
	/** Fingerprint of base URL, credential and scope. Another one means another account: the trigger starts anew. */
	account: string;
	wanted: ReadonlySet<EventKind>;
	limits: TriggerLimits;
	/** The local time at which the trigger began, if it could not look then. Only compared with other local times. */
	activatedMs?: number;
}

const FULL =
	'more extractions are open or have just ended than the trigger can remember. The others wait for room, and are announced later.';

/** There is an end for each so many bytes of the state. Of more, the newest are found again when the scan has come there. */
const BYTES_PER_END = 150;

/**
 * The part of the room for what is new. The rest is for what was listed late: if newer ones that are dealt with took up all the room, it would wait
 * for that, and they would have to be remembered as long as it waits.
 */
const PART_FOR_NEW = 11 / 12;

export const timesOf = (items: readonly Listed[]): number[] => items.map(({ createdAt }) => createdAt);

/** What a trigger knows during a poll: it takes in what lists and statuses say, and says what is to be done. It asks nothing. */
export class Known {
	/** What the log of n8n has to say. */
	readonly warnings = new Set<string>();
	/** What this poll has learned of an extraction, from a list and from its status. */
	readonly listed = new Map<string, Listed>();
	readonly answers = new Map<string, StatusAnswer>();
	/** Extractions whose events wait for the next polls. */
	private readonly putOffs = new Set<string>();
	/** The time of the activation, by the service's clock. What was created since then is announced. */
	private activation = Infinity;
	/** The service's time of the activation, or that of the first look. */
	private begunAt = Infinity;
	private bytes = 0;

	/** @param isFirst the trigger begins with this poll */
	constructor(
		readonly state: TriggerState,
		private readonly options: PollOptions,
		private readonly isFirst: boolean,
	) {}

	// The list, from the oldest on.

	/** Takes in what a page of any list says of the newest and of what is open. */
	see({ items, serviceMs }: Page): void {
		const { state } = this;
		const createdAt = Math.max(...timesOf(items));
		if (createdAt > (state.newest?.createdAt ?? -Infinity)) state.newest = { createdAt, seenAt: serviceMs };
		for (const listed of items) {
			this.listed.set(listed.id, listed);
			this.observe(listed.id, listed.status);
		}
	}

	/** A part of the list did not fit. What was read of it, its newest, says how much does. */
	narrow(items: readonly Listed[], to: number | undefined): void {
		const { state } = this;
		const times = timesOf(items).sort((a, b) => b - a);
		const oldest = times.at(-1) ?? state.at;
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
		const overlap = this.startOfOverlap(serviceMs);
		this.bytes = bytesOf(state);
		// What is settled is no longer remembered. What comes after something left waits with it.
		const left = [...items]
			.sort((a, b) => a.createdAt - b.createdAt)
			.find((each) => each.createdAt >= state.from && !this.takeIn(each, state.silentBefore, overlap));
		// What has been read so long after its creation is all that there is. That nothing is left may be an answer that shows nothing by mistake.
		if (state.from >= state.at && (items.length > 0 || to < Infinity))
			state.from = Math.max(state.from, Math.min(left?.createdAt ?? to, overlap));
		for (const [key, createdAt] of state.seen) if (createdAt < state.from) state.seen.delete(key);
		if (left) return false;
		// What fills less than half a page is read with what comes after it.
		const isSmall = items.length < this.options.limits.pageSize / 2;
		state.ends = state.ends.filter((end) => end > state.from && !(end === to && isSmall));
		// At the end, what may still appear late is read again.
		state.at = to < Infinity ? Math.max(to, state.from) : state.from;
		return true;
	}

	/** There is no room. The next poll begins again with what may still appear late: once it cannot, it is forgotten, which makes room. */
	startAgain(): void {
		this.warnings.add(FULL);
		this.state.at = this.state.from;
	}

	/**
	 * The creation time from which on extractions may still appear in the list: `overlapMs` before the newest one. While nothing newer appears,
	 * this moves up to the newest one, as fast as the service's clock. It is never later than `overlapMs` before that clock, which may be behind
	 * `created_at`.
	 */
	private startOfOverlap(serviceMs: number | undefined): number {
		const { newest } = this.state;
		const { overlapMs } = this.options.limits;
		if (!newest) return -Infinity;
		const { createdAt, seenAt } = newest;
		const passedMs = Math.max(0, (serviceMs ?? 0) - (seenAt ?? Infinity));
		return Math.min(createdAt + Math.min(passedMs - overlapMs, 1), (serviceMs ?? Infinity) - overlapMs);
	}

	/**
	 * Takes in a listed extraction that is not known yet.
	 *
	 * @param silentBefore what was created before, and had ended, is not announced
	 * @param overlap what was created before may fill all the room
	 * @returns whether there is room for it
	 */
	private takeIn(listed: Listed, silentBefore: number, overlap = -Infinity): boolean {
		const { state } = this;
		const { id, status, createdAt } = listed;
		if (state.open.has(id) || state.seen.has(seenKey(id))) return true;
		const isDone = isEnd(status) && (createdAt < silentBefore || !this.options.wanted.has(status));
		this.bytes += isDone ? BYTES.seen : BYTES.open + id.length;
		if (this.bytes > this.options.limits.stateBytes * (createdAt < overlap ? 1 : PART_FOR_NEW)) return false;
		if (isDone) state.seen.set(seenKey(id), createdAt);
		else {
			state.open.set(id, { createdAt, status: 'processing', tries: 0, asked: [] });
			this.observe(id, status);
		}
		return true;
	}

	// What the trigger finds when it begins.

	/** The first page that a trigger reads says from when on it counts. The local clock never does. */
	begin(page: Page): void {
		const { state, options } = this;
		const { items, serviceMs, receivedMs } = page;
		const { activatedMs, limits } = options;
		// Where nothing is listed, the scan begins with whatever will be: `created_at` may be hours behind the service's own time.
		const newest = Math.max(...timesOf(items));
		if (activatedMs !== undefined && serviceMs !== undefined)
			this.activation = serviceMs - (receivedMs - activatedMs);
		// The service counts its time in seconds.
		this.begunAt = Math.min(this.activation, (serviceMs ?? Infinity) + 1_000);
		state.silentBefore = Math.max(0, Math.min((serviceMs ?? newest) - limits.overlapMs, this.activation));
		state.from = state.at = Math.max(0, Math.min(newest - limits.overlapMs, state.silentBefore));
	}

	/** Takes in a page that is read for what is open. At the first poll, what has ended is only remembered, as long as the scan can bring it. */
	survey(items: readonly Listed[]): void {
		const { state, isFirst } = this;
		this.bytes = bytesOf(state);
		for (const listed of items) {
			const { id, status, createdAt } = listed;
			if (!isEnd(status)) {
				if (!this.takeIn(listed, state.silentBefore)) this.warnings.add(FULL);
			} else if (isFirst && !state.open.has(id) && createdAt >= state.from && createdAt < this.activation) {
				// Without room to remember it, all that is older counts as ended before.
				if (!this.takeIn(listed, Infinity)) this.silence(createdAt);
			}
		}
	}

	/** What was created by then, and had ended when first seen, may have ended before the trigger began. */
	silence(createdAt: number): void {
		const end = Math.min(createdAt + 1, this.begunAt);
		if (Number.isFinite(end)) this.state.silentBefore = Math.max(this.state.silentBefore, end);
	}

	// What is open.

	/**
	 * The extractions of which only a status says more than this poll knows, those first that were looked at longest ago: no list has shown them, or
	 * they may wait for answers that somebody wants to know of. Some of these go on according to the list: it may lag behind, and only a status
	 * makes the questions that follow a new round.
	 */
	get unsure(): Array<[id: string, open: Open]> {
		return [...this.state.open].filter(([id, { status, asked }]) => {
			const mayWait = status !== 'processing' || asked.length > 0;
			return !isEnd(status) && (!this.listed.has(id) || (mayWait && this.options.wanted.has(WAITING)));
		});
	}

	/** Takes in what a list or a status says. An end is final, whatever a list that lags behind brings later. */
	private observe(id: string, status: string): void {
		const open = this.state.open.get(id);
		if (!open || isEnd(open.status)) return;
		if (isEnd(status)) Object.assign(open, { status, tries: 0, asked: [] } satisfies Partial<Open>);
		else if (status !== WAITING) open.status = 'processing';
		else if (open.status === 'processing') {
			open.status = WAITING;
			// A round that has just begun comes before those that are known.
			this.state.open = new Map([[id, open], ...this.state.open]);
		}
	}

	/** Takes in the answer to a status request. @param isGone neither the status nor the list knows the extraction */
	take(id: string, answer: StatusAnswer, isGone: boolean): void {
		this.answers.set(id, answer);
		const open = this.putLast(id);
		if (!open || isEnd(open.status)) return;
		if (answer.kind !== 'status') {
			open.tries += 1;
			if (isGone) this.state.open.delete(id);
			return;
		}
		const { status, questions } = answer.response;
		open.tries = 0;
		this.observe(id, status);
		open.asked = status === 'processing' ? [] : open.asked.filter((key) => key !== UNREADABLE_KEY);
		// What a later poll reads may have been asked since the trigger began, so that is announced.
		const isSilent = this.isFirst && open.createdAt < this.activation;
		if (isSilent && open.status === WAITING) this.noteAsked(open, questionKeys(questions));
	}

	/** Puts an open extraction behind the others, because it has just been looked at. */
	private putLast(id: string): Open | undefined {
		const { open } = this.state;
		const known = open.get(id);
		if (known && open.delete(id)) open.set(id, known);
		return known;
	}

	/** Notes that questions have been announced. If there is no room for each, one key stands for all that are open. */
	private noteAsked(open: Open, keys: readonly string[]): void {
		open.asked = [...new Set([...keys, ...open.asked])];
		if (bytesOf(this.state) > this.options.limits.stateBytes)
			open.asked = keys.length > 1 ? [setKey(keys)] : [...keys];
	}

	// The events.

	/** What is due to be announced, those first that were looked at longest ago. What nobody wants to know is dealt with. */
	due(): TriggerEvent[] {
		return [...this.state.open].flatMap(([id, open]) => {
			const { createdAt, status: kind, tries } = open;
			if (kind === 'processing' || this.putOffs.has(id)) return [];
			if (!this.options.wanted.has(kind)) {
				if (isEnd(kind)) this.dealWith(id);
				return [];
			}
			const [listed, answer] = [this.listed.get(id), this.answers.get(id)];
			const item = listed?.status === kind ? listed.item : undefined;
			const response = answer?.kind === 'status' ? answer.response : undefined;
			const status = response?.status === kind ? response : undefined;
			const event = { kind, id, createdAt, item, status };
			if (isEnd(kind)) return { ...event, tries, questions: [] };
			const questions = answer ? this.questionsToTell(open, answer) : [];
			const unreadable = answer?.kind === 'status' ? undefined : answer?.reason;
			return questions.length > 0 ? { ...event, tries: 0, questions, unreadable } : [];
		});
	}

	/** The keys of the open questions; none if all of them have been announced. */
	private questionsToTell({ asked, tries }: Open, answer: StatusAnswer): string[] {
		const isTold = (key: string): boolean => asked.includes(key);
		if (answer.kind !== 'status')
			// Those that have been announced are probably the same. If there are others, they come once they can be read.
			return tries < this.options.limits.attempts || asked.length > 0 ? [] : [UNREADABLE_KEY];
		const keys = questionKeys(answer.response.questions);
		return isTold(setKey(keys)) || keys.every(isTold) ? [] : keys;
	}

	/** Notes that an event needs nothing more. */
	conclude({ id, kind, questions }: TriggerEvent): void {
		const open = this.state.open.get(id);
		if (open && kind === WAITING) this.noteAsked(open, questions);
		else this.dealWith(id);
	}

	/** Leaves an event to the next polls. */
	putOff({ id, kind }: TriggerEvent): void {
		this.putOffs.add(id);
		const open = this.putLast(id);
		if (open && kind !== WAITING) open.tries += 1;
	}

	/** Marks an extraction as dealt with. It stays known as long as a list can bring it. */
	private dealWith(id: string): void {
		const { open, seen, from } = this.state;
		const { createdAt = 0 } = open.get(id) ?? {};
		open.delete(id);
		if (createdAt >= from) seen.set(seenKey(id), createdAt);
	}
}
