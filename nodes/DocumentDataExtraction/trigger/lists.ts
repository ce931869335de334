import { admit, observe, type Draft } from './draft';
import { newestOf, oldestOf, reaches, type Scan } from './findings';
import type { TriggerLimits } from './limits';
import type { Stretch, TriggerState } from './state';
import { inBacklog } from './window';

/**
 * From when on extractions may still appear late: an overlap before the newest one listed. After a long enough silence the overlap is past,
 * and so is all of it but the newest; otherwise a poll would read the pages of the last busy minutes until something new comes.
 */
function overlapStartOf(
	{ newest }: TriggerState,
	scan: Scan<unknown>,
	startedMs: number,
	{ overlapMs, clockMarginMs }: TriggerLimits,
): number {
	const silent = newest !== null && startedMs - newest.seenMs >= overlapMs + clockMarginMs;
	return Math.max(newestOf(scan) - overlapMs, silent ? newest.createdAt : -Infinity);
}

/** The newest extraction of a scan, and when it was listed. */
export const newestIn = (scan: Scan<unknown>): TriggerState['newest'] =>
	scan.items.length > 0 && scan.receivedMs !== null
		? { createdAt: newestOf(scan), seenMs: scan.receivedMs }
		: null;

/**
 * The newest extractions, taken in from the oldest on: when room runs out, it is the newest that wait, and the window does not move past
 * them. What a scan that was cut short has not brought becomes a stretch of the backlog.
 */
export function takeNewest(draft: Draft, scan: Scan<unknown>, startedMs: number): void {
	const { state, limits } = draft;
	const oldest = oldestOf(scan);
	const whole = reaches(scan, state.windowStart);
	const advances = scan.from <= state.windowStart && (whole || state.backlog.length < limits.stretches);
	const overlapStart = overlapStartOf(state, scan, startedMs, limits);
	const newest = newestIn(scan);
	if (newest && newest.createdAt > (state.newest?.createdAt ?? -Infinity)) state.newest = newest;
	const stays = (at: number): boolean =>
		!inBacklog(state, at) &&
		(advances ? at >= overlapStart && (whole || at > oldest) : at >= state.windowStart);

	let nextStart = overlapStart;
	let full = false;
	for (const item of [...scan.items].sort((a, b) => a.createdAt - b.createdAt)) {
		const known = state.tracked.get(item.id);
		if (full) {
			if (known) observe(known, item.status);
		} else if (!admit(draft, item, stays)) {
			full = true;
			nextStart = Math.min(nextStart, item.createdAt);
		}
	}

	if (!advances) return;
	// The rest of a window that stands still may be on its way already.
	const underWay = nextStart <= state.windowStart && inBacklog(state, state.windowStart);
	if (!whole && !underWay)
		state.backlog.push({ from: state.windowStart, to: oldest, newer: scan.items.length, silent: false });
	state.windowStart = Math.max(state.windowStart, nextStart);
}

/** Whether a scan covers a stretch from its newest end. Another poll may have moved that end since the scan was planned. */
export const covers = (scan: Scan<unknown>, { from, to, cursor }: Stretch): boolean =>
	scan.from <= from &&
	scan.to !== null &&
	(scan.resumedAt === null ? scan.to >= to : scan.to === to && scan.resumedAt === cursor);

/** What a scan leaves of a stretch. `leftAt`: the first extraction that found no room. */
function remainderOf(stretch: Stretch, scan: Scan<unknown>, leftAt: number | undefined): Stretch[] {
	if (!covers(scan, stretch)) return [stretch];
	if (leftAt === undefined && reaches(scan, stretch.from)) return [];
	const to = Math.min(stretch.to, leftAt ?? oldestOf(scan));
	if (to < stretch.from) return [];
	const { cursor: _cursor, ...rest } = stretch;
	// Not one step further although all found room: more of them share this time than fit in a poll.
	const stuck = to === stretch.to && leftAt === undefined && scan.cursor;
	return [{ ...rest, to, newer: stretch.newer + scan.items.length, ...(stuck && { cursor: stuck }) }];
}

/** The next part of the backlog, taken in from the newest on: what finds no room stays in it. */
export function takeBacklog(draft: Draft, scan: Scan<unknown>): void {
	const { state } = draft;
	let leftAt: number | undefined;
	for (const item of scan.items) {
		const stays = (at: number): boolean =>
			at >= state.windowStart && (at > item.createdAt || !inBacklog(state, at));
		const known = state.tracked.get(item.id);
		if (leftAt !== undefined) {
			if (known) observe(known, item.status);
		} else if (!admit(draft, item, stays)) {
			leftAt = item.createdAt;
		}
	}
	state.backlog = state.backlog.flatMap((stretch) => remainderOf(stretch, scan, leftAt));
}
