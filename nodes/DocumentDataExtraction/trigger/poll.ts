import type { INodeExecutionData } from 'n8n-workflow';
import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { MINUTE_MS } from '../shared/time';
import {
	Known,
	MISSES,
	oldestOf,
	type Listed,
	type Page,
	type PollOptions,
	type StatusAnswer,
} from './known';
import {
	KINDS,
	newQuestions,
	shortenQuestions,
	UNREADABLE_KEY,
	WAITING,
	type EventKind,
	type Kind,
	type Open,
	type TriggerState,
} from './state';

/** Creation times, both inclusive like the contract's, and the place among them. */
export interface ListRequest {
	status?: 'processing';
	from?: number;
	to?: number;
	cursor?: string;
	limit: number;
}

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

/** What belongs to an event could not be fetched. */
interface Failed {
	kind: 'failed';
	/** They carry the reason. */
	items: INodeExecutionData[];
	/** Trying again cannot help. */
	final: boolean;
	/** Whether the filters let it through; undefined if its record could not be read. */
	passes: boolean | undefined;
}

export type Outcome =
	| { kind: 'ready'; items: INodeExecutionData[] }
	/** It is not for this trigger: done, nothing to announce. */
	| { kind: 'skip' }
	/** It is tried again at the next polls, and comes with its items once the tries are used up. */
	| Failed;

/** What a poll asks. Undefined: it has no time or no turn for it, and the next poll goes on with the rest. */
export interface Asks {
	/** `refused`: the service does not take the cursor any more. */
	list(kind: Kind, request: ListRequest): Promise<Page | 'refused' | undefined>;
	status(id: string, hasWholePoll: boolean): Promise<StatusAnswer | undefined>;
	event(kind: Kind, event: TriggerEvent): Promise<Outcome | undefined>;
}

type Entry = [id: string, open: Open];

const longestAgo = ([, a]: Entry, [, b]: Entry): number => (a.checked ?? -1) - (b.checked ?? -1);

const beginning = ({ account, filter }: PollOptions): TriggerState => ({
	account,
	filter,
	from: 0,
	at: 0,
	ends: [],
	silentBefore: 0,
	newest: null,
	survey: [{}, { status: 'processing' }],
	open: new Map(),
	seen: new Map(),
	turn: 0,
});

/**
 * One poll: what it asks, in which order. It works on a state of its own, which is stored if the poll ends well. It knows no HTTP and no n8n; what
 * it asks comes from `Asks`, which also keeps its time.
 */
export class Poll {
	readonly known: Known;
	readonly announced: Array<{ event: TriggerEvent; items: INodeExecutionData[] }> = [];
	/** Whether more were created within a millisecond than a poll can read. */
	isCrowded = false;
	private readonly isFirst: boolean;
	private pages: number;
	/** Pages read for what is open. */
	private openPages = 0;
	/** The oldest in the list of all that the survey has read. */
	private surveyedTo = Infinity;
	private readonly listed = new Map<string, Listed>();
	private readonly answers = new Map<string, StatusAnswer>();
	private readonly tried = new Set<string>();
	private readonly had = new Set<Kind>();
	private readonly cut = new Set<Kind>();

	/** @param before the stored state, which must not be changed any more; undefined at the first poll */
	constructor(
		private readonly asks: Asks,
		private readonly options: PollOptions,
		before?: TriggerState,
	) {
		this.isFirst = before === undefined;
		this.known = new Known(before ?? beginning(options), options);
		this.pages = options.limits.pagesPerPoll * (this.isFirst ? 2 : 1);
	}

	get state(): TriggerState {
		return this.known.state;
	}

	/** @returns whether it has learned anything to store */
	async run(): Promise<boolean> {
		const { state, known, isFirst } = this;
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
		// What the first poll had no time to read may have ended before.
		const hasMore = state.survey?.some(({ status }) => !status);
		if (isFirst && hasMore && Number.isFinite(this.surveyedTo)) known.silence(this.surveyedTo);
		const start = KINDS.indexOf(began) + 1;
		const next = [...KINDS.slice(start), ...KINDS.slice(0, start)].find(
			(kind) => this.cut.has(kind) && !this.had.has(kind),
		);
		if (next && next !== 'list') state.next = next;
		shortenQuestions(state, (id) => known.questions.get(id), this.options.limits);
		return !isFirst || this.had.has('survey');
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

	// The list, from the oldest on.

	private async scan(): Promise<void> {
		const { known, state } = this;
		for (let isWholePoll = true; this.pages > this.pagesKept; isWholePoll = false) {
			// Without an end, which is the usual case, all that is new.
			const to = state.ends.find((end) => end > state.at);
			const { items, isWhole, serviceMs } = await this.readUpTo(to);
			if (!isWhole) {
				// What other parts have left of a poll says nothing of how much fits.
				if (items.length === 0 || !isWholePoll) return;
				if (to === undefined || to - state.at > 1) return known.narrow(items, to);
				// A single millisecond. If a page has failed, the next poll reads it again.
				if (this.pages > this.pagesKept) return;
				this.isCrowded = true;
			}
			while (!known.settle(items, to ?? Infinity, serviceMs)) {
				const { size } = state.open;
				await this.tell('event');
				// What was announced has made room.
				if (state.open.size === size) return known.startAgain();
			}
			if (to === undefined) return;
		}
	}

	/** The scan leaves a third of the pages to the survey: what was open when the trigger began may end before it is seen. */
	private get pagesKept(): number {
		return this.state.survey ? Math.ceil(this.options.limits.pagesPerPoll / 3) : 0;
	}

	/** Reads what was created from `at` on, the newest first. */
	private async readUpTo(to?: number): Promise<Pick<Page, 'items' | 'serviceMs'> & { isWhole: boolean }> {
		const items: Listed[] = [];
		let [cursor, isWhole, serviceMs]: [string?, boolean?, number?] = [];
		do {
			const page = await this.page('list', { from: this.state.at, to, cursor });
			if (typeof page !== 'object') break;
			for (const each of page.items) items.push(each);
			this.known.noteNewest(page);
			serviceMs ??= page.serviceMs;
			[cursor, isWhole] = [page.next, page.isLast];
		} while (!isWhole && cursor !== undefined && this.pages > this.pagesKept);
		return { items, serviceMs, isWhole: isWhole === true };
	}

	// What was open when the trigger began, and what is open.

	/** Reads on in the lists for what was open when the trigger began, and then in that of those in processing, if it saves statuses. */
	private async survey(most = Infinity): Promise<void> {
		const { known, state, isFirst } = this;
		if (state.survey && this.pages <= 0) this.cut.add('survey');
		for (let left = most; state.survey && this.pages > 0 && left > 0; left--) {
			const [reading = {}, ...others] = state.survey;
			const isFirstPage = isFirst && !this.had.has('survey');
			const page = await this.page('survey', { status: reading.status, cursor: reading.cursor });
			if (!page) return;
			if (page === 'refused') {
				delete reading.cursor;
				continue;
			}
			if (isFirstPage) known.begin(page);
			const before = state.open.size;
			known.survey(page.items, isFirst);
			const hasFound = reading.hasFound || state.open.size > before || undefined;
			const oldest = oldestOf(page.items);
			if (!reading.status) this.surveyedTo = Math.min(this.surveyedTo, oldest);
			const isDeep = !reading.status && oldest < state.silentBefore - this.options.limits.surveyDepthMs;
			const isOver = page.isLast || page.next === undefined || isDeep;
			if (!isOver) others.push({ ...reading, cursor: page.next, hasFound });
			// What leaves the list between two polls may move others across the cursor: it is read until that brings nothing more.
			else if (reading.status && hasFound && !isFirst) others.push({ status: 'processing' });
			state.survey = others;
			// If one page has all that there is, no list has more.
			if (others.length === 0 || (isFirstPage && page.isLast)) delete state.survey;
		}
		if (!state.survey && !isFirst) await this.readOpen(most);
	}

	/** The open extractions that no list of this poll has shown, but for those that wait for answers. */
	private get lacking(): Entry[] {
		return [...this.state.open].filter(
			([id, { ended, waiting }]) => !ended && !waiting && !this.listed.has(id),
		);
	}

	/** Reads the list of those in processing if it saves statuses, and that of all if many have left it at once. */
	private async readOpen(most: number): Promise<void> {
		const { processingListFrom, statusesPerPoll } = this.options.limits;
		let left = most;
		for (const status of ['processing', undefined] as const) {
			const least = status ? processingListFrom : statusesPerPoll + 1;
			const times = this.lacking.map(([, { createdAt }]) => createdAt);
			if (times.length < least) return;
			const range = { from: Math.min(...times), to: Math.max(...times) + 1 };
			let cursor: string | undefined;
			do {
				if (left <= 0 || this.pages <= 0) return;
				const page = await this.page('survey', { status, ...range, cursor });
				if (typeof page !== 'object') return;
				left -= 1;
				this.openPages += 1;
				for (const listed of page.items) this.known.look(listed);
				cursor = page.isLast ? undefined : page.next;
			} while (cursor !== undefined);
		}
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
			([id, { waiting, ended, asked, answered, passes }]) =>
				(waiting || (asked && !answered && !ended)) &&
				((wanted.has(WAITING) && passes !== false) || (!this.isFirst && !this.listed.has(id))),
		);
		return this.inTurn(due, limits.questionChecksPerPoll);
	}

	private async lookAfterOpen(most = Infinity): Promise<void> {
		const { limits } = this.options;
		const { lacking } = this;
		// Even if the list has saved nothing, the poll must not cost more than a status for each of them.
		const count = Math.max(1, lacking.length - this.openPages);
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
			this.known.take(id, answer, isMissed && isUnlisted);
		}
	}

	/** Looks for a single extraction in the list, by its time. @returns whether it is certain that the list does not show it */
	private async isUnlisted(id: string, createdAt: number): Promise<boolean> {
		let [cursor, isCertain]: [string | undefined, boolean] = [undefined, true];
		while (this.pages > 0) {
			const page = await this.page('status', { from: createdAt, to: createdAt + 1, cursor });
			if (typeof page !== 'object') return false;
			const found = page.items.find((each) => each.id === id);
			if (found) this.known.look(found);
			if (page.hasUnreadable) isCertain = false;
			if (found || page.isLast) return !found && isCertain;
			cursor = page.next;
			if (cursor === undefined) return false;
		}
		return false;
	}

	// The events.

	/** The questions that an extraction is due to be announced for. */
	private dueQuestions(id: string, open: Open): string[] {
		const { waiting, silent, asked, tries = 0 } = open;
		const answer = this.answers.get(id);
		if (!waiting || silent || !answer) return [];
		if (answer.kind === 'status') return newQuestions(open, this.known.questions.get(id) ?? []);
		return tries >= this.options.limits.attempts && !asked?.includes(UNREADABLE_KEY) ? [UNREADABLE_KEY] : [];
	}

	/** The event that an open extraction is due for, if any. */
	private eventOf([id, open]: Entry): TriggerEvent | undefined {
		const { createdAt, ended, tries = 0 } = open;
		const kind = ended ?? WAITING;
		const questions = ended ? [] : this.dueQuestions(id, open);
		if (this.tried.has(id) || (!ended && questions.length === 0)) return undefined;
		const [listed, answer] = [this.listed.get(id), this.answers.get(id)];
		return {
			kind,
			id,
			createdAt,
			tries: ended ? tries : 0,
			passes: this.options.filter === '' || (listed?.passes ?? open.passes),
			questions,
			item: listed?.status === kind ? listed.item : undefined,
			status: answer?.kind === 'status' && answer.status === kind ? answer.response : undefined,
			...(!ended && answer && answer.kind !== 'status' && { unreadable: answer.reason }),
		};
	}

	/** Announces what is due, in the order of creation. */
	private async tell(kind: 'event' | 'retry', most = Infinity): Promise<void> {
		const { wanted, limits } = this.options;
		for (const [id, { ended }] of this.state.open) if (ended && !wanted.has(ended)) this.known.conclude(id);
		const due = [...this.state.open]
			.flatMap((entry) => this.eventOf(entry) ?? [])
			.filter(({ kind: what, tries }) => (kind === 'retry') === tries > 0 && wanted.has(what));
		for (const event of due.sort(inOrder).slice(0, most)) {
			const hasWholePoll = most === 1 || event.tries + 1 >= limits.attempts;
			const outcome = await this.step(kind, this.asks.event(kind, { ...event, hasWholePoll }));
			if (outcome) await this.conclude(event, outcome);
		}
	}

	private async conclude(event: TriggerEvent, outcome: Outcome): Promise<void> {
		const { id, kind, questions } = event;
		const open = this.state.open.get(id);
		if (!open) return;
		this.tried.add(id);
		const isFailed = outcome.kind === 'failed';
		if (isFailed && !(await this.isOver(event, open, outcome))) return;
		if (kind === WAITING) this.known.noteAsked(id, open, questions);
		else this.known.conclude(id);
		if (outcome.kind === 'ready' || (isFailed && event.passes))
			this.announced.push({ event, items: outcome.items });
	}

	/** Whether an event for which something cannot be fetched is not tried again. */
	private async isOver(event: TriggerEvent, open: Open, { final, passes }: Failed): Promise<boolean> {
		const { id, kind, createdAt, tries } = event;
		event.passes = passes;
		if (final) return true;
		// Somebody may answer the questions before the next try, so they are announced while they are open.
		if (kind !== WAITING && tries + 1 < this.options.limits.attempts) {
			open.tries = tries + 1;
			return false;
		}
		// If its record cannot be read, the list still says what the filters ask for.
		const isUnlisted = passes === undefined && (await this.isUnlisted(id, createdAt));
		event.passes ??= this.listed.get(id)?.passes;
		return event.passes !== undefined || isUnlisted || this.listed.has(id);
	}
}

/** The order of creation. */
export const inOrder = (a: TriggerEvent, b: TriggerEvent): number =>
	a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
