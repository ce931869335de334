import type { INodeExecutionData } from 'n8n-workflow';
import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { MINUTE_MS } from '../shared/time';
import {
	BYTES,
	isNearlyFull,
	isEnd,
	KINDS,
	leastBytes,
	newQuestions,
	questionKeys,
	seenKey,
	shortenQuestions,
	UNREADABLE_KEY,
	WAITING,
	type EventKind,
	type Kind,
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

/** Creation times, both inclusive like the contract's, and the place among them. */
export interface ListRequest {
	status?: 'processing';
	from?: number;
	to?: number;
	cursor?: string;
	limit: number;
}

export type StatusAnswer =
	| { kind: 'status'; status: string; questions: readonly OpenQuestion[]; response: ExtractionStatus }
	/** The service does not know it, or it could not be read. */
	| { kind: 'missing' | 'unavailable'; reason: unknown };

/** Something to announce, before what belongs to it has been fetched. */
export interface TriggerEvent {
	kind: EventKind;
	id: string;
	createdAt: number;
	/** Failed tries to fetch what belongs to it. */
	tries: number;
	/** Whether the filters let it through; undefined if they have changed since it was listed, or the list does not say. */
	passes: boolean | undefined;
	/** Keys of the questions that it announces. */
	questions: string[];
	/** The entry of the list, if this poll listed the extraction in this state. */
	item?: ListedExtraction;
	/** The status, if this poll asked for it. It carries the questions. */
	status?: ExtractionStatus;
	/** Why its questions cannot be read. */
	unreadable?: unknown;
	/** It may use all the time that is left, because it is the last try or the poll begins with it. */
	hasWholePoll?: boolean;
}

export type Outcome =
	/** Announce it. */
	| { kind: 'ready'; items: INodeExecutionData[] }
	/** It is not for this trigger: done, nothing to announce. */
	| { kind: 'skip' }
	/** Try again at the next poll. Announced with these items, which carry the reason, once the tries are used up or `final`. */
	| { kind: 'failed'; items: INodeExecutionData[]; final: boolean };

/** What a poll asks. Undefined: it has no time or no turn for it, and the next poll goes on with the rest. */
export interface Asks {
	/** `refused`: the service does not take the cursor any more. */
	list(kind: Kind, request: ListRequest): Promise<Page | 'refused' | undefined>;
	status(id: string, hasWholePoll: boolean): Promise<StatusAnswer | undefined>;
	event(kind: Kind, event: TriggerEvent): Promise<Outcome | undefined>;
	/** Whether the event of an extraction that has ended needs no request. */
	isAtHand(listed: Listed): boolean;
}

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

/** A part of the list: the pages read, each with the cursor that it was asked for with. */
interface Slice {
	pages: Array<{ cursor?: string; items: Listed[] }>;
	items: Listed[];
	isWhole: boolean;
	next?: string;
	serviceMs?: number;
}

/** After this many misses in a row the list is asked, for one may mean that a server does not know a new extraction yet. */
const MISSES = 2;
/** A slice is to hold this part of what fits, and covers at most so many times the time of the one before it. */
const FILLED = 0.8;
const WIDEST = 8;

type Entry = [id: string, open: Open];

const newestOf = (items: readonly Listed[]): number =>
	items.reduce((newest, { createdAt }) => Math.max(newest, createdAt), -Infinity);
const oldestOf = (items: readonly Listed[]): number =>
	items.reduce((oldest, { createdAt }) => Math.min(oldest, createdAt), Infinity);

const longestAgo = ([, a]: Entry, [, b]: Entry): number => (a.checked ?? -1) - (b.checked ?? -1);

const beginning = ({ account, filter }: PollOptions): TriggerState => ({
	account,
	filter,
	from: 0,
	at: 0,
	silentBefore: 0,
	newest: null,
	survey: [{}, { status: 'processing' }],
	open: new Map(),
	seen: new Map(),
	turn: 0,
});

/**
 * One poll. It works on a state of its own, which is stored if the poll ends well. It knows no HTTP and no n8n; what it asks comes from `Asks`,
 * which also keeps its time.
 */
export class Poll {
	readonly state: TriggerState;
	readonly announced: Array<{ event: TriggerEvent; items: INodeExecutionData[] }> = [];
	/** Whether something was left for lack of room. */
	isFull = false;
	/** Whether more were created within a millisecond than can be remembered. */
	isCrowded = false;
	private pages: number;
	private bytes = 0;
	/** Pages of those in processing. */
	private processingPages = 0;
	/** The time of the activation, by the service's clock. What was created since then is announced. */
	private activation = Infinity;
	/** The service's time of the activation, or that of the first look. */
	private begunAt = Infinity;
	/** The oldest in the list of all that the survey has read. */
	private surveyedTo = Infinity;
	private readonly listed = new Map<string, Listed>();
	private readonly answers = new Map<string, StatusAnswer>();
	private readonly questions = new Map<string, string[]>();
	private readonly tried = new Set<string>();
	private hasTurned = false;
	private hasScanned = false;
	private readonly had = new Set<Kind>();
	private readonly cut = new Set<Kind>();

	/** @param before the stored state, which must not be changed any more; undefined at the first poll */
	constructor(
		private readonly asks: Asks,
		private readonly options: PollOptions,
		before?: TriggerState,
	) {
		this.isFirst = before === undefined;
		this.state = before ?? beginning(options);
		this.pages = options.limits.pagesPerPoll * (this.isFirst ? 2 : 1);
	}

	private readonly isFirst: boolean;

	/** @returns whether it has learned anything to store */
	async run(): Promise<boolean> {
		const { state, isFirst } = this;
		this.adoptFilter();
		const { next: began = 'list' } = state;
		delete state.next;
		const work: Record<Kind, (most?: number) => Promise<void>> = {
			list: async () => await this.scan(),
			survey: async (most) => await this.survey(most),
			status: async (most) => await this.lookAfterOpen(most),
			event: async (most) => await this.tell('event', most),
			retry: async (most) => await this.tell('retry', most),
		};
		// What has ended at the first poll is nobody's event, and what is new will come at the next.
		const kinds: readonly Kind[] = isFirst ? ['survey', 'status'] : KINDS;
		if (began !== 'list') await work[began](1);
		for (const kind of kinds) await work[kind]();
		// What was announced has made room.
		for (let told = 0; this.isFull && this.announced.length > told;) {
			told = this.announced.length;
			this.isFull = false;
			await this.scan();
			await this.tell('event');
		}
		if (isFirst) this.silenceUnread();
		const start = KINDS.indexOf(began) + 1;
		const next = [...KINDS.slice(start), ...KINDS.slice(0, start)].find(
			(kind) => this.cut.has(kind) && !this.had.has(kind),
		);
		if (next && next !== 'list') state.next = next;
		shortenQuestions(state, (id) => this.questions.get(id), this.options.limits);
		return !isFirst || this.had.has('survey');
	}

	/** If the filters have changed, forgets what the old ones said. */
	private adoptFilter(): void {
		const { state, options } = this;
		if (state.filter === options.filter) return;
		state.filter = options.filter;
		for (const open of state.open.values()) {
			if (options.filter === '') delete open.filter;
			else open.filter = 'unsure';
		}
	}

	/** One step, and a note on whether its kind had a turn. */
	private async step<T>(kind: Kind, asking: Promise<T | undefined>): Promise<T | undefined> {
		const result = await asking;
		(result === undefined ? this.cut : this.had).add(kind);
		return result;
	}

	private async page(kind: Kind, request: Omit<ListRequest, 'limit'>): Promise<Page | 'refused' | undefined> {
		const limit = this.options.limits.pageSize;
		const page = await this.step(kind, this.asks.list(kind, { ...request, limit }));
		if (page !== undefined) this.pages -= 1;
		if (typeof page === 'object') for (const each of page.items) this.listed.set(each.id, each);
		return page;
	}

	// The list, slice by slice, from the oldest on.

	private async scan(): Promise<void> {
		const { state } = this;
		while (this.pages > this.pagesKept) {
			const to = this.endOfSlice();
			const slice = await this.readSlice(to);
			if (!slice) return;
			this.bytes = leastBytes(state);
			const isMoment = to !== undefined && to - state.at <= 1;
			if (!isMoment && !slice.isWhole) {
				// What a slice before it has left of the poll says nothing of how many fit.
				if (!this.hasScanned) this.narrow(slice);
				return;
			}
			this.hasScanned = true;
			if (isMoment && !this.takeMoment(slice)) return;
			if (!this.settle(slice, to) || to === undefined) return;
		}
	}

	/** The scan leaves a third of the pages to the survey: what was open when the trigger began may end before it is seen. */
	private get pagesKept(): number {
		return this.state.survey ? Math.ceil(this.options.limits.pagesPerPoll / 3) : 0;
	}

	/** Until when the next slice reaches; undefined for no limit, which is the usual case. */
	private endOfSlice(): number | undefined {
		const { at, slice, dense, newest, moment } = this.state;
		if (moment) return at + 1;
		if (!slice) return undefined;
		const end = at + slice.span;
		const to = dense && end >= dense.at && slice.span > dense.span ? Math.max(at + 1, dense.at - 1) : end;
		return newest && to <= newest.createdAt + 1 ? to : undefined;
	}

	private async readSlice(to: number | undefined): Promise<Slice | undefined> {
		const { state } = this;
		const slice: Slice = { pages: [], items: [], isWhole: false, next: state.moment?.cursor };
		slice.serviceMs = state.moment?.since;
		do {
			const page = await this.page('list', { from: state.at, to, cursor: slice.next });
			if (page === 'refused') {
				delete state.moment;
				if (slice.pages.length > 0) break;
				slice.next = slice.serviceMs = undefined;
				continue;
			}
			if (!page) break;
			slice.pages.push({ cursor: slice.next, items: page.items });
			for (const each of page.items) slice.items.push(each);
			this.noteNewest(page);
			slice.serviceMs ??= page.serviceMs;
			slice.next = page.next;
			slice.isWhole = page.isLast;
		} while (
			this.pages > this.pagesKept &&
			!slice.isWhole &&
			(slice.next !== undefined || slice.pages.length === 0)
		);
		return slice.pages.length > 0 ? slice : undefined;
	}

	private noteNewest({ items, receivedMs }: Page): void {
		const { state } = this;
		const createdAt = newestOf(items);
		if (createdAt > (state.newest?.createdAt ?? -Infinity)) state.newest = { createdAt, seenMs: receivedMs };
	}

	/** A slice did not fit. What was read of it, the newest part, says how many do. */
	private narrow({ items }: Slice): void {
		if (items.length === 0) return;
		const oldest = oldestOf(items);
		const span = Math.max(1, Math.floor(FILLED * (newestOf(items) - oldest)));
		const { state } = this;
		// At first, all that is older may fit: many were created at once.
		state.slice = { span: state.slice ? span : Math.max(1, oldest - state.at), most: items.length };
		state.dense = { at: oldest, span };
	}

	/** Takes in what a whole slice has brought, the oldest first, as far as there is room. @returns whether there was room for all */
	private settle({ items, serviceMs }: Slice, to = Infinity): boolean {
		const { state } = this;
		const { at, slice: { most = 1 } = {}, dense } = state;
		let left: number | undefined;
		for (const listed of [...items].sort((a, b) => a.createdAt - b.createdAt))
			if (left === undefined || state.open.has(listed.id))
				left = this.takeIn(listed) ? left : listed.createdAt;
		const end = left ?? to;
		// What the slice has brought so long after its creation is all that there is.
		if (state.from >= at) state.from = Math.max(state.from, Math.min(end, this.startOfOverlap(serviceMs)));
		if (left !== undefined) {
			this.startAgain();
			// Nothing but that millisecond takes up the room: it is read page by page.
			if (left <= state.from) state.slice = { span: 1, most };
		} else if (to < Infinity) {
			const wider = Math.max(0.5, Math.min(WIDEST, (FILLED * most) / items.length));
			const isDense = dense !== undefined && to >= dense.at - 1;
			state.slice = { span: isDense ? dense.span : Math.ceil((to - at) * wider), most };
			if (isDense) delete state.dense;
			state.at = Math.max(to, state.from);
		} else {
			// All that there is has been read. The next poll reads again what may still appear late.
			if (at <= state.from) delete state.slice;
			delete state.dense;
			state.at = state.from;
		}
		delete state.moment;
		for (const [key, createdAt] of state.seen) if (createdAt < state.from) state.seen.delete(key);
		return left === undefined;
	}

	/** There is no room. The next poll begins again with what may still appear late: once it cannot, it is forgotten, which makes room. */
	private startAgain(): void {
		const { state } = this;
		this.isFull = true;
		state.at = state.from;
		delete state.moment;
	}

	/**
	 * Takes in a millisecond in which more were created than a poll reads, page by page: the next poll goes on at the cursor. If there is hardly
	 * room for more, what the cursor has passed is forgotten, and what of it is listed late may be missed.
	 *
	 * @returns whether all of it has been taken in
	 */
	private takeMoment(slice: Slice): boolean {
		const { state } = this;
		const { stateBytes } = this.options.limits;
		for (const { cursor, items } of slice.pages) {
			const needed = items.reduce((sum, { id }) => sum + (this.isKnown(id) ? 0 : BYTES.open(id)), 0);
			if (this.isCrowdedMoment && this.bytes + needed > stateBytes) {
				// What is forgotten would come again if a page were taken in only in part.
				this.isFull = true;
				state.moment = cursor === undefined ? undefined : { cursor, since: slice.serviceMs };
				return false;
			}
			if (!items.every((listed) => this.takeIn(listed))) {
				this.startAgain();
				return false;
			}
			if ((!slice.isWhole || cursor !== undefined) && isNearlyFull(state, this.options.limits))
				state.from = Math.max(state.from, state.at + 2);
			if (!this.isCrowdedMoment) continue;
			this.isCrowded = true;
			for (const { id } of items) {
				const open = state.open.get(id);
				if (open) open.passed = true;
				state.seen.delete(seenKey(id));
			}
			this.bytes = leastBytes(state);
		}
		if (!slice.isWhole && slice.next !== undefined)
			state.moment = { cursor: slice.next, since: slice.serviceMs };
		slice.items = [];
		return slice.isWhole;
	}

	/** Whether there is no room to know all of the millisecond that is being read. */
	private get isCrowdedMoment(): boolean {
		return this.state.from > this.state.at;
	}

	private isKnown(id: string): boolean {
		return this.state.open.has(id) || this.state.seen.has(seenKey(id));
	}

	/**
	 * From when on extractions may still appear late: `overlapMs` before the newest listed one, or before the service's own time if that is earlier.
	 * If nothing new has come for that long and a margin, nothing can be late any more.
	 */
	private startOfOverlap(serviceMs = Infinity): number {
		const { newest } = this.state;
		const { limits, nowMs } = this.options;
		if (!newest) return -Infinity;
		const isQuiet = nowMs - newest.seenMs >= limits.overlapMs + limits.clockMarginMs;
		return Math.min(
			isQuiet ? newest.createdAt + 1 : newest.createdAt - limits.overlapMs,
			serviceMs - limits.overlapMs,
		);
	}

	/** Takes in a listed extraction. @returns whether there is room for it */
	private takeIn(listed: Listed): boolean {
		const { state } = this;
		const known = state.open.get(listed.id);
		if (known) this.see(known, listed);
		const key = seenKey(listed.id);
		if (known || state.seen.has(key)) return true;
		const open = this.discovered(listed);
		// What is announced at once leaves no more than that it was there.
		const isDone = !open || (open.ended && listed.passes && this.asks.isAtHand(listed));
		const bytes = this.bytes + (isDone ? BYTES.seen : BYTES.open(listed.id));
		if (bytes > this.options.limits.stateBytes) return false;
		this.bytes = bytes;
		if (open) state.open.set(listed.id, open);
		else state.seen.set(key, listed.createdAt);
		return true;
	}

	/** A listed extraction that is not known yet: undefined if there is nothing to announce of it. */
	private discovered(listed: Listed): Open | undefined {
		const { status, createdAt, passes } = listed;
		const isSilent = createdAt < this.state.silentBefore;
		if (isEnd(status) && (isSilent || passes === false || !this.options.wanted.has(status))) return undefined;
		const open: Open = { createdAt, ...(passes === undefined && { filter: 'unsure' }) };
		this.see(open, listed);
		if (isSilent && open.waiting) open.silent = true;
		return open;
	}

	// What was open when the trigger began, and what is open.

	/** Reads on in the lists for what was open when the trigger began, and then in that of those in processing, if it saves statuses. */
	private async survey(most = Infinity): Promise<void> {
		const { state } = this;
		if (state.survey && this.pages <= 0) this.cut.add('survey');
		for (let left = most; state.survey && this.pages > 0 && left > 0; left--) {
			const [reading = {}, ...others] = state.survey;
			const isFirstPage = this.isFirst && !this.had.has('survey');
			const page = await this.page('survey', { status: reading.status, cursor: reading.cursor });
			if (!page) return;
			if (page === 'refused') {
				delete reading.cursor;
				continue;
			}
			if (isFirstPage) this.begin(page);
			const before = state.open.size;
			this.takeSurvey(page);
			const hasFound = reading.hasFound || state.open.size > before || undefined;
			const oldest = oldestOf(page.items);
			if (!reading.status) this.surveyedTo = Math.min(this.surveyedTo, oldest);
			if (isFirstPage) reading.downTo = state.from - this.options.limits.surveyDepthMs;
			const isDeep = oldest < (reading.downTo ?? 0);
			const isOver = page.isLast || page.next === undefined || isDeep;
			if (!isOver) others.push({ ...reading, cursor: page.next, hasFound });
			// What leaves the list between two polls may move others across the cursor: it is read until that brings nothing more.
			else if (reading.status && hasFound && !this.isFirst) others.push({ status: 'processing' });
			state.survey = others;
			// If one page has all that there is, no list has more.
			if (others.length === 0 || (isFirstPage && page.isLast)) delete state.survey;
		}
		if (!state.survey && !this.isFirst) await this.readProcessing(most);
	}

	/** The first page that a trigger reads says from when on it counts. The local clock never does. */
	private begin(page: Page): void {
		const { state, options } = this;
		const { items, serviceMs, receivedMs } = page;
		const { overlapMs } = options.limits;
		const newest = items.length > 0 ? newestOf(items) : (serviceMs ?? 0);
		const { activatedMs } = options;
		if (activatedMs !== undefined && serviceMs !== undefined)
			this.activation = serviceMs - (receivedMs - activatedMs);
		// The service counts its time in seconds.
		this.begunAt = Math.min(this.activation, (serviceMs ?? Infinity) + 1_000);
		state.from = Math.max(
			0,
			Math.min(newest - overlapMs, (serviceMs ?? newest) - overlapMs, this.activation),
		);
		state.at = state.from;
		state.silentBefore = Math.max(0, Math.min((serviceMs ?? newest) - overlapMs, this.activation));
		this.noteNewest(page);
	}

	/** Looks for what is open. What had ended when the trigger began is only remembered, as long as the scan can bring it. */
	private takeSurvey({ items }: Page): void {
		const { state, isFirst } = this;
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
		if (!this.isKnown(id)) this.bytes += BYTES.seen;
		if (this.bytes <= this.options.limits.stateBytes) seen.set(seenKey(id), createdAt);
		else this.silence(createdAt);
	}

	/** What had ended before may have done so before the trigger began. */
	private silence(createdAt: number): void {
		const { state } = this;
		state.silentBefore = Math.min(Math.max(state.silentBefore, createdAt + 1), this.begunAt);
	}

	/** What the first poll had no time to read may have ended before. */
	private silenceUnread(): void {
		const hasMore = this.state.survey?.some(({ status }) => !status);
		if (hasMore && Number.isFinite(this.surveyedTo)) this.silence(this.surveyedTo);
	}

	/** The open extractions that no list of this poll has shown. */
	private unseen(): Entry[] {
		return [...this.state.open].filter(([id, { ended }]) => !ended && !this.listed.has(id));
	}

	private get lacking(): Entry[] {
		return this.unseen().filter(([, { waiting }]) => !waiting);
	}

	private async readProcessing(most: number): Promise<void> {
		const times = this.lacking.map(([, { createdAt }]) => createdAt);
		if (times.length < this.options.limits.processingListFrom) return;
		const range = { from: Math.min(...times), to: Math.max(...times) + 1 };
		let cursor: string | undefined;
		for (let left = most; left > 0 && this.pages > 0; left--) {
			const page = await this.page('survey', { status: 'processing', ...range, cursor });
			if (typeof page !== 'object') return;
			this.processingPages += 1;
			for (const listed of page.items) this.look(listed);
			cursor = page.next;
			if (page.isLast || cursor === undefined) return;
		}
	}

	/** Takes in what a list says of an extraction that is open, as a look at it. */
	private look(listed: Listed): void {
		const open = this.state.open.get(listed.id);
		if (!open) return;
		this.see(open, listed);
		open.checked = this.turn();
	}

	/** Only polls that look after open extractions count. */
	private turn(): number {
		if (!this.hasTurned) this.state.turn += 1;
		this.hasTurned = true;
		return this.state.turn;
	}

	/**
	 * Puts those first that were looked at longest ago. Among equals, others come first every minute: if n8n drops the state of a poll, the next
	 * poll must not ask after the same extractions again.
	 */
	private inTurn(entries: Entry[], most: number): Entry[] {
		const minute = Math.floor(this.options.nowMs / MINUTE_MS);
		const start = entries.length > most ? (minute * most) % entries.length : 0;
		return [...entries.slice(start), ...entries.slice(0, start)].sort(longestAgo).slice(0, most);
	}

	/**
	 * Picks the extractions that wait for answers, to read their questions, or, if nobody wants to know them, to see whether they still wait. Also
	 * picks those that go on according to the list: the list may lag behind, and only a status makes the questions that follow a new round.
	 */
	private waiting(): Entry[] {
		const { wanted, limits } = this.options;
		const due = [...this.state.open].filter(
			([id, { waiting, filter, ended, asked, answered }]) =>
				(waiting || (asked && !answered && !ended)) &&
				((wanted.has(WAITING) && filter !== 'out') || (!this.isFirst && !this.listed.has(id))),
		);
		return this.inTurn(due, limits.questionChecksPerPoll);
	}

	private async lookAfterOpen(most = Infinity): Promise<void> {
		const { limits } = this.options;
		const { lacking } = this;
		// Even if the list has saved nothing, the poll must not cost more than a status for each of them.
		const count = Math.max(1, lacking.length - this.processingPages);
		const checks = [...this.waiting(), ...this.inTurn(lacking, Math.min(limits.statusesPerPoll, count))];
		// A request that hangs takes the time of those after it. At the next poll it comes last.
		for (const [id, { createdAt, tries = 0, missed = 0 }] of checks.sort(longestAgo).slice(0, most)) {
			if (this.answers.has(id)) continue;
			// One that is slow has all the time there is at every third try, so that one that hangs leaves most polls to the others.
			const hasWholePoll = most === 1 || (tries + 1) % limits.attempts === 0;
			const answer = await this.step('status', this.asks.status(id, hasWholePoll));
			if (!answer) return;
			this.answers.set(id, answer);
			const isMissed = answer.kind === 'missing' && missed + 1 >= MISSES;
			const isUnreadable = answer.kind === 'unavailable' && tries + 1 >= limits.attempts;
			// Its status may never become readable, but the list knows its end too. Only if that does not show it either, it is gone.
			const isUnlisted = (isMissed || isUnreadable) && (await this.isUnlisted(id, createdAt));
			this.take(id, answer, isMissed && isUnlisted);
		}
	}

	/** Looks for a single extraction in the list, by its time. @returns whether it is certain that the list does not show it */
	private async isUnlisted(id: string, createdAt: number): Promise<boolean> {
		let [cursor, isCertain]: [string | undefined, boolean] = [undefined, true];
		while (this.pages > 0) {
			const page = await this.page('status', { from: createdAt, to: createdAt + 1, cursor });
			if (typeof page !== 'object') return false;
			const found = page.items.find((each) => each.id === id);
			if (found) this.look(found);
			if (page.hasUnreadable) isCertain = false;
			if (found || page.isLast) return !found && isCertain;
			cursor = page.next;
			if (cursor === undefined) return false;
		}
		return false;
	}

	/** Takes in what a list says about an open extraction. */
	private see(open: Open, { id, status, passes }: Listed): void {
		this.observe(id, open, status);
		if (passes) delete open.filter;
		else if (passes === false) open.filter = 'out';
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

	/** Takes in the answer to a status request. */
	private take(id: string, answer: StatusAnswer, isGone: boolean): void {
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

	// The events.

	/** The questions that an extraction is due to be announced for. */
	private dueQuestions(id: string, open: Open): string[] {
		const { waiting, silent, asked, tries = 0 } = open;
		const answer = this.answers.get(id);
		if (!waiting || silent || !answer) return [];
		if (answer.kind === 'status') return newQuestions(open, this.questions.get(id) ?? []);
		return tries >= this.options.limits.attempts && !asked?.includes(UNREADABLE_KEY) ? [UNREADABLE_KEY] : [];
	}

	/** The event that an open extraction is due for, if any. */
	private eventOf([id, open]: Entry): TriggerEvent | undefined {
		const { createdAt, ended, tries = 0, filter } = open;
		const kind = ended ?? WAITING;
		const questions = ended ? [] : this.dueQuestions(id, open);
		if (this.tried.has(id) || (!ended && questions.length === 0)) return undefined;
		const [item, answer] = [this.listed.get(id), this.answers.get(id)];
		return {
			kind,
			id,
			createdAt,
			tries: ended ? tries : 0,
			passes: filter === 'unsure' ? undefined : true,
			questions,
			item: item?.status === kind ? item.item : undefined,
			status: answer?.kind === 'status' && answer.status === kind ? answer.response : undefined,
			...(!ended && answer && answer.kind !== 'status' && { unreadable: answer.reason }),
		};
	}

	/** Announces what is due, in the order of creation. */
	private async tell(kind: 'event' | 'retry', most = Infinity): Promise<void> {
		const { state, options } = this;
		for (const [id, { ended, filter }] of state.open)
			if (ended && (!options.wanted.has(ended) || filter === 'out')) this.conclude(id);
		const due = [...state.open].flatMap((entry) => this.eventOf(entry) ?? []);
		const ofKind = due.filter(
			({ id, kind: what, tries }) =>
				(kind === 'retry') === tries > 0 && options.wanted.has(what) && state.open.get(id)?.filter !== 'out',
		);
		for (const event of ofKind.sort(inOrder).slice(0, most)) {
			if (event.passes === undefined && event.item === undefined) await this.judge(event);
			const hasWholePoll = most === 1 || event.tries + 1 >= options.limits.attempts;
			const outcome = await this.step(kind, this.asks.event(kind, { ...event, hasWholePoll }));
			if (outcome) this.conclusion(event, outcome);
		}
	}

	/** If the filters have changed, asks the list what they say: it always knows. */
	private async judge(event: TriggerEvent): Promise<void> {
		await this.isUnlisted(event.id, event.createdAt);
		const listed = this.listed.get(event.id);
		if (listed?.status === event.kind) event.item = listed.item;
	}

	private conclusion(event: TriggerEvent, outcome: Outcome): void {
		const { limits } = this.options;
		const open = this.state.open.get(event.id);
		if (!open) return;
		this.tried.add(event.id);
		// Somebody may answer the questions before the next try, so they are announced while they are open.
		const isOver =
			outcome.kind !== 'failed' ||
			outcome.final ||
			event.kind === WAITING ||
			event.tries + 1 >= limits.attempts;
		if (!isOver) {
			open.tries = event.tries + 1;
			return;
		}
		if (event.kind !== WAITING) this.conclude(event.id);
		else {
			// Open questions are never dropped, or they would be announced again.
			const now = [...new Set([...(this.questions.get(event.id) ?? []), ...event.questions])];
			const before = (open.asked ?? []).filter((key) => !now.includes(key));
			open.asked = [...now, ...before.slice(0, limits.questionsRemembered)];
		}
		if (outcome.kind !== 'skip') this.announced.push({ event, items: outcome.items });
	}

	/** Marks an extraction as dealt with. It stays known as long as a list can bring it. */
	private conclude(id: string): void {
		const { open, seen, from, at } = this.state;
		const { createdAt = 0, passed } = open.get(id) ?? {};
		open.delete(id);
		if (createdAt >= Math.min(from, at) && !passed) seen.set(seenKey(id), createdAt);
	}
}

/** The order of creation. */
export const inOrder = (a: TriggerEvent, b: TriggerEvent): number =>
	a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
