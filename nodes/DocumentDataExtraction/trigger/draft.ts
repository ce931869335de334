import { isTerminal, WAITING, type EventKind, type ListedExtraction } from './events';
import type { TriggerLimits } from './limits';
import { copyState, type Tracked, type TriggerState } from './state';
import { forgetSettled, isSettled, isSilent } from './window';

/** The next state in the making. */
export interface Draft {
	state: TriggerState;
	wanted: ReadonlySet<EventKind>;
	limits: TriggerLimits;
	/** Creation times of the extractions that were not known before. */
	discovered: number[];
}

export const draftOf = (
	state: TriggerState,
	wanted: ReadonlySet<EventKind>,
	limits: TriggerLimits,
): Draft => ({
	state: copyState(state),
	wanted,
	limits,
	discovered: [],
});

/** Takes in what a list or a status answer says about a tracked extraction. An end is final, whatever a slower poll brings later. */
export function observe(tracked: Tracked, status: string): void {
	if (tracked.ended) return;
	if (isTerminal(status)) {
		tracked.ended = status;
		delete tracked.waiting;
		delete tracked.silent;
		delete tracked.announced;
		return;
	}
	if (status === WAITING) {
		// A round that has just begun is asked after before those that are known.
		if (!tracked.waiting) delete tracked.checked;
		tracked.waiting = true;
	} else {
		delete tracked.waiting;
		delete tracked.silent;
	}
}

/**
 * Whether one more extraction can be remembered. Handled ones count where they have to stay: those that are settled as soon as the scan has
 * been taken in, or lie in the backlog, must not keep it from being taken in.
 */
function hasRoom({ state, limits }: Draft, stays: (createdAt: number) => boolean): boolean {
	let count = state.tracked.size;
	for (const createdAt of state.handled.values()) {
		if (stays(createdAt)) count += 1;
	}
	return count < limits.remembered;
}

/**
 * Takes in one listed extraction. False when it is new and there is no room for it: the caller then leaves it, and what lies behind it, in
 * a stretch that will be listed again.
 */
export function admit(
	draft: Draft,
	{ id, status, createdAt }: ListedExtraction<unknown>,
	stays: (createdAt: number) => boolean,
): boolean {
	const { state } = draft;
	const tracked = state.tracked.get(id);
	if (tracked) {
		observe(tracked, status);
		return true;
	}
	if (state.handled.has(id) || isSettled(state, createdAt)) return true;
	if (!hasRoom(draft, stays)) return false;

	draft.discovered.push(createdAt);
	const silent = isSilent(state, createdAt);
	if (isTerminal(status) && (silent || !draft.wanted.has(status))) {
		state.handled.set(id, createdAt);
		return true;
	}
	const discovered: Tracked = { createdAt, newer: null };
	observe(discovered, status);
	if (silent && discovered.waiting) discovered.silent = true;
	state.tracked.set(id, discovered);
	return true;
}

/** An ended extraction has been dealt with. It stays known as long as a list can still bring it. */
export function conclude(state: TriggerState, id: string): void {
	const tracked = state.tracked.get(id);
	if (!tracked) return;
	state.tracked.delete(id);
	if (!isSettled(state, tracked.createdAt)) state.handled.set(id, tracked.createdAt);
}

/** Brings the places in the list up to date, then forgets what is settled. */
export function finish({ state, discovered }: Draft, places: ReadonlyMap<string, number>): void {
	const newerThan = (time: number): number =>
		discovered.reduce((count, at) => count + (at > time ? 1 : 0), 0);
	for (const [id, tracked] of state.tracked) {
		const place = places.get(id);
		if (place !== undefined) tracked.newer = place;
		else if (tracked.newer !== null) tracked.newer += newerThan(tracked.createdAt);
	}
	forgetSettled(state);
}
