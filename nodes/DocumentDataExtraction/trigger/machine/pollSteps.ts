import { MINUTE_MS } from '../../shared/time';
import { firstState } from './baseline';
import { WAITING } from './events';
import { newFindings, type PollFindings } from './findings';
import { between, readBacklog, readBaseline, readNewest, readProcessing } from './pages';
import { MISSES, reduce } from './reduce';
import type { StepKind, Tracked, TriggerState } from './state';
import { ask, type Plan, type PollOptions, type PollStep, type StepResult, type Steps } from './steps';

type Entry = [id: string, tracked: Tracked];

const longestAgo = ([, a]: Entry, [, b]: Entry): number => (a.checked ?? -1) - (b.checked ?? -1);

/**
 * Puts those first that were looked at longest ago. Among equals, others come first every minute: if n8n drops the state of a poll, the next
 * poll must not ask after the same extractions again.
 */
function inTurn(entries: Entry[], nowMs: number, most: number): Entry[] {
	const start = entries.length > most ? (Math.floor(nowMs / MINUTE_MS) * most) % entries.length : 0;
	const rotated = [...entries.slice(start), ...entries.slice(0, start)];
	return rotated.sort(longestAgo).slice(0, most);
}

const scansOf = ({ newest, backlog, processing }: PollFindings<unknown, unknown, unknown>) =>
	[newest, backlog, processing].flatMap((scan) => scan?.items.map(({ id }) => id) ?? []);

/** The open extractions that no list of this poll has shown. */
function unseenIn(state: TriggerState, findings: PollFindings<unknown, unknown, unknown>): Entry[] {
	const seen = new Set(scansOf(findings));
	return [...state.tracked].filter(([id, { ended }]) => !ended && !seen.has(id));
}

/**
 * Picks the extractions that wait for answers, to read their questions, or, if nobody wants to know them, to see whether they still wait. Also
 * picks those that go on according to the list: the list may lag behind, and only a status makes the questions that follow a new round.
 */
function waitingChecks(
	state: TriggerState,
	findings: PollFindings<unknown, unknown, unknown>,
	{ wanted, limits, nowMs }: PollOptions,
): Entry[] {
	const seen = new Set(scansOf(findings));
	const due = [...state.tracked].filter(
		([id, { waiting, filter, ended, asked, answered }]) =>
			(waiting || (asked && !answered && !ended)) &&
			((wanted.has(WAITING) && filter !== 'out') || (!findings.baseline && !seen.has(id))),
	);
	return inTurn(due, nowMs, limits.questionChecksPerPoll);
}

/** The creation times between which those in processing are worth a list. */
function processingTimes(state: TriggerState, unseen: Entry[], least: number): number[] {
	if (state.unsurveyed) return [0, state.silentUpTo - 1];
	return unseen.length >= least ? unseen.map(([, { createdAt }]) => createdAt) : [];
}

/**
 * Finds a single extraction in the list, by its time.
 *
 * @returns whether it is certain that the list does not show it
 */
function* lookUp<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
	id: string,
	createdAt: number,
): Steps<Item, Status, Payload, boolean> {
	const query = { ...between(createdAt, createdAt), limit: plan.options.limits.pageSize };
	let [cursor, isCertain]: [string | undefined, boolean] = [undefined, true];
	do {
		const step: PollStep<Item, Status> = { kind: 'processing', query: { ...query, cursor } };
		const page: StepResult<Item, Status, Payload> = yield* ask(plan, step);
		plan.pages -= 1;
		if (page.kind !== 'page') return false;
		const found = page.extractions.filter((each) => each.id === id);
		plan.findings.lookedUp.push(...found);
		if (page.hasUnreadable) isCertain = false;
		if (found.length > 0 || !page.hasMore) return found.length === 0 && isCertain;
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined && plan.pages > 0);
	return false;
}

/** @param begins whether the poll begins with the first of them */
function* askStatuses<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
	entries: Entry[],
	begins = false,
): Steps<Item, Status, Payload, void> {
	const { statuses } = plan.findings;
	const { attempts: most } = plan.options.limits;
	for (const [id, { createdAt, attempts = 0, missed = 0 }] of entries) {
		if (statuses.has(id)) continue;
		// One that is slow has all the time there is at every third try, so that one that hangs leaves most polls to the others.
		const hasWholePoll = begins || (attempts + 1) % most === 0;
		const result = yield* ask(plan, { kind: 'status', id, hasWholePoll });
		if (result.kind === 'later') return;
		if (result.kind !== 'status' && result.kind !== 'missing' && result.kind !== 'unavailable') continue;
		statuses.set(id, result);
		const isMissed = result.kind === 'missing' && missed + 1 >= MISSES;
		const isUnreadable = result.kind === 'unavailable' && attempts + 1 >= most;
		if (plan.pages <= 0 || !(isMissed || isUnreadable)) continue;
		// Its status may never become readable, but the list knows its end too. Only if that does not show it either, it is gone.
		const unlisted = yield* lookUp(plan, id, createdAt);
		if (result.kind === 'missing') statuses.set(id, { ...result, unlisted });
	}
}

/** Learns in the cheapest way what happened to the open extractions that no list has shown, and reads the questions of those that wait. */
function* lookAfterOpen<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
): Steps<Item, Status, Payload, void> {
	const { state: before, findings, options } = plan;
	if (!before) return;
	const { limits, nowMs } = options;
	const { state } = reduce(before, findings, options);
	const unseen = (): Entry[] => unseenIn(state, findings).filter(([, { waiting }]) => !waiting);
	const [times, count] = [processingTimes(before, unseen(), limits.processingListFrom), unseen().length];
	if (times.length > 0) yield* readProcessing(plan, times, plan.pages);
	// Even if the list has saved nothing, the poll must not cost more than a status for each of them.
	const most = Math.max(1, count - (findings.processing?.pages.length ?? 0));
	const lacking = inTurn(unseen(), nowMs, Math.min(limits.statusesPerPoll, most));
	// A request that hangs takes the time of those after it. At the next poll it comes last.
	const checks = [...waitingChecks(state, findings, options), ...lacking].sort(longestAgo);
	yield* askStatuses(plan, checks);
}

/** The events without an outcome, those that are new and then those that have failed before, each in the order of creation. */
function dueEvents<Item, Status, Payload>({ state, findings, options }: Plan<Item, Status, Payload>) {
	const events = state ? reduce(state, findings, options).events : [];
	const due = events
		.filter(({ key }) => !findings.outcomes.has(key))
		.map((event) => ({ kind: event.attempt > 1 ? ('retry' as const) : ('event' as const), event }));
	return [...due.filter(({ kind }) => kind === 'event'), ...due.filter(({ kind }) => kind === 'retry')];
}

/** If the filters have changed, asks the list what they say of the due events: it always knows, in one request each. */
function* lookUpUnjudged<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
	due: ReturnType<typeof dueEvents<Item, Status, Payload>>,
): Steps<Item, Status, Payload, void> {
	for (const { event } of due) {
		if (event.passes !== undefined || event.item !== undefined) continue;
		if (plan.pages <= 0) return;
		yield* lookUp(plan, event.id, event.createdAt);
	}
}

/** Fetches what belongs to the events. @param only only the first one of that kind, which the poll begins with */
function* fetchExtras<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
	only?: StepKind,
): Steps<Item, Status, Payload, void> {
	const { findings, options } = plan;
	const due = (): ReturnType<typeof dueEvents<Item, Status, Payload>> =>
		only
			? dueEvents(plan)
					.filter(({ kind }) => kind === only)
					.slice(0, 1)
			: dueEvents(plan);
	yield* lookUpUnjudged(plan, due());
	for (const { kind, event } of due()) {
		const hurry = event.hurry || findings.began !== 'newest';
		const hasWholePoll = only !== undefined || event.attempt >= options.limits.attempts;
		const result = yield* ask(plan, { kind, event: { ...event, hurry, hasWholePoll } });
		if (result.kind === 'ready' || result.kind === 'skip' || result.kind === 'failed')
			findings.outcomes.set(event.key, result);
	}
}

/** One step of the kind that the poll before had no time for. */
function* begin<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
	kind: StepKind,
): Steps<Item, Status, Payload, void> {
	const { state, findings, options } = plan;
	if (!state) return;
	if (kind === 'backlog') yield* readBacklog(plan, 1);
	if (kind === 'event' || kind === 'retry') yield* fetchExtras(plan, kind);
	const old = unseenIn(state, findings).filter(
		([, { createdAt, waiting }]) => createdAt < state.windowStart && !waiting,
	);
	const times = processingTimes(state, old, 1);
	if (kind === 'processing' && times.length > 0) yield* readProcessing(plan, times, 1);
	if (kind === 'status')
		yield* askStatuses(
			plan,
			inTurn([...waitingChecks(state, findings, options), ...old], options.nowMs, 1),
			true,
		);
}

/**
 * One poll, step by step: yields what to ask the service and takes the result, until it has its findings, which `commit` then takes in. It
 * knows no HTTP, no clock and no n8n. The result `later` ends the steps of that kind; the next poll goes on with the rest.
 *
 * @param before the stored state, or null at the first poll
 */
export function* pollSteps<Item, Status, Payload>(
	before: TriggerState | null,
	options: PollOptions,
): Steps<Item, Status, Payload, PollFindings<Item, Status, Payload>> {
	const state = before?.account === options.account ? before : null;
	const findings = newFindings<Item, Status, Payload>(state === null, options.nowMs, state ?? {});
	const plan: Plan<Item, Status, Payload> = { state, findings, options, pages: options.limits.pagesPerPoll };
	if (!state) {
		yield* readBaseline(plan);
		const first = firstState(findings, options);
		if (first) yield* askStatuses(plan, waitingChecks(first, findings, options));
		return findings;
	}
	if (state.first) yield* begin(plan, state.first);
	yield* readNewest(plan);
	yield* readBacklog(plan, plan.pages - 1);
	yield* lookAfterOpen(plan);
	yield* fetchExtras(plan);
	return findings;
}
