import { observe, type Known, type Listed } from './events';
import { BYTES, bytesOf, isEnd, seenKey, type TriggerState } from './state';

/** A page of the service's list. */
export interface ListPage {
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

/** A list that is still to be looked through for extractions that were open when the trigger began. */
export type ListReading = TriggerState['survey'][number] & {
	/** The place in it. A cursor may not last until the next poll, which goes on by the time. */
	place?: { to?: number; cursor: string };
};

type Readings = readonly [ListReading, ...ListReading[]];

const FULL =
	'more extractions are open or have just ended than the trigger can remember. The others wait for room, and are announced later.';

/** The state has room for one end per 150 bytes. Further ends are dropped, and found again when the scan has come there. */
const BYTES_PER_END = 150;

/**
 * The part of the room for what is new. The rest is for what was listed late: if newer ones that are dealt with took up all the room, it would wait
 * for that, and they would have to be remembered as long as it waits.
 */
const PART_FOR_NEW = 11 / 12;

const timesOf = (items: readonly Listed[]): number[] => items.map(({ createdAt }) => createdAt);

/** The creation time of the oldest one; Infinity if there is none. */
export const oldestOf = (items: readonly Listed[]): number => Math.min(...timesOf(items));

/** Takes in what a page of any list says of the newest and of what is open. */
export function see({ state, listed }: Known, { items, serviceMs }: ListPage): void {
	const createdAt = Math.max(...timesOf(items));
	if (createdAt > (state.newest?.createdAt ?? -Infinity)) state.newest = { createdAt, seenAt: serviceMs };
	for (const entry of items) {
		listed.set(entry.id, entry);
		observe(state, entry.id, entry.status);
	}
}

// The list, from the oldest on.

/** Notes how much fits into a poll, after a part of the list did not. Its newest entries have been read. */
export function narrow(known: Known, items: readonly Listed[], to: number | undefined): void {
	const { state, options } = known;
	const times = timesOf(items).sort((a, b) => b - a);
	const oldest = times.at(-1) ?? state.at;
	// The newest part grows until the scan comes to it. Of another, the oldest millisecond may have more than was read.
	const fits = to === undefined ? times.slice(0, times.length / 2) : times.filter((time) => time > oldest);
	const end = Math.max(state.at + 1, Math.min(fits.at(-1) ?? oldest, (to ?? Infinity) - 1));
	const most = Math.ceil(options.limits.stateBytes / BYTES_PER_END);
	const ends = state.ends.length < most ? state.ends : state.ends.filter((each) => each > state.at);
	state.ends = [...new Set([...ends, end])].sort((a, b) => a - b).slice(0, most);
}

/**
 * Takes in all that was created from `at` to `to`, the oldest first, as far as there is room.
 *
 * @returns whether there was room for all
 */
export function settle(known: Known, items: readonly Listed[], to: number, serviceMs?: number): boolean {
	const { state, options } = known;
	const overlap = startOfOverlap(known, serviceMs);
	const takeIn = takerOf(known);
	let left: Listed | undefined;
	for (const entry of [...items].sort((a, b) => a.createdAt - b.createdAt)) {
		// Settled extractions are no longer remembered.
		if (entry.createdAt < state.from || takeIn(entry, state.silentBefore, overlap)) continue;
		// All that comes after it waits with it.
		left = entry;
		break;
	}
	// Before the overlap the list is complete. An empty answer is not trusted: it may be an error.
	if (state.from >= state.at && (items.length > 0 || to < Infinity))
		state.from = Math.max(state.from, Math.min(left?.createdAt ?? to, overlap));
	for (const [key, createdAt] of state.seen) if (createdAt < state.from) state.seen.delete(key);
	if (left) return false;
	// A part that fills less than half a page is read together with the next one.
	const isSmall = items.length < options.limits.pageSize / 2;
	state.ends = state.ends.filter((end) => end > state.from && !(end === to && isSmall));
	// At the end, what may still appear late is read again.
	state.at = to < Infinity ? Math.max(to, state.from) : state.from;
	return true;
}

/** Makes the next poll begin again with what may still appear late, because there is no room: once it cannot, it is forgotten, which makes room. */
export function startAgain({ state, warnings }: Known): void {
	warnings.add(FULL);
	state.at = state.from;
}

/**
 * The creation time from which on extractions may still appear in the list: `overlapMs` before the newest one. While nothing newer appears,
 * this moves up to the newest one, as fast as the service's clock. It is never later than `overlapMs` before that clock, which may be behind
 * `created_at`.
 */
function startOfOverlap({ state: { newest }, options }: Known, serviceMs: number | undefined): number {
	const { overlapMs } = options.limits;
	if (!newest) return -Infinity;
	const { createdAt, seenAt } = newest;
	const passedMs = Math.max(0, (serviceMs ?? 0) - (seenAt ?? Infinity));
	return Math.min(createdAt + Math.min(passedMs - overlapMs, 1), (serviceMs ?? Infinity) - overlapMs);
}

/**
 * Makes a function that takes in a listed extraction that is not known yet, and returns whether there was room for it. An ended extraction that
 * was created before `silentBefore` is remembered, and not announced. What was created before `overlap` may fill all the room.
 */
function takerOf({ state, options }: Known) {
	let bytes = bytesOf(state);
	return ({ id, status, createdAt }: Listed, silentBefore: number, overlap = -Infinity): boolean => {
		if (state.open.has(id) || state.seen.has(seenKey(id))) return true;
		const isDone = isEnd(status) && (createdAt < silentBefore || !options.wanted.has(status));
		bytes += isDone ? BYTES.seen : BYTES.open + id.length;
		if (bytes > options.limits.stateBytes * (createdAt < overlap ? 1 : PART_FOR_NEW)) return false;
		if (isDone) state.seen.set(seenKey(id), createdAt);
		else state.open.set(id, { createdAt, status: 'processing', tries: 0, asked: [] });
		observe(state, id, status);
		return true;
	};
}

// The survey of what was open when the trigger began.

/** The first page that a trigger reads says from when on it counts. The local clock never does. */
export function begin(known: Known, { items, serviceMs, receivedMs }: ListPage): void {
	const { state, options } = known;
	const { activatedMs, limits } = options;
	// Where nothing is listed, the scan begins with whatever will be: `created_at` may be hours behind the service's own time.
	const newest = Math.max(...timesOf(items));
	if (activatedMs !== undefined && serviceMs !== undefined)
		known.activation = serviceMs - (receivedMs - activatedMs);
	// The service counts its time in seconds.
	known.begunAt = Math.min(known.activation, (serviceMs ?? Infinity) + 1_000);
	state.silentBefore = Math.max(0, Math.min((serviceMs ?? newest) - limits.overlapMs, known.activation));
	state.from = state.at = Math.max(0, Math.min(newest - limits.overlapMs, state.silentBefore));
}

/** Takes in a page of the survey. At the first poll, ends are only remembered, as long as the scan can bring them. */
export function survey(known: Known, items: readonly Listed[]): void {
	const { state, isFirst, activation, warnings } = known;
	const takeIn = takerOf(known);
	for (const entry of items) {
		const { id, status, createdAt } = entry;
		if (!isEnd(status)) {
			if (!takeIn(entry, state.silentBefore)) warnings.add(FULL);
		} else if (isFirst && !state.open.has(id) && createdAt >= state.from && createdAt < activation) {
			// Without room to remember it, all that is older counts as ended before.
			if (!takeIn(entry, Infinity)) silence(known, createdAt);
		}
	}
}

/** The lists that are still to be read after a page of the first of them. They take turns. */
export function afterPage(known: Known, [reading, ...others]: Readings, page: ListPage): ListReading[] {
	const { state, options, isFirst } = known;
	const { status, hasFound, place = { to: reading.to } } = reading;
	const { items, next: cursor } = page;
	const next = cursor === undefined ? undefined : { to: place.to, cursor };
	// A page without entries says nothing more, and the list goes on.
	if (items.length === 0 && next) return [{ ...reading, place: next }, ...others];
	const oldest = oldestOf(items);
	const isDeep = !status && oldest < state.silentBefore - options.limits.surveyDepthMs;
	// Each poll goes on by at least a millisecond. The service may count finer.
	const to = Math.min(oldest + 1, (place.to ?? Infinity) - 1);
	if (next && !isDeep) return [...others, { status, to, hasFound, place: next }];
	// Entries that leave the list between two pages may move others across the cursor: it is read until that brings nothing more.
	return status && hasFound && !isFirst ? [...others, { status }] : others;
}

/** Makes ends silent that were created by then: when first seen they had ended, perhaps before the trigger began. */
export function silence({ state, begunAt }: Known, createdAt: number): void {
	const end = Math.min(createdAt + 1, begunAt);
	if (Number.isFinite(end)) state.silentBefore = Math.max(state.silentBefore, end);
}
