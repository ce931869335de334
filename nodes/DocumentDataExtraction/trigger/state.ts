import type { TerminalStatus } from './events';

/** An extraction that has not ended, or whose end is still to be announced. */
export interface Tracked {
	/** `created_at` in milliseconds. */
	createdAt: number;
	/** How many known extractions are newer: its place in the list, for choosing the cheapest way to ask after it. Null: not known. */
	newer: number | null;
	/** It waits for answers. */
	waiting?: boolean;
	/** It waited already when the trigger was activated: its first set of questions is not announced. */
	silent?: boolean;
	/** Keys of the questions already announced. */
	announced?: string[];
	/** It has ended like this; the event is still to be announced. */
	ended?: TerminalStatus;
	/** Failed tries to fetch what belongs to that event. */
	attempts?: number;
	/** The turn of the last status request for it. */
	checked?: number;
}

/** A stretch of the list that a poll had no room or no time for: the next ones carry it on, from its newest end. */
export interface Stretch {
	/** Creation times in milliseconds, both inclusive. */
	from: number;
	to: number;
	/** How many known extractions are newer than the stretch. */
	newer: number;
	/** It dates from before the activation: what has ended in it is not announced. */
	silent: boolean;
	/** Where more extractions than fit in a poll share the time `to`: the place reached among them. It may have become stale. */
	cursor?: string;
}

/**
 * What the trigger knows. Every extraction created before `windowStart` and outside the backlog is settled: announced, not to be
 * announced, or tracked. The window from `windowStart` on is listed at every poll; `handled` holds what is settled within it and within the
 * backlog. All times are the service's.
 */
export interface TriggerState {
	/** Fingerprint of the account and scope that this knowledge is about. */
	account: string;
	windowStart: number;
	/**
	 * The newest extraction so far: `created_at`, and the local time at which it was first listed. Only how long ago that was is ever used, so
	 * that it does not matter how far the two clocks are apart.
	 */
	newest: { createdAt: number; seenMs: number } | null;
	/** Oldest first: in the order in which they were left over. */
	backlog: Stretch[];
	tracked: Map<string, Tracked>;
	/** Settled extractions that a list can still bring: id to creation time. */
	handled: Map<string, number>;
	/** Counts the polls that asked for single statuses, so that these take turns. */
	turn: number;
}

export function copyState(state: TriggerState): TriggerState {
	return {
		...state,
		newest: state.newest && { ...state.newest },
		backlog: state.backlog.map((stretch) => ({ ...stretch })),
		tracked: new Map([...state.tracked].map(([id, tracked]) => [id, { ...tracked }])),
		handled: new Map(state.handled),
	};
}
