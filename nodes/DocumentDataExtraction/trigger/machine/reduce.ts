import {
	newQuestions,
	questionKeys,
	UNREADABLE_KEY,
	WAITING,
	type EventKind,
	type Listed,
	type TriggerEvent,
} from './events';
import { newestFirst, oldestOf, type PollFindings, type Scan, type StatusFinding } from './findings';
import type { TriggerLimits } from './limits';
import { advance, discovered, see, takeBacklog, takeNewest, type Draft } from './lists';
import {
	BYTES,
	conclude,
	copyState,
	forgetSettled,
	isSettled,
	leastBytes,
	observe,
	type Tracked,
	type TriggerState,
} from './state';

export interface TriggerOptions {
	/** Fingerprint of base URL, credential and scope. Another one means another account: the trigger starts anew. */
	account: string;
	/** Fingerprint of the filters; empty without any. */
	filter: string;
	wanted: ReadonlySet<EventKind>;
	limits: TriggerLimits;
	/** The local time of the activation, if no poll since then has had its turn. */
	activatedMs?: number;
}

/**
 * After this many misses in a row the list is asked, and an extraction that it does not show either counts as deleted. One miss may mean that
 * a server does not know a new extraction yet.
 */
export const MISSES = 2;

/**
 * Takes the result of a status request into the state. It changes only tracked extractions.
 *
 * @param startedTurn the turn at which the poll began: another one may have looked since
 */
export function takeStatus(
	state: TriggerState,
	id: string,
	finding: StatusFinding<unknown>,
	startedTurn: number,
): void {
	const tracked = state.tracked.get(id);
	if (!tracked) return;
	const isLatest = (tracked.checked ?? 0) <= startedTurn;
	tracked.checked = state.turn;
	if (finding.kind === 'status') {
		if (!tracked.ended) delete tracked.attempts;
		observe(tracked, finding.status);
		if (isLatest && finding.status === 'processing' && tracked.asked) tracked.answered = true;
		if (!tracked.waiting) return;
		if (isLatest && tracked.answered) delete tracked.asked;
		if (isLatest) delete tracked.answered;
		tracked.open = questionKeys(finding.questions);
		tracked.asked = tracked.asked?.filter((key) => key !== UNREADABLE_KEY);
		if (tracked.silent) tracked.asked = tracked.open;
		delete tracked.silent;
		return;
	}
	// Its end was seen and is still to be announced.
	if (tracked.ended) return;
	tracked.attempts = (tracked.attempts ?? 0) + 1;
	if (finding.kind !== 'missing') return;
	const { missed = 0 } = tracked;
	tracked.missed = Math.min(missed + 1, MISSES);
	// If another poll has seen it in the meantime, this one is too old to say that it is gone.
	if (finding.unlisted && isLatest && tracked.missed >= MISSES) state.tracked.delete(id);
}

/**
 * Takes in the list of extractions that were in processing at the activation, if the first poll had no time for it. The unread rest joins the
 * backlog. What has ended before the activation is not announced from there.
 */
function takeSurvey(draft: Draft, scan: Scan<unknown>): void {
	const { state, limits } = draft;
	const { silentUpTo, backlog } = state;
	if (!state.unsurveyed || scan.from > 0 || scan.to === null || scan.to < silentUpTo - 1) return;
	let left = scan.exhausted ? undefined : oldestOf(scan);
	for (const listed of newestFirst(scan)) {
		if (state.tracked.has(listed.id) || !isSettled(state, listed.createdAt)) continue;
		const tracked = discovered(draft, listed);
		if (!tracked) continue;
		if (draft.bytes + BYTES.entry(listed.id) > limits.stateBytes) {
			left = listed.createdAt;
			break;
		}
		draft.bytes += BYTES.entry(listed.id);
		state.tracked.set(listed.id, tracked);
	}
	if (left !== undefined && backlog && backlog.to >= silentUpTo) return;
	if (left !== undefined) state.backlog = { from: 0, to: Math.max(left, backlog?.to ?? 0) };
	delete state.unsurveyed;
}

/** If the filters have changed, forgets what the old ones said. */
function adoptFilter(state: TriggerState, filter: string): void {
	if (state.filter === filter) return;
	state.filter = filter;
	for (const tracked of state.tracked.values()) {
		if (filter === '') delete tracked.filter;
		else tracked.filter = 'unsure';
	}
}

/** The questions that an extraction is due to be announced for. */
function dueQuestions(
	tracked: Tracked,
	finding: StatusFinding<unknown> | undefined,
	{ attempts: most }: TriggerLimits,
): string[] {
	const { waiting, silent, open = [], asked = [], attempts = 0 } = tracked;
	if (!waiting || silent || !finding) return [];
	if (finding.kind === 'status') return newQuestions(asked, open);
	return attempts >= most && !asked.includes(UNREADABLE_KEY) ? [UNREADABLE_KEY] : [];
}

/** The event that a tracked extraction is due for, if any. */
function eventOf<Item, Status>(
	[id, tracked]: [string, Tracked],
	findings: PollFindings<Item, Status, unknown>,
	listed: ReadonlyMap<string, Listed<Item>>,
	{ limits, wanted }: TriggerOptions,
): TriggerEvent<Item, Status> | undefined {
	const { createdAt, ended, attempts = 0, filter } = tracked;
	const finding = findings.statuses.get(id);
	const questions = ended ? [] : dueQuestions(tracked, finding, limits);
	const kind = ended ?? WAITING;
	if ((!ended && questions.length === 0) || filter === 'out' || !wanted.has(kind)) return undefined;
	const item = listed.get(id);
	const open = ended ? [] : (tracked.open ?? []);
	return {
		key: JSON.stringify([id, kind, ...(questions[0] === UNREADABLE_KEY ? questions : open)]),
		kind,
		id,
		createdAt,
		attempt: (ended ? attempts : 0) + 1,
		passes: filter === 'unsure' ? undefined : true,
		questions,
		open,
		item: item?.status === kind ? item.item : undefined,
		status: finding?.kind === 'status' && finding.status === kind ? finding.response : undefined,
		hurry: tracked.late,
		...(!ended && finding && finding.kind !== 'status' && { unreadable: finding.reason }),
	};
}

/**
 * Takes the findings of a poll into a state. Returns the next state, in which every event is still open, and the events in the order of creation,
 * without those that another poll has announced in the meantime.
 */
export function reduce<Item, Status>(
	before: TriggerState,
	findings: PollFindings<Item, Status, unknown>,
	options: TriggerOptions,
): { state: TriggerState; events: Array<TriggerEvent<Item, Status>>; full: boolean } {
	const { wanted, limits } = options;
	const state = copyState(before);
	adoptFilter(state, options.filter);
	const draft: Draft = { state, wanted, limits, bytes: leastBytes(state), full: false };
	if (findings.newest) takeNewest(draft, findings.newest, findings.startedMs);
	if (findings.backlog) takeBacklog(draft, findings.backlog);
	advance(draft);
	if (findings.processing) takeSurvey(draft, findings.processing);
	const scans = [findings.newest, findings.backlog, findings.processing];
	const listed = [...scans.flatMap((scan) => scan?.items ?? []), ...findings.lookedUp];
	if (findings.statuses.size > 0 || findings.processing) state.turn += 1;
	for (const each of [...(findings.processing?.items ?? []), ...findings.lookedUp]) {
		const tracked = state.tracked.get(each.id);
		if (!tracked) continue;
		see(tracked, each);
		tracked.checked = state.turn;
	}
	for (const [id, finding] of findings.statuses) takeStatus(state, id, finding, findings.startedTurn);
	forgetSettled(state);
	for (const [id, { ended, filter }] of state.tracked)
		if (ended && (!wanted.has(ended) || filter === 'out')) conclude(state, id, limits);

	const items = new Map(listed.reverse().map((each) => [each.id, each]));
	const events = [...state.tracked].flatMap((entry) => eventOf(entry, findings, items, options) ?? []);
	return {
		state,
		full: draft.full,
		events: events.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
	};
}
