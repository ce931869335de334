import { z } from 'zod';
import { isRecord, without } from '../shared/json';
import { KINDS, keysIn, type Open, type TriggerState } from './state';

/** n8n's static data: plain JSON, kept per node, and per workflow. */
export type StaticData = Record<string, unknown>;

/** It goes up when a field changes its meaning. A state of another version is not read. */
export const VERSION = 3;

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
	from: time,
	at: time.optional().catch(undefined),
	silentBefore: time.catch(0),
	newest: z
		.object({ createdAt: time, seenAt: time.optional().catch(undefined) })
		.nullable()
		.catch(null),
	ends: z.array(time).catch([]),
	survey: z
		.array(
			z.object({
				status: z.literal('processing').optional(),
				cursor: z.string().optional().catch(undefined),
				hasFound: z.boolean().optional().catch(undefined),
			}),
		)
		.optional()
		.catch(undefined),
	open: record,
	seen: record,
	turn: count.catch(0),
	next: z.enum(KINDS).optional().catch(undefined),
});

/** What an open extraction is, a letter each. */
const FLAGS = [
	['w', 'waiting', true],
	['s', 'silent', true],
	['a', 'answered', true],
	['c', 'ended', 'completed'],
	['f', 'ended', 'failed'],
	['x', 'ended', 'cancelled'],
	['i', 'passes', true],
	['o', 'passes', false],
] as const satisfies ReadonlyArray<[letter: string, field: keyof Open, value: unknown]>;

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

/** Writes an open extraction as one short text. */
function openText(open: Open): string {
	const { createdAt, checked, tries = 0, missed = 0, asked = [] } = open;
	const flags = FLAGS.flatMap(([letter, field, value]) => (open[field] === value ? letter : []));
	const turn = checked === undefined ? '' : packed(checked);
	const failed = Math.min(tries, 99) || '';
	return [packed(createdAt), flags.join(''), turn, failed, missed || '', asked.join('')].join(' ').trimEnd();
}

/** Reads such a text. If it is damaged it has no time, but the trigger still asks after the extraction by its ID. */
function openIn(value: unknown): Open {
	const [createdAt, flags = '', turn = '', failed = '', misses = '', keys = ''] =
		typeof value === 'string' ? value.split(' ') : [];
	const checked = unpacked(turn);
	const [tries, missed, asked] = [Number(failed) || 0, Number(misses) || 0, keysIn(keys)];
	return Object.assign(
		{ createdAt: unpacked(createdAt) ?? 0 },
		...FLAGS.map(([letter, field, value]) => flags.includes(letter) && { [field]: value }),
		checked !== undefined && { checked },
		tries > 0 && { tries },
		missed > 0 && { missed },
		asked.length > 0 && { asked },
	) as Open;
}

/** Reads those dealt with. One that lacks its time counts as the newest, so that it is not forgotten too early. */
function seenIn(stored: StaticData, from: number): Map<string, number> {
	const entries = Object.entries(stored).map(
		([key, value]) => [key, unpacked(value) ?? timeIn(value)] as const,
	);
	const newest = entries.reduce((last, [, at]) => Math.max(last, at ?? 0), from);
	return new Map(entries.map(([key, at]) => [key, at ?? newest]));
}

/**
 * Reads a stored state and repairs what is damaged so that no event is lost. Returns null if there is no state of this version, or if it does
 * not say whose it is and from when on to read the list: the trigger then starts anew.
 */
export function stateIn(value: unknown): TriggerState | null {
	const read = storedState.safeParse(value);
	if (!read.success) return null;
	const { open, seen, ...state } = without(read.data, 'version');
	const known = Object.entries(state).filter(([, each]) => each !== undefined);
	return {
		...(Object.fromEntries(known) as typeof state),
		at: state.at ?? state.from,
		open: new Map(Object.entries(open).map(([id, text]) => [id, openIn(text)])),
		seen: seenIn(seen, state.from),
	};
}

/** The state as plain JSON. */
export const stateJson = (state: TriggerState): StaticData => ({
	version: VERSION,
	...state,
	open: Object.fromEntries([...state.open].map(([id, open]) => [id, openText(open)])),
	seen: Object.fromEntries([...state.seen].map(([key, at]) => [key, packed(at)])),
});
