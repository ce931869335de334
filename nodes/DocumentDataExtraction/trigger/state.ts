import { createHash } from 'crypto';
import { z } from 'zod';
import { type Question, isTerminal } from '../api/schemas/extractions';
import { HOUR_MS, MINUTE_MS } from '../shared/time';

/** The events of an extraction: it ended in one of three ways, or it waits for answers. */
export type EventKind = 'completed' | 'failed' | 'cancelled' | 'input_required';

export const WAITING = 'input_required' satisfies EventKind;

export const isEnd = (status: string): status is Exclude<EventKind, typeof WAITING> => isTerminal(status);

/** The bounds of one poll and of what is remembered between polls. Tests lower them. `docs/trigger.md` and `README.md` name most of them. */
export const TRIGGER_LIMITS = {
	/** Entries of one list request ("Limits": at most 100). */
	pageSize: 100,
	/** List requests of one poll. The next poll goes on with what is left. */
	pagesPerPoll: 30,
	/** Status requests of one poll, for open extractions that no list showed, and for new questions. The others take turns. */
	statusesPerPoll: 60,
	/** From this many open extractions on, one list of those in processing replaces a status request each. For fewer, the list saves too little. */
	processingListFrom: 10,
	/** Characters of the state as JSON. It is stored twice, with the node and with the workflow: 300 KB in all. */
	stateBytes: 150_000,
	/** How late an extraction may appear in the list, in milliseconds of the service's clock. */
	overlapMs: 10 * MINUTE_MS,
	/** How far back a trigger that begins looks for what waits for answers, which it does for 40 hours at most ("Limits"). */
	surveyDepthMs: 48 * HOUR_MS,
	/** Failed tries to read a status, or to fetch what belongs to an event, after which the trigger goes on without. */
	attempts: 3,
};
export type TriggerLimits = typeof TRIGGER_LIMITS;

/** The kinds of work of a poll, in this order. `retry` is for ends for which something could not be fetched before. */
export const KINDS = ['list', 'survey', 'status', 'question', 'event', 'retry'] as const;
export type Kind = (typeof KINDS)[number];

const OPEN_STATUSES = ['processing', WAITING, 'completed', 'failed', 'cancelled'] as const;

/** An extraction that has not ended, or whose end is still to be announced. */
export interface Open {
	/** `created_at` in milliseconds. */
	createdAt: number;
	status: (typeof OPEN_STATUSES)[number];
	/** Failed tries to read its status, or, once it has ended, to fetch what belongs to the event. */
	tries: number;
	/** Keys of the questions that were announced since a status last said `processing`. */
	asked: string[];
}

const KEY_LENGTH = 6;

/** Up to the last moment that a date can hold. */
const time = z.number().nonnegative().max(8.64e15);
const count = z.number().int().nonnegative();

const openEntry = z
	.tuple([z.string(), time, count.max(OPEN_STATUSES.length - 1), count, z.array(z.string())])
	.transform(([id, createdAt, status, tries, asked]): [string, Open] => [
		id,
		{ createdAt, status: OPEN_STATUSES[status] ?? 'processing', tries, asked },
	]);

/** It goes up when a field changes its meaning. A state of another version is not read. */
export const VERSION = 8;

/** The knowledge of the trigger, as it is stored. All times are the service's. `README.md` says what always holds. */
const storedState = z.object({
	version: z.literal(VERSION),
	/** Fingerprint of the account and scope that this knowledge is about. */
	account: z.string(),
	/** Everything created before is settled: it is open, or dealt with for good. It only grows. */
	from: time,
	/** Everything created between `from` and here has been read once. The next slice of the list begins here. */
	at: time,
	/** Extractions created before, and ended when first seen, ended before the trigger began. */
	silentBefore: time,
	/** The newest extraction that a list has shown, and when it first did. Only how long ago that was is used. */
	newest: z.object({ createdAt: time, seenAt: time.optional() }).optional(),
	/** Upper bounds of the slices, each of which fits into one poll. */
	ends: z.array(time),
	/** The lists that are still to be looked through for what was open when the trigger began, from `to` on backwards. */
	survey: z.array(
		z.object({
			status: z.literal('processing').optional(),
			to: time.optional(),
			hasFound: z.boolean().optional(),
		}),
	),
	/** The extractions that are open, those first that were looked at longest ago. */
	open: z.array(openEntry).transform((entries) => new Map(entries)),
	/** The extractions that are dealt with and that a list can still bring, as they were created at or after `from`: short key to creation time. */
	seen: z.array(z.tuple([z.string(), time])).transform((entries) => new Map(entries)),
	/** The work with which the next poll begins, because this one had no time for it. */
	next: z.enum(KINDS).optional(),
});
export type TriggerState = z.output<typeof storedState>;

/** The state as plain JSON. */
export const stateJson = (state: TriggerState): Record<string, unknown> => ({
	...state,
	open: [...state.open].map(([id, { createdAt, status, tries, asked }]) => [
		id,
		createdAt,
		OPEN_STATUSES.indexOf(status),
		tries,
		asked,
	]),
	seen: [...state.seen],
});

/** Makes the state of such JSON. Null if there is none of this version, or it is damaged: the trigger then starts anew. */
export const stateIn = (json: unknown): TriggerState | null => storedState.safeParse(json).data ?? null;

const shortHash = (text: string, length: number): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, length);

/** The short key under which an extraction that is dealt with is remembered. */
export const seenKey = (id: string): string => shortHash(id, 10);

/** The fields of a question that tell one round from another. */
type OpenQuestion = Pick<Question, 'question_id' | 'previous_answer_rejected'>;

/** Stands for "the questions cannot be read" among the keys of announced questions. */
export const UNREADABLE_KEY = '?'.repeat(KEY_LENGTH);

/** One short key for each open question, in a fixed order. A question that comes back because its answer was refused is a new one to answer. */
export const questionKeys = (questions: readonly OpenQuestion[] | null | undefined): string[] =>
	(questions ?? [])
		.map(({ question_id, previous_answer_rejected: isRejected }) =>
			shortHash(JSON.stringify([question_id, isRejected === true]), KEY_LENGTH),
		)
		.sort();

/** One key that stands for a whole set of questions, if there is no room for each of them. */
export const setKey = (keys: readonly string[]): string => `=${shortHash(keys.join(), KEY_LENGTH - 1)}`;

/** Characters that these take up in the stored state at most. An open extraction takes up its ID as well, and its first key is counted in. */
export const BYTES = { seen: 29, open: 38, key: KEY_LENGTH + 3, end: 14, rest: 700 };

export function bytesOf({ open, seen, ends }: TriggerState): number {
	let bytes = BYTES.rest + seen.size * BYTES.seen + ends.length * BYTES.end;
	for (const [id, { asked }] of open)
		bytes += BYTES.open + id.length + Math.max(0, asked.length - 1) * BYTES.key;
	return bytes;
}
