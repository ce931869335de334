import type { INodeExecutionData } from 'n8n-workflow';
import { Known, timesOf, type Page, type PollOptions, type StatusAnswer, type TriggerEvent } from './known';
import { KINDS, VERSION, WAITING, type Kind, type TriggerState } from './state';

/** What a list is asked for: creation times, both inclusive like the contract's, and the place among them. */
export interface ListRequest {
	status?: 'processing';
	from?: number;
	to?: number;
	cursor?: string;
}

/** What has become of an event. */
export interface Outcome {
	/** What announces it; nothing if it is not for this trigger. */
	items: INodeExecutionData[];
	/** Something that belongs to it could not be fetched. Another try may help; the items are for when there is none. */
	mayRetry?: boolean;
}

/** What a poll asks. Undefined: it has no time or no turn for it, and the next poll goes on with the rest. */
export interface Asks {
	/** `refused`: the service does not take the cursor any more. */
	list(kind: Kind, request: ListRequest & { limit: number }): Promise<Page | 'refused' | undefined>;
	/** @param hasWholePoll lets it take all the time that is left, not only its share; likewise for an event */
	status(id: string, hasWholePoll: boolean): Promise<StatusAnswer | undefined>;
	event(kind: Kind, event: TriggerEvent, hasWholePoll: boolean): Promise<Outcome | undefined>;
}

const beginning = ({ account }: PollOptions): TriggerState => ({
	version: VERSION,
	account,
	from: 0,
	at: 0,
	ends: [],
	silentBefore: 0,
	survey: [{}, { status: 'processing' }],
	open: new Map(),
	seen: new Map(),
});

const CROWDED =
	'more extractions were created within a millisecond than this poll could read. Some of these may be missed, or hold up newer ones.';

/**
 * One poll: what it asks, in which order. It works on a state of its own, which is stored if the poll ends well. It knows no HTTP and no n8n; what
 * it asks comes from `Asks`, which also keeps its time.
 */
export class Poll {
	readonly state: TriggerState;
	readonly known: Known;
	readonly announced: Array<{ event: TriggerEvent; items: INodeExecutionData[] }> = [];
	private readonly isFirst: boolean;
	/** What it begins with: the list, or what the poll before had no time for. */
	private readonly began: Kind;
	private pages: number;
	/** Pages read for what is open. */
	private openPages = 0;
	/** Where it is in the lists of the survey. A cursor may not last until the next poll, which goes on by the time. */
	private readonly places = new Map<ListRequest['status'], ListRequest>();
	/** The oldest in the list of all that the survey has read. */
	private surveyedTo = Infinity;
	private readonly had = new Set<Kind>();
	private readonly cut = new Set<Kind>();

	/** @param before the stored state, which the poll changes; null at the first poll */
	constructor(
		private readonly asks: Asks,
		private readonly options: PollOptions,
		before: TriggerState | null,
	) {
		this.isFirst = before === null;
		this.state = before ?? beginning(options);
		this.began = this.state.next ?? 'list';
		delete this.state.next;
		this.known = new Known(this.state, options, this.isFirst);
		this.pages = options.limits.pagesPerPoll * (this.isFirst ? 2 : 1);
	}

	/** @returns whether it has learned anything to store */
	async run(): Promise<boolean> {
		const { state, isFirst, began } = this;
		// What has ended at the first poll is nobody's event, and what is new will come at the next.
		const kinds: readonly Kind[] = isFirst ? ['survey', 'status'] : KINDS;
		for (const kind of began === 'list' ? kinds : [began, ...kinds]) await this[kind]();
		this.announced.sort((a, b) => inOrder(a.event, b.event));
		// What the first poll had no time to read may have ended before.
		if (isFirst && state.survey.some(({ status }) => !status)) this.known.silence(this.surveyedTo);
		const others = [...KINDS, ...KINDS].slice(KINDS.indexOf(began) + 1);
		state.next ??= others.find((kind) => this.cut.has(kind) && !this.had.has(kind));
		return !isFirst || this.had.has('survey');
	}

	/** One step, and a note on whether its kind had a turn. @param asking undefined if nothing is left for it */
	private async step<T>(kind: Kind, asking: Promise<T | undefined> | undefined): Promise<T | undefined> {
		const result = await asking;
		(result === undefined ? this.cut : this.had).add(kind);
		return result;
	}

	private async page(kind: Kind, request: ListRequest): Promise<Page | 'refused' | undefined> {
		const limit = this.options.limits.pageSize;
		const asking = this.pages > 0 ? this.asks.list(kind, { ...request, limit }) : undefined;
		const page = await this.step(kind, asking);
		if (page !== undefined) this.pages -= 1;
		if (typeof page === 'object') this.known.see(page);
		return page;
	}

	/** Reads a list page by page, as long as more pages are left than are kept for others. */
	private async read(
		kind: Kind,
		range: Omit<ListRequest, 'cursor'>,
		pagesKept = 0,
	): Promise<{ pages: Page[]; isWhole: boolean }> {
		const pages: Page[] = [];
		let cursor: string | undefined;
		while (this.pages > pagesKept) {
			const page = await this.page(kind, { ...range, cursor });
			if (typeof page !== 'object') break;
			pages.push(page);
			cursor = page.next;
			if (cursor === undefined) return { pages, isWhole: page.isLast };
		}
		return { pages, isWhole: false };
	}

	// The list, from the oldest on.

	private async list(): Promise<void> {
		const { known, state } = this;
		// The survey has a third of the pages: what was open when the trigger began may end before it is seen.
		const pagesKept = state.survey.length > 0 ? Math.ceil(this.options.limits.pagesPerPoll / 3) : 0;
		for (let isWholePoll = true; this.pages > pagesKept; isWholePoll = false) {
			// Without an end, which is the usual case, all that is new.
			const to = state.ends.find((end) => end > state.at);
			const { pages, isWhole } = await this.read('list', { from: state.at, to }, pagesKept);
			const items = pages.flatMap((page) => page.items);
			if (!isWhole) {
				// What other parts have left of a poll says nothing of how much fits.
				if (items.length === 0 || !isWholePoll) return;
				if (to === undefined || to - state.at > 1) return known.narrow(items, to);
				known.warnings.add(CROWDED);
				// A single millisecond. If a page has failed, or there was no time for it, the next poll reads it again.
				if (this.pages > pagesKept) return;
			}
			while (!known.settle(items, to ?? Infinity, pages[0]?.serviceMs)) {
				const { size } = state.open;
				await this.event();
				// What was announced has made room.
				if (state.open.size === size) return known.startAgain();
			}
			if (to === undefined) return;
		}
	}

	// What was open when the trigger began, and what is open.

	/** Reads on in the lists for what was open when the trigger began, and then in those that save statuses. */
	private async survey(): Promise<void> {
		const { known, state, isFirst } = this;
		for (;;) {
			const [reading, ...others] = state.survey;
			if (!reading) return isFirst ? undefined : await this.readOpen();
			const { status, to } = reading;
			const place = this.places.get(status) ?? { status, to };
			const page = await this.page('survey', place);
			if (!page) return;
			if (page === 'refused' || page.next === undefined) this.places.delete(status);
			else this.places.set(status, { ...place, cursor: page.next });
			if (page === 'refused') continue;
			const isFirstPage = isFirst && this.surveyedTo === Infinity;
			if (isFirstPage) known.begin(page);
			// A page without entries says nothing more, and the list goes on.
			if (page.items.length === 0 && page.next !== undefined) continue;
			const before = state.open.size;
			known.survey(page.items);
			const hasFound = reading.hasFound || state.open.size > before || undefined;
			const oldest = Math.min(...timesOf(page.items));
			if (!status) this.surveyedTo = Math.min(this.surveyedTo, oldest);
			const isDeep = !status && oldest < state.silentBefore - this.options.limits.surveyDepthMs;
			// Each poll goes on by at least a millisecond. The service may count finer.
			const end = Math.min(oldest + 1, (place.to ?? Infinity) - 1);
			if (page.next !== undefined && !isDeep) others.push({ status, to: end, hasFound });
			// What leaves the list between two pages may move others across the cursor: it is read until that brings nothing more.
			else if (status && hasFound && !isFirst) others.push({ status });
			// If one page has all that there is, no list has more.
			state.survey = isFirstPage && page.isLast ? [] : others;
		}
	}

	/** Reads the list of those in processing if it saves statuses, and that of all if many have left it at once. */
	private async readOpen(): Promise<void> {
		const { known } = this;
		const { processingListFrom, statusesPerPoll } = this.options.limits;
		for (const status of ['processing', undefined] as const) {
			const times = known.unsure.flatMap(([id, { status: is, createdAt }]) =>
				is === 'processing' && !known.listed.has(id) ? createdAt : [],
			);
			if (times.length < (status ? processingListFrom : statusesPerPoll + 1)) return;
			const range = { status, from: Math.min(...times), to: Math.max(...times) + 1 };
			const { pages, isWhole } = await this.read('survey', range);
			this.openPages += pages.length;
			if (!isWhole) return;
		}
	}

	private async status(): Promise<void> {
		const { known } = this;
		const { attempts, statusesPerPoll } = this.options.limits;
		const { unsure } = known;
		// Even if the list has saved nothing, the poll must not cost more than a status for each of them.
		const count = Math.max(1, unsure.length - this.openPages);
		// A request that hangs takes the time of those after it. At the next poll it comes last.
		for (const [id, { createdAt, tries }] of unsure.slice(0, Math.min(statusesPerPoll, count))) {
			if (known.answers.has(id)) continue;
			// One that is slow has all the time there is at every third try, so that one that hangs leaves most polls to the others.
			const isLastTry = (tries + 1) % attempts === 0;
			const answer = await this.step('status', this.asks.status(id, isLastTry));
			if (!answer) return;
			// Its status may never become readable, but the list knows its end too. Only if that does not show it either, it is gone.
			const isUnlisted =
				answer.kind !== 'status' && tries + 1 >= attempts && (await this.isUnlisted(id, createdAt));
			known.take(id, answer, answer.kind === 'missing' && isUnlisted);
		}
	}

	/**
	 * Looks for a single extraction in the list, by its time. It takes none of the statuses' time, which one that hangs has used up.
	 *
	 * @returns whether it is certain that the list does not show it
	 */
	private async isUnlisted(id: string, createdAt: number): Promise<boolean> {
		if (this.known.listed.has(id)) return false;
		const { pages, isWhole } = await this.read('survey', { from: createdAt, to: createdAt + 1 });
		return isWhole && !pages.some(({ hasUnreadable }) => hasUnreadable) && !this.known.listed.has(id);
	}

	// The events.

	// Somebody may answer questions, so they come before ends. What has failed before comes last: it may hang, and must not hold up the others.
	private readonly question = async (): Promise<void> => await this.announce('question');
	private readonly event = async (): Promise<void> => await this.announce('event');
	private readonly retry = async (): Promise<void> => await this.announce('retry');

	private async announce(kind: Kind): Promise<void> {
		const due = this.known.due().filter((event) => kindOf(event) === kind);
		for (const event of due.sort((a, b) => b.tries - a.tries || inOrder(a, b))) {
			const isLastTry = (event.tries + 1) % this.options.limits.attempts === 0;
			const outcome = await this.step(kind, this.asks.event(kind, event, isLastTry));
			if (outcome) this.conclude(event, outcome);
			// A last try needs the whole poll. Every second poll is enough, so that what hangs leaves time to the others.
			else if (isLastTry && this.began !== kind) this.state.next = kind;
		}
	}

	private conclude(event: TriggerEvent, { items, mayRetry }: Outcome): void {
		const { known, options } = this;
		const { kind, tries } = event;
		// Somebody may answer the questions before the next try, so they are announced while they are open.
		if (mayRetry && kind !== WAITING && tries + 1 < options.limits.attempts) return known.putOff(event);
		known.conclude(event);
		if (items.length > 0) this.announced.push({ event, items });
	}
}

/** The order of creation. */
const inOrder = (a: TriggerEvent, b: TriggerEvent): number =>
	a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

const kindOf = ({ kind, tries }: TriggerEvent): Kind =>
	kind === WAITING ? 'question' : tries > 0 ? 'retry' : 'event';
