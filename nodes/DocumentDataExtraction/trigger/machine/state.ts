import { doneKey, isEnd, setKey, WAITING, type TerminalStatus } from './events';
import type { TriggerLimits } from './limits';

/** An extraction that has not ended, or whose end is still to be announced. */
export interface Tracked {
	/** `created_at` in milliseconds. */
	createdAt: number;
	/** It waits for answers. */
	waiting?: boolean;
	/** It waited already when the trigger was activated: its first set of questions is not announced. */
	silent?: boolean;
	/** Keys of the questions already announced. */
	asked?: string[];
	/** Since they were announced, a status has said that the extraction goes on. If the same questions come back, they are a new round. */
	answered?: boolean;
	/** Keys of the questions that were open when last asked for. Not stored. */
	open?: string[];
	/** It has ended like this; the event is still to be announced. */
	ended?: TerminalStatus;
	/** Failed tries to read its status, or, once it has ended, to fetch what belongs to the event. */
	attempts?: number;
	/** How often in a row the service did not know it, up to the number from which the list is asked. */
	missed?: number;
	/** The turn of the last look at it. */
	checked?: number;
	/** What the filters say of it: `out`, or `unsure` since they have changed or the list does not say. Nothing: they let it through. */
	filter?: 'out' | 'unsure';
	/** The cursor of the backlog has passed it. */
	passed?: boolean;
	/** A poll has read its new questions, but had no time for what belongs to them. */
	late?: boolean;
}

/** What a poll had no room or no time for. The next polls go on reading it, from its newest end. */
export interface Backlog {
	/** Creation times in milliseconds, both inclusive. */
	from: number;
	to: number;
	/** The place reached among extractions that share the time `to`, if they do not all fit in a poll. The service may refuse it later. */
	cursor?: string;
}

/** What a poll may begin with. */
export type StepKind = 'newest' | 'backlog' | 'processing' | 'status' | 'event' | 'retry';

/**
 * What the trigger knows. All times are the service's, except `seenMs`. Every extraction created before `windowStart` and outside the backlog is
 * settled: it is tracked, or handled and forgotten. Those created from `windowStart` on are listed at every poll. `README.md` lists what always
 * holds, each with the test that holds it.
 */
export interface TriggerState {
	/** Fingerprint of the account and scope that this knowledge is about. */
	account: string;
	/** Fingerprint of the filters that the verdicts are about. */
	filter: string;
	windowStart: number;
	/** An extraction that was created before this time and had ended when it was first seen is not announced: it ended before the activation. */
	silentUpTo: number;
	/**
	 * The newest extraction so far: `created_at`, and the local time at which it was first listed. Only how long ago that was is used, so
	 * that it does not matter how far the two clocks are apart.
	 */
	newest: { createdAt: number; seenMs: number } | null;
	backlog: Backlog | null;
	tracked: Map<string, Tracked>;
	/** Handled extractions that a list can still bring: short key to creation time. */
	done: Map<string, number>;
	/** Counts the polls that asked after open extractions, so that these take turns. */
	turn: number;
	/** Those in processing at the activation have not been listed yet. */
	unsurveyed?: true;
	/** What the next poll begins with, because this one had no time for it. */
	first?: StepKind;
}

/** A copy to change. It shares the backlog and the lists of keys with the original: replace them, never change them in place. */
export const copyState = (state: TriggerState): TriggerState => ({
	...state,
	newest: state.newest && { ...state.newest },
	backlog: state.backlog && { ...state.backlog },
	tracked: new Map([...state.tracked].map(([id, tracked]) => [id, { ...tracked }])),
	done: new Map(state.done),
});

type Bounds = Pick<TriggerState, 'windowStart' | 'backlog'>;

const inBacklog = ({ backlog }: Bounds, createdAt: number): boolean =>
	backlog !== null && createdAt >= backlog.from && createdAt <= backlog.to;

/** Whether everything created at that time is known, so that an extraction that is not tracked has been handled. */
export const isSettled = (state: Bounds, createdAt: number): boolean =>
	createdAt < state.windowStart && !inBacklog(state, createdAt);

/** Forgets handled extractions that no list can bring as new again. */
export function forgetSettled(state: TriggerState): void {
	for (const [key, createdAt] of state.done) if (isSettled(state, createdAt)) state.done.delete(key);
}

/** Takes in what a list or a status says about a tracked extraction. An end is final, whatever a slower poll brings later. */
export function observe(tracked: Tracked, status: string): void {
	delete tracked.missed;
	if (tracked.ended) return;
	if (isEnd(status)) {
		tracked.ended = status;
		for (const field of ['waiting', 'silent', 'asked', 'answered', 'open', 'late', 'attempts'] as const)
			delete tracked[field];
		return;
	}
	if (status === WAITING) {
		// A round that has just begun comes before those that are known.
		if (!tracked.waiting) delete tracked.checked;
		tracked.waiting = true;
	} else {
		delete tracked.waiting;
		delete tracked.silent;
		delete tracked.open;
		delete tracked.late;
	}
}

/** Characters that these take up in the stored state at most, apart from ids and the keys of questions. */
const ENTRY = 36;
const DONE = 26;
const REST = 700;
const LONGEST_ENTRY = 2 * ENTRY;
/** The window leaves this part of the room to the backlog before it, so that the backlog always gets on. */
const KEPT_FOR_BACKLOG = 0.05;

/** What an extraction takes up in the stored state at most, counted in characters. */
export const BYTES = { done: DONE, entry: (id: string): number => id.length + ENTRY };

/** The characters that the state takes up when it has no room for single questions. */
export function leastBytes({ tracked, done, backlog }: TriggerState): number {
	let bytes = REST + done.size * DONE + (backlog?.cursor?.length ?? 0);
	for (const id of tracked.keys()) bytes += BYTES.entry(id);
	return bytes;
}

/**
 * The most characters that the state may have for an extraction created at that time still to be taken in. What lies in the window stays
 * known after its end; what lies before it does not, so that a part of the room always becomes free again.
 */
export const roomFor = ({ windowStart }: Bounds, createdAt: number, { stateBytes }: TriggerLimits): number =>
	createdAt < windowStart
		? stateBytes
		: stateBytes - Math.max((stateBytes - REST) * KEPT_FOR_BACKLOG, 2 * LONGEST_ENTRY);

/**
 * Whether what the cursor of the backlog has passed is forgotten once it is dealt with. Up to half of the room it stays known, for the service
 * may refuse the cursor, and what shares its moment is then read anew; beyond that it would keep the backlog from going on.
 */
export const forgetsPassed = (state: TriggerState, { stateBytes }: TriggerLimits): boolean =>
	leastBytes(state) - REST > (stateBytes - REST) / 2;

/** Marks an extraction as handled. It stays known as long as a list can bring it. */
export function conclude(state: TriggerState, id: string, limits: TriggerLimits): void {
	const tracked = state.tracked.get(id);
	if (!tracked) return;
	const { createdAt, passed } = tracked;
	const isGone = isSettled(state, createdAt) || (passed && forgetsPassed(state, limits));
	state.tracked.delete(id);
	if (!isGone) state.done.set(doneKey(id), createdAt);
}

/** Keeps the state within its bytes. One key then stands for all open questions of an extraction, starting with the one that remembers most. */
export function shortenQuestions(state: TriggerState, { stateBytes }: TriggerLimits): void {
	const long = [...state.tracked.values()].filter(({ asked = [] }) => asked.length > 1);
	let bytes = leastBytes(state) + long.reduce((sum, { asked = [] }) => sum + asked.join('').length, 0);
	for (const tracked of long.sort((a, b) => (b.asked?.length ?? 0) - (a.asked?.length ?? 0))) {
		if (bytes <= stateBytes) return;
		const { asked = [], open = asked } = tracked;
		const key = setKey([...open].sort());
		bytes -= asked.join('').length - key.length;
		tracked.asked = [key];
	}
}
