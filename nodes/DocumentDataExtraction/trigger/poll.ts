import type { INodeExecutionData } from 'n8n-workflow';
import {
	conclude,
	dueEvents,
	Known,
	putOff,
	takeStatus,
	unsure,
	type PollOptions,
	type StatusAnswer,
	type TriggerEvent,
} from './events';
import {
	afterPage,
	begin,
	narrow,
	oldestOf,
	see,
	settle,
	silence,
	startAgain,
	survey,
	type ListPage,
	type ListReading,
} from './scan';
import { KINDS, WAITING, type Kind, type TriggerState } from './state';

/** A request for a page of a list: creation times, both inclusive like the contract's, and the place among them. */
export interface ListRequest {
	status?: 'processing';
	from?: number;
	to?: number;
	cursor?: string;
}

/** The outcome of a try to fetch what belongs to an event. */
export interface Outcome {
	/** They announce the event; none if it is not for this trigger. */
	items: INodeExecutionData[];
	/** Something that belongs to it could not be fetched. Another try may help; the items are for when there is none. */
	mayRetry?: boolean;
}

/** The requests of a poll. Undefined: there is no time or no turn for it, and the next poll goes on with the rest. */
export interface Asks {
	list(kind: Kind, request: ListRequest & { limit: number }): Promise<ListPage | undefined>;
	/** @param hasWholePoll lets it take all the time that is left, not only its share; likewise for an event */
	status(id: string, hasWholePoll: boolean): Promise<StatusAnswer | undefined>;
	event(kind: Kind, event: TriggerEvent, hasWholePoll: boolean): Promise<Outcome | undefined>;
}

const CROWDED =
	'more extractions were created within a millisecond than this poll could read. Some of these may be missed, or hold up newer ones.';

/**
 * One poll: its knowledge, and what it asks, in which order. Its state is stored if it ends well. It knows no HTTP and no n8n; the answers come from
 * `Asks`, which also keeps its time.
 */
export class Poll extends Known {
	readonly announced: Array<{ event: TriggerEvent; items: INodeExecutionData[] }> = [];
	/** The first kind of work: the list, or one for which the poll before had no time. */
	private readonly began: Kind;
	private pages: number;
	/** Pages read for what is open. */
	private openPages = 0;
	/** The lists of the survey that are still to be read. */
	private readings: ListReading[];
	/** The oldest in the list of all that the survey has read. */
	private surveyedTo = Infinity;
	/** The kinds of work that came up, and whether they had a turn. */
	private readonly turns = new Map<Kind, boolean>();

	constructor(
		private readonly asks: Asks,
		options: PollOptions,
		before: TriggerState | null,
	) {
		super(options, before);
		this.began = this.state.next ?? 'list';
		delete this.state.next;
		this.readings = this.state.survey;
		this.pages = options.limits.pagesPerPoll * (this.isFirst ? 2 : 1);
	}

	/** Each kind of work. Somebody may answer questions, so they come before ends. Events that have failed come last: they may hang. */
	private static readonly STEPS: Record<Kind, (poll: Poll) => Promise<void>> = {
		list: async (poll) => await poll.list(),
		survey: async (poll) => await poll.survey(),
		status: async (poll) => await poll.askStatuses(),
		question: async (poll) => await poll.announce('question'),
		event: async (poll) => await poll.announce('event'),
		retry: async (poll) => await poll.announce('retry'),
	};

	/** @returns whether it has learned anything to store */
	async run(): Promise<boolean> {
		const { state, isFirst, began } = this;
		// At the first poll, ends are nobody's event, and new extractions will come at the next.
		const kinds: readonly Kind[] = isFirst ? ['survey', 'status'] : KINDS;
		for (const kind of began === 'list' ? kinds : [began, ...kinds]) await Poll.STEPS[kind](this);
		this.announced.sort((a, b) => inOrder(a.event, b.event));
		// Extractions on pages that the first poll had no time to read may have ended before.
		if (isFirst && this.readings.some(({ status }) => !status)) silence(this, this.surveyedTo);
		state.survey = this.readings.map(({ status, to, hasFound }) => ({ status, to, hasFound }));
		state.next ??= after(began).find((kind) => this.turns.get(kind) === false);
		return !isFirst || this.turns.get('survey') === true;
	}

	/** One step, and a note on whether its kind had a turn. @param asking undefined if nothing is left for it */
	private async step<T>(kind: Kind, asking: Promise<T | undefined> | undefined): Promise<T | undefined> {
		const result = await asking;
		this.turns.set(kind, result !== undefined || this.turns.get(kind) === true);
		return result;
	}

	private async page(kind: Kind, request: ListRequest): Promise<ListPage | undefined> {
		const limit = this.options.limits.pageSize;
		const asking = this.pages > 0 ? this.asks.list(kind, { ...request, limit }) : undefined;
		const page = await this.step(kind, asking);
		if (!page) return undefined;
		this.pages -= 1;
		see(this, page);
		return page;
	}

	/** Reads a list page by page, as long as more pages are left than are kept for others. */
	private async read(
		kind: Kind,
		range: Omit<ListRequest, 'cursor'>,
		pagesKept = 0,
	): Promise<{ pages: ListPage[]; isWhole: boolean }> {
		const pages: ListPage[] = [];
		let cursor: string | undefined;
		while (this.pages > pagesKept) {
			const page = await this.page(kind, { ...range, cursor });
			if (!page) break;
			pages.push(page);
			cursor = page.next;
			if (cursor === undefined) return { pages, isWhole: page.isLast };
		}
		return { pages, isWhole: false };
	}

	// The list, from the oldest on.

	private async list(): Promise<void> {
		const { state } = this;
		// The survey has a third of the pages: what was open when the trigger began may end before it is seen.
		const pagesKept = this.readings.length > 0 ? Math.ceil(this.options.limits.pagesPerPoll / 3) : 0;
		for (let isWholePoll = true; this.pages > pagesKept; isWholePoll = false) {
			// Without an end, which is the usual case, all that is new.
			const to = state.ends.find((end) => end > state.at);
			const { pages, isWhole } = await this.read('list', { from: state.at, to }, pagesKept);
			const items = pages.flatMap((page) => page.items);
			if (!isWhole) {
				// A poll of which other parts have used some does not show how much fits into a whole one.
				if (items.length === 0 || !isWholePoll) return;
				if (to === undefined || to - state.at > 1) return narrow(this, items, to);
				this.warnings.add(CROWDED);
				// A single millisecond. If a page has failed, or there was no time for it, the next poll reads it again.
				if (this.pages > pagesKept) return;
			}
			while (!settle(this, items, to ?? Infinity, pages[0]?.serviceMs)) {
				const { size } = state.open;
				await this.announce('event');
				// Announced ends have made room.
				if (state.open.size === size) return startAgain(this);
			}
			if (to === undefined) return;
		}
	}

	// Extractions that were open when the trigger began, and those that are open.

	/** Reads on in the lists of the survey, and then in those that save statuses. */
	private async survey(): Promise<void> {
		const { state, isFirst } = this;
		for (;;) {
			const [reading, ...others] = this.readings;
			if (!reading) return isFirst ? undefined : await this.readOpen();
			const { status, place = { to: reading.to } } = reading;
			const page = await this.page('survey', { status, ...place });
			if (!page) return;
			const isBeginning = isFirst && this.surveyedTo === Infinity;
			if (isBeginning) begin(this, page);
			const { size } = state.open;
			survey(this, page.items);
			const hasFound = reading.hasFound || state.open.size > size || undefined;
			if (!status) this.surveyedTo = Math.min(this.surveyedTo, oldestOf(page.items));
			// If one page has all that there is, no list has more.
			const isAll = isBeginning && page.isLast;
			this.readings = isAll ? [] : afterPage(this, [{ ...reading, hasFound }, ...others], page);
		}
	}

	/** Reads the list of those in processing if it saves statuses, and that of all if many have left it at once. */
	private async readOpen(): Promise<void> {
		const { processingListFrom, statusesPerPoll } = this.options.limits;
		for (const status of ['processing', undefined] as const) {
			const times = unsure(this).flatMap(([id, { status: is, createdAt }]) =>
				is === 'processing' && !this.listed.has(id) ? createdAt : [],
			);
			if (times.length < (status ? processingListFrom : statusesPerPoll + 1)) return;
			const range = { status, from: Math.min(...times), to: Math.max(...times) + 1 };
			const { pages, isWhole } = await this.read('survey', range);
			this.openPages += pages.length;
			if (!isWhole) return;
		}
	}

	private async askStatuses(): Promise<void> {
		const { attempts, statusesPerPoll } = this.options.limits;
		const open = unsure(this);
		// Even if the list has saved nothing, the poll must not cost more than a status for each of them.
		const count = Math.max(1, open.length - this.openPages);
		// A request that hangs takes the time of those after it. At the next poll it comes last.
		for (const [id, { createdAt, tries }] of open.slice(0, Math.min(statusesPerPoll, count))) {
			if (this.answers.has(id)) continue;
			// One that is slow has all the time there is at every third try, so that one that hangs leaves most polls to the others.
			const isLastTry = (tries + 1) % attempts === 0;
			const answer = await this.step('status', this.asks.status(id, isLastTry));
			if (!answer) return;
			// Its status may never become readable, but the list knows its end too. Only if that does not show it either, it is gone.
			const isUnlisted =
				answer.kind !== 'status' && tries + 1 >= attempts && (await this.isUnlisted(id, createdAt));
			takeStatus(this, id, answer, answer.kind === 'missing' && isUnlisted);
		}
	}

	/**
	 * Looks for a single extraction in the list, by its time. It takes none of the statuses' time, which one that hangs has used up.
	 *
	 * @returns whether it is certain that the list does not show it
	 */
	private async isUnlisted(id: string, createdAt: number): Promise<boolean> {
		if (this.listed.has(id)) return false;
		const { pages, isWhole } = await this.read('survey', { from: createdAt, to: createdAt + 1 });
		return isWhole && !pages.some(({ hasUnreadable }) => hasUnreadable) && !this.listed.has(id);
	}

	// The events.

	private async announce(kind: Kind): Promise<void> {
		const due = dueEvents(this).filter((event) => eventKind(event) === kind);
		for (const event of due.sort((a, b) => b.tries - a.tries || inOrder(a, b))) {
			const isLastTry = (event.tries + 1) % this.options.limits.attempts === 0;
			const outcome = await this.step(kind, this.asks.event(kind, event, isLastTry));
			// Somebody may answer questions before the next try, so they are announced while they are open.
			if (outcome?.mayRetry && !isLastTry && kind !== 'question') putOff(this, event);
			else if (outcome) {
				conclude(this, event);
				if (outcome.items.length > 0) this.announced.push({ event, items: outcome.items });
			}
			// A last try needs the whole poll. Every second poll is enough, so that what hangs leaves time to the others.
			else if (isLastTry && this.began !== kind) this.state.next = kind;
		}
	}
}

/** The kinds of work that come after one, in turn. */
const after = (kind: Kind): Kind[] => [...KINDS, ...KINDS].slice(KINDS.indexOf(kind) + 1);

/** The order of creation. */
const inOrder = (a: TriggerEvent, b: TriggerEvent): number =>
	a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

const eventKind = ({ kind, tries }: TriggerEvent): Kind =>
	kind === WAITING ? 'question' : tries > 0 ? 'retry' : 'event';
