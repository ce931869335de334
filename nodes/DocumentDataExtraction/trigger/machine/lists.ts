import { doneKey, isEnd, type EventKind, type Listed } from './events';
import { newestFirst, newestOf, oldestOf, reaches, type Scan } from './findings';
import type { TriggerLimits } from './limits';
import {
	BYTES,
	forgetSettled,
	forgetsPassed,
	isSettled,
	leastBytes,
	observe,
	roomFor,
	type Backlog,
	type Tracked,
	type TriggerState,
} from './state';

/** The next state in the making. */
export interface Draft {
	state: TriggerState;
	wanted: ReadonlySet<EventKind>;
	limits: TriggerLimits;
	/** The characters that the state takes up. */
	bytes: number;
	/** Whether something was left for lack of room. */
	full: boolean;
	/** The window could begin at `start`, but the newest were not read further down than `unread`. */
	behind?: { start: number; unread: number };
}

/** Takes in what a list says about a tracked extraction. */
export function see(tracked: Tracked, { status, passes }: Listed<unknown>): void {
	observe(tracked, status);
	if (passes) delete tracked.filter;
	else if (passes === false) tracked.filter = 'out';
}

/** A listed extraction that is not known yet: to be tracked, or null if there is nothing to announce of it. */
export function discovered(
	{ state, wanted }: Pick<Draft, 'state' | 'wanted'>,
	listed: Listed<unknown>,
): Tracked | null {
	const { status, createdAt, passes } = listed;
	const silent = createdAt < state.silentUpTo;
	if (isEnd(status) && (silent || passes === false || !wanted.has(status))) return null;
	const tracked: Tracked = { createdAt, ...(passes === undefined && { filter: 'unsure' }) };
	see(tracked, listed);
	if (silent && tracked.waiting) tracked.silent = true;
	return tracked;
}

/** Takes in one listed extraction. False if it is new and there is no room for it. */
function admit(draft: Draft, listed: Listed<unknown>): boolean {
	const { state } = draft;
	const known = state.tracked.get(listed.id);
	if (known) {
		see(known, listed);
		return true;
	}
	if (isSettled(state, listed.createdAt) || state.done.has(doneKey(listed.id))) return true;
	const tracked = discovered(draft, listed);
	const bytes = draft.bytes + (tracked ? BYTES.entry(listed.id) : BYTES.done);
	if (bytes > roomFor(state, listed.createdAt, draft.limits)) return false;
	draft.bytes = bytes;
	if (tracked) state.tracked.set(listed.id, tracked);
	else state.done.set(doneKey(listed.id), listed.createdAt);
	return true;
}

/**
 * Start of the overlap: `overlapMs` before the newest listed extraction, or before the service's own time if that is earlier. Extractions created
 * after it may still appear late. After `overlapMs + clockMarginMs` without anything new, nothing can arrive late, and the overlap ends.
 */
function overlapStartOf(
	{ newest }: TriggerState,
	scan: Scan<unknown>,
	startedMs: number,
	{ overlapMs, clockMarginMs }: TriggerLimits,
): number {
	const latest = (scan.serviceMs ?? Infinity) - overlapMs;
	const start = Math.min(newestOf(scan) - overlapMs, latest);
	const silent = newest !== null && startedMs - newest.seenMs >= overlapMs + clockMarginMs;
	return silent ? Math.max(start, Math.min(newest.createdAt + 1, latest)) : start;
}

/** The newest extraction of a scan, and when it was listed. */
export const newestIn = (scan: Scan<unknown>): TriggerState['newest'] =>
	scan.items.length > 0 && scan.receivedMs !== null
		? { createdAt: newestOf(scan), seenMs: scan.receivedMs }
		: null;

/**
 * Moves the window. If it leaves the moment that the backlog has reached, this is read anew: the cursor may have passed the place of one that
 * was listed late.
 */
function moveWindow(state: TriggerState, start: number): void {
	const { backlog, windowStart } = state;
	if (backlog && backlog.to >= windowStart && backlog.to < start) delete backlog.cursor;
	state.windowStart = start;
}

/**
 * Takes in the newest extractions. What the scan has not brought, or what finds no room, becomes the backlog. If there is a backlog already,
 * `advance` decides what happens to the window.
 */
export function takeNewest(draft: Draft, scan: Scan<unknown>, startedMs: number): void {
	const { state, limits } = draft;
	if (scan.items.length === 0) return;
	const start = Math.max(state.windowStart, overlapStartOf(state, scan, startedMs, limits));
	const newest = newestIn(scan);
	if (newest && newest.createdAt > (state.newest?.createdAt ?? -Infinity)) state.newest = newest;

	let unread = reaches(scan, state.windowStart) ? undefined : oldestOf(scan);
	let left: number | undefined;
	for (const listed of newestFirst(scan)) {
		const known = state.tracked.get(listed.id);
		if (known) see(known, listed);
		else if (left === undefined && !admit(draft, listed)) left = listed.createdAt;
	}
	unread = left ?? unread;
	draft.full ||= left !== undefined;
	if (scan.from > state.windowStart) return;
	if (unread !== undefined && state.backlog) {
		draft.behind = { start, unread };
		return;
	}
	if (unread !== undefined) state.backlog = { from: state.windowStart, to: unread };
	moveWindow(state, start);
}

/**
 * Moves the window although there is a backlog, if this reaches into it: what the window leaves joins the backlog and is read once more. Only
 * what has been dealt with since the window's start is still known, so over a part before it nothing may be joined: it would be announced
 * again. A backlog grows once at most, for then it ends before the window; so it comes to an end, whatever arrives meanwhile.
 */
export function advance({ state, behind }: Draft): void {
	const { backlog, windowStart } = state;
	if (!behind || (backlog && backlog.to < windowStart)) return;
	const { start, unread } = behind;
	const to = backlog ? Math.max(backlog.to, Math.min(unread, start - 1)) : unread;
	if (to !== backlog?.to) state.backlog = { from: backlog?.from ?? windowStart, to };
	moveWindow(state, start);
}

/** Whether a scan covers the backlog from its newest end. Another poll may have moved that end since the scan was planned. */
const covers = (scan: Scan<unknown>, { from, to, cursor }: Backlog): boolean =>
	scan.from <= from &&
	scan.to !== null &&
	(scan.to === to ? scan.resumedAt === (cursor ?? null) : scan.to > to && cursor === undefined);

/** What a scan leaves of the backlog, and whom its cursor has passed. `left`: what found no room, the newest first. */
function restOf<Item>(
	{ from, to: before }: Backlog,
	scan: Scan<Item>,
	left: ReadonlySet<Listed<Item>>,
): { rest: Backlog | null; passed: Array<Listed<Item>> } {
	const [first] = left;
	const to = Math.min(before, first?.createdAt ?? oldestOf(scan));
	if (to < from || (!first && reaches(scan, from))) return { rest: null, passed: [] };
	// A cursor belongs to the request it came from: that of a scan of more times leads elsewhere.
	if (to < before || scan.to !== before) return { rest: { from, to }, passed: [] };
	// More of them share this moment than fit: the next poll goes on with the first page that was not wholly taken in.
	const index = scan.pages.findIndex(({ items }) => items.some((each) => left.has(each)));
	const read = index < 0 ? scan.pages : scan.pages.slice(0, index);
	const { cursor } = scan.pages[read.length] ?? scan;
	const passed = read.flatMap(({ items }) => items.filter(({ createdAt }) => createdAt === to));
	return { rest: { from, to, ...(cursor !== null && { cursor }) }, passed };
}

/** Takes in the next part of the backlog, from the newest on. What finds no room stays in it. */
export function takeBacklog<Item>(draft: Draft, scan: Scan<Item>): void {
	const { state, limits } = draft;
	const { backlog } = state;
	const isNext = backlog !== null && covers(scan, backlog);
	const left = new Set<Listed<Item>>();
	for (const listed of newestFirst(scan)) {
		const known = state.tracked.get(listed.id);
		if (known) see(known, listed);
		else if (left.size > 0) left.add(listed);
		// What is open counts although another poll has moved on: it may end before its place is read again.
		else if (!isNext && !isEnd(listed.status) && !forgetsPassed(state, limits)) admit(draft, listed);
		else if (isNext && !admit(draft, listed)) {
			// What lies after this extraction has been read and needs no room any more.
			state.backlog = { ...backlog, to: Math.min(backlog.to, listed.createdAt) };
			forgetSettled(state);
			draft.bytes = leastBytes(state);
			if (!admit(draft, listed)) left.add(listed);
		}
	}
	draft.full ||= left.size > 0;
	if (!isNext) return;
	const { rest, passed } = restOf(backlog, scan, left);
	state.backlog = rest;
	// A scan that does not begin at the cursor has passed nobody but those it brings.
	if ((scan.pages[0] ?? scan).cursor === null)
		for (const tracked of state.tracked.values()) delete tracked.passed;
	// What lies in the window is read anew once the window has left it.
	if (!rest || rest.to >= state.windowStart) return;
	for (const { id } of passed) {
		const tracked = state.tracked.get(id);
		if (tracked) tracked.passed = true;
		else if (forgetsPassed(state, limits)) state.done.delete(doneKey(id));
	}
}
