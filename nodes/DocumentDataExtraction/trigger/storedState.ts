import { isEnd, keysIn, type TerminalStatus } from './machine/events';
import { isRecord } from '../shared/json';
import type { Backlog, StepKind, Tracked, TriggerState } from './machine/state';

/** n8n's static data: plain JSON, kept per node, and per workflow. */
export type StaticData = Record<string, unknown>;

/** It goes up when a field changes its meaning. A state of another version is not read. */
export const VERSION = 2;

/** The last moment that a date can hold. */
const LATEST_TIME = 8.64e15;

const END_LETTERS: Readonly<Record<TerminalStatus, string>> = { completed: 'c', failed: 'f', cancelled: 'x' };

const KINDS: readonly StepKind[] = ['backlog', 'processing', 'status', 'event', 'retry'];

/** Reads the fields of any value. */
export const recordIn = (value: unknown): StaticData => (isRecord(value) ? value : {});

/** Reads a whole number from 0 on, undefined if it is none. */
export const countIn = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;

/** Reads milliseconds since the epoch, undefined if they are no time. */
export function timeIn(value: unknown): number | undefined {
	const time = countIn(value);
	return time !== undefined && time <= LATEST_TIME ? time : undefined;
}

/** Writes a number as a short text: many of them have to fit. */
const packed = (count: number): string => count.toString(36);

const unpacked = (text: unknown): number | undefined =>
	typeof text === 'string' && /^[0-9a-z]+$/.test(text) ? timeIn(parseInt(text, 36)) : undefined;

/** Writes a tracked extraction as one short text: many of them have to fit. */
function trackedText(tracked: Tracked): string {
	const {
		createdAt,
		waiting,
		silent,
		answered,
		passed,
		ended,
		filter,
		checked,
		attempts = 0,
		missed = 0,
		asked = [],
	} = tracked;
	const filtered = filter === undefined ? '' : filter === 'out' ? 'o' : 'u';
	const flags = [
		waiting ? 'w' : '',
		silent ? 's' : '',
		answered ? 'a' : '',
		passed ? 'p' : '',
		ended ? END_LETTERS[ended] : '',
		filtered,
	].join('');
	const seen = checked === undefined ? '' : packed(checked);
	const parts = [packed(createdAt), flags, seen, Math.min(attempts, 99) || '', missed || '', asked.join('')];
	return parts.join(' ').trimEnd();
}

/** Reads such a text. If it is damaged it has no time, but the trigger still asks after the extraction by its ID. */
function trackedIn(value: unknown): Tracked {
	const [createdAt, flags = '', seen = '', attempts = '', missed = '', asked = ''] =
		typeof value === 'string' ? value.split(' ') : [];
	const ended = Object.entries(END_LETTERS).find(([, letter]) => flags.includes(letter))?.[0];
	const checked = unpacked(seen);
	const [failed, misses, keys] = [Number(attempts) || 0, Number(missed) || 0, keysIn(asked)];
	return {
		createdAt: unpacked(createdAt) ?? 0,
		...(flags.includes('w') && { waiting: true }),
		...(flags.includes('s') && { silent: true }),
		...(flags.includes('a') && { answered: true }),
		...(flags.includes('p') && { passed: true }),
		...(isEnd(ended) && { ended }),
		...(flags.includes('o') && { filter: 'out' as const }),
		...(flags.includes('u') && { filter: 'unsure' as const }),
		...(checked !== undefined && { checked }),
		...(failed > 0 && { attempts: failed }),
		...(misses > 0 && { missed: misses }),
		...(keys.length > 0 && { asked: keys }),
	};
}

function storedNewest(value: unknown): TriggerState['newest'] {
	const { createdAt, seenMs } = recordIn(value);
	const [created, seen] = [timeIn(createdAt), timeIn(seenMs)];
	return created === undefined || seen === undefined ? null : { createdAt: created, seenMs: seen };
}

/** Reads the backlog. If its upper end is lost, it reaches up to the window. */
function backlogIn(value: unknown, windowStart: number): Backlog | null {
	const { from: start, to: end, cursor } = recordIn(value);
	const from = timeIn(start);
	const to = timeIn(end) ?? windowStart;
	if (from === undefined || from > to) return null;
	return { from, to, ...(typeof cursor === 'string' && { cursor }) };
}

/** Reads the handled extractions. One that lacks its time counts as the newest, so that it is not forgotten too early. */
function doneIn(value: unknown, windowStart: number): Map<string, number> {
	const entries = Object.entries(recordIn(value)).map(
		([key, time]) => [key, unpacked(time) ?? timeIn(time)] as const,
	);
	const newest = entries.reduce((last, [, time]) => Math.max(last, time ?? 0), windowStart);
	return new Map(entries.map(([key, time]) => [key, time ?? newest]));
}

/**
 * Reads a stored state and repairs what is damaged so that no event is lost. Returns null if there is no state of this version, or if it does
 * not say whose it is and from when on to read the list: the trigger then starts anew.
 */
export function stateIn(value: unknown): TriggerState | null {
	const {
		version,
		account,
		filter,
		windowStart: start,
		silentUpTo,
		newest,
		backlog,
		...rest
	} = recordIn(value);
	const windowStart = timeIn(start);
	if (version !== VERSION || typeof account !== 'string' || windowStart === undefined) return null;
	const first = KINDS.find((kind) => kind === rest.first);
	return {
		account,
		filter: typeof filter === 'string' ? filter : '?',
		windowStart,
		silentUpTo: timeIn(silentUpTo) ?? 0,
		newest: storedNewest(newest),
		backlog: backlogIn(backlog, windowStart),
		tracked: new Map(Object.entries(recordIn(rest.tracked)).map(([id, text]) => [id, trackedIn(text)])),
		done: doneIn(rest.done, windowStart),
		turn: countIn(rest.turn) ?? 0,
		...(rest.unsurveyed === true && { unsurveyed: true as const }),
		...(first && { first }),
	};
}

/** The state as plain JSON. */
export const stateJson = (state: TriggerState): StaticData => ({
	version: VERSION,
	...state,
	tracked: Object.fromEntries([...state.tracked].map(([id, tracked]) => [id, trackedText(tracked)])),
	done: Object.fromEntries([...state.done].map(([key, time]) => [key, packed(time)])),
});
