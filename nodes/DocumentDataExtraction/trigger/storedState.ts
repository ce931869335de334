import { z } from 'zod';
import { isRecord, without } from '../shared/json';
import { keysIn } from './machine/events';
import type { Tracked, TriggerState } from './machine/state';

/** n8n's static data: plain JSON, kept per node, and per workflow. */
export type StaticData = Record<string, unknown>;

/** It goes up when a field changes its meaning. A state of another version is not read. */
export const VERSION = 2;

/** The last moment that a date can hold. */
const LATEST_TIME = 8.64e15;

const count = z.number().int().nonnegative();
/** A fraction of a millisecond says no less than a whole one: a state with one is not lost. */
const time = z.number().nonnegative().max(LATEST_TIME).transform(Math.floor);
const record = z.custom<StaticData>(isRecord).catch({});

/** A stored state. A field that is damaged gets the value with which no event is lost. */
const storedState = z.object({
	version: z.literal(VERSION),
	account: z.string(),
	filter: z.string().catch('?'),
	windowStart: time,
	silentUpTo: time.catch(0),
	newest: z.object({ createdAt: time, seenMs: time }).nullable().catch(null),
	backlog: z
		.object({
			from: time,
			to: time.optional().catch(undefined),
			cursor: z.string().optional().catch(undefined),
		})
		.nullable()
		.catch(null),
	tracked: record,
	done: record,
	turn: count.catch(0),
	unsurveyed: z.literal(true).optional().catch(undefined),
	first: z.enum(['backlog', 'processing', 'status', 'event', 'retry']).optional().catch(undefined),
});

/** What a tracked extraction is, a letter each. */
const FLAGS = [
	['w', 'waiting', true],
	['s', 'silent', true],
	['a', 'answered', true],
	['p', 'passed', true],
	['l', 'late', true],
	['c', 'ended', 'completed'],
	['f', 'ended', 'failed'],
	['x', 'ended', 'cancelled'],
	['o', 'filter', 'out'],
	['u', 'filter', 'unsure'],
] as const satisfies ReadonlyArray<[letter: string, field: keyof Tracked, value: unknown]>;

/** Reads the fields of any value. */
export const recordIn = (value: unknown): StaticData => (isRecord(value) ? value : {});

/** Reads a whole number from 0 on, undefined if it is none. */
export const countIn = (value: unknown): number | undefined => count.safeParse(value).data;

/** Reads milliseconds since the epoch, undefined if they are no time. */
export const timeIn = (value: unknown): number | undefined => time.safeParse(value).data;

/** Writes a number as a short text: many of them have to fit. */
const packed = (number: number): string => number.toString(36);

const unpacked = (text: unknown): number | undefined =>
	typeof text === 'string' && /^[0-9a-z]+$/.test(text) ? timeIn(parseInt(text, 36)) : undefined;

/** Writes a tracked extraction as one short text: many of them have to fit. */
function trackedText(tracked: Tracked): string {
	const { createdAt, checked, attempts = 0, missed = 0, asked = [] } = tracked;
	const flags = FLAGS.flatMap(([letter, field, value]) => (tracked[field] === value ? letter : []));
	const seen = checked === undefined ? '' : packed(checked);
	const tries = Math.min(attempts, 99) || '';
	return [packed(createdAt), flags.join(''), seen, tries, missed || '', asked.join('')].join(' ').trimEnd();
}

/** Reads such a text. If it is damaged it has no time, but the trigger still asks after the extraction by its ID. */
function trackedIn(value: unknown): Tracked {
	const [createdAt, flags = '', seen = '', attempts = '', missed = '', asked = ''] =
		typeof value === 'string' ? value.split(' ') : [];
	const checked = unpacked(seen);
	const [failed, misses, keys] = [Number(attempts) || 0, Number(missed) || 0, keysIn(asked)];
	return Object.assign(
		{ createdAt: unpacked(createdAt) ?? 0 },
		...FLAGS.map(([letter, field, value]) => flags.includes(letter) && { [field]: value }),
		checked !== undefined && { checked },
		failed > 0 && { attempts: failed },
		misses > 0 && { missed: misses },
		keys.length > 0 && { asked: keys },
	) as Tracked;
}

/** Reads the handled extractions. One that lacks its time counts as the newest, so that it is not forgotten too early. */
function doneIn(stored: StaticData, windowStart: number): Map<string, number> {
	const entries = Object.entries(stored).map(
		([key, value]) => [key, unpacked(value) ?? timeIn(value)] as const,
	);
	const newest = entries.reduce((last, [, at]) => Math.max(last, at ?? 0), windowStart);
	return new Map(entries.map(([key, at]) => [key, at ?? newest]));
}

/**
 * Reads a stored state and repairs what is damaged so that no event is lost. Returns null if there is no state of this version, or if it does
 * not say whose it is and from when on to read the list: the trigger then starts anew.
 */
export function stateIn(value: unknown): TriggerState | null {
	const read = storedState.safeParse(value);
	if (!read.success) return null;
	const { backlog, tracked, done, ...state } = without(read.data, 'version');
	// A backlog that has lost its upper end reaches up to the window.
	const { from, to = state.windowStart, cursor } = backlog ?? { from: Infinity };
	return {
		...state,
		backlog: from > to ? null : { from, to, ...(cursor !== undefined && { cursor }) },
		tracked: new Map(Object.entries(tracked).map(([id, text]) => [id, trackedIn(text)])),
		done: doneIn(done, state.windowStart),
	};
}

/** The state as plain JSON. */
export const stateJson = (state: TriggerState): StaticData => ({
	version: VERSION,
	...state,
	tracked: Object.fromEntries([...state.tracked].map(([id, tracked]) => [id, trackedText(tracked)])),
	done: Object.fromEntries([...state.done].map(([key, time]) => [key, packed(time)])),
});
