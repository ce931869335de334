import { createHash } from 'crypto';
import { isTerminal } from '../api/extractions';
import { HOUR_MS, MINUTE_MS } from '../shared/time';

/** What the trigger announces of an extraction: that it ended in one of three ways, or that it waits for answers. */
export type EventKind = 'completed' | 'failed' | 'cancelled' | 'input_required';

export type EndKind = Exclude<EventKind, 'input_required'>;

export const WAITING = 'input_required' satisfies EventKind;

export const isEnd = (status: string): status is EndKind => isTerminal(status);

/** The bounds of one poll and of what is remembered between polls. Tests lower them. `docs/trigger.md` names most of them. */
export const TRIGGER_LIMITS = {
	/** Entries of one list request ("Limits": at most 100). */
	pageSize: 100,
	/** List requests of one poll. The next poll goes on with what is left. */
	pagesPerPoll: 30,
	/** Status requests of one poll for open extractions that no list showed. The others take turns. */
	statusesPerPoll: 60,
	/** Status requests of one poll that look for new questions. The others take turns. */
	questionChecksPerPoll: 20,
	/** From this many open extractions on, one list of those in processing replaces a status request each. For fewer, the list saves too little. */
	processingListFrom: 10,
	/** Characters of the state as JSON. It is stored twice, with the node and with the workflow: 300 KB in all. */
	stateBytes: 150_000,
	/** How late an extraction may appear in the list, in milliseconds of the service's clock. */
	overlapMs: 10 * MINUTE_MS,
	/** How far back a trigger that begins looks for what waits for answers, which it does for 40 hours at most ("Limits"). */
	surveyDepthMs: 48 * HOUR_MS,
	/** Tries to fetch what belongs to an event, or to read a status, before the event comes without. */
	attempts: 3,
	/** Announced questions of an extraction that are remembered besides those that are open: its answers may lag behind. */
	questionsRemembered: 50,
};
export type TriggerLimits = typeof TRIGGER_LIMITS;

/** What a poll does, in this order. `retry`: events that have failed before, so that what hangs does not hold up the new ones. */
export const KINDS = ['list', 'survey', 'status', 'event', 'retry'] as const;
export type Kind = (typeof KINDS)[number];

/** An extraction that has not ended, or whose end is still to be announced. */
export interface Open {
	/** `created_at` in milliseconds. */
	createdAt: number;
	/** It has ended like this; the event is still to be announced. */
	ended?: EndKind;
	/** It waits for answers. */
	waiting?: boolean;
	/** It may have waited already when the trigger began: the first questions that are read of it are not announced. */
	silent?: boolean;
	/** Keys of the questions already announced. */
	asked?: string[];
	/** Since they were announced, a status has said that the extraction goes on. If the same questions come back, they are a new round. */
	answered?: boolean;
	/** Failed tries to read its status, or, once it has ended, to fetch what belongs to the event. */
	tries?: number;
	/** How often in a row the service did not know it. */
	missed?: number;
	/** The turn of the last look at it. */
	checked?: number;
	/** Whether the filters let it through, as far as a list has said. */
	passes?: boolean;
}

/** What the trigger knows. All times are the service's. `README.md` says what always holds. */
export interface TriggerState {
	/** Fingerprint of the account and scope that this knowledge is about. */
	account: string;
	/** Fingerprint of the filters that the verdicts are about. */
	filter: string;
	/** Everything created before is settled: it is open, or dealt with for good. It only grows. */
	from: number;
	/** What was created between `from` and here has been read once. The next slice of the list begins here. */
	at: number;
	/** What was created before, and had ended when first seen, ended before the trigger began. */
	silentBefore: number;
	/** The newest extraction that a list has shown, and when it first did. Only how long ago that was is used. */
	newest: { createdAt: number; seenAt?: number } | null;
	/** Up to here the parts of the list reach that fit into a poll, since all that is new did not. */
	ends: number[];
	/** The lists that are still to be looked through for what was open when the trigger began. */
	survey?: Array<{ status?: 'processing'; cursor?: string; hasFound?: boolean }>;
	open: Map<string, Open>;
	/** Dealt with, but a list can still bring them, because they were created at or after `from`: short key to creation time. */
	seen: Map<string, number>;
	/** Counts the polls that looked after open extractions, so that these take turns. */
	turn: number;
	/** What the next poll begins with, because this one had no time for it. */
	next?: Kind;
}

const shortHash = (text: string, length: number): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, length);

/** The short key under which an extraction that is dealt with is remembered. */
export const seenKey = (id: string): string => shortHash(id, 10);

/** The fields of the contract's question that tell one round from another. */
export interface OpenQuestion {
	question_id: string;
	previous_answer_rejected?: boolean | null;
}

const KEY_LENGTH = 6;

/** Stands for "the questions cannot be read" among the keys of announced questions. */
export const UNREADABLE_KEY = '?'.repeat(KEY_LENGTH);

/** One short key for each open question, in a fixed order. A question that comes back because its answer was refused is a new one to answer. */
export const questionKeys = (questions: readonly OpenQuestion[]): string[] =>
	[
		...new Set(
			questions.map(({ question_id, previous_answer_rejected: isRejected }) =>
				shortHash(JSON.stringify([question_id, isRejected === true]), KEY_LENGTH),
			),
		),
	].sort();

/** The keys of one text, as they are stored. */
export const keysIn = (text: string): string[] => text.match(new RegExp(`.{${KEY_LENGTH}}`, 'g')) ?? [];

/** One key that stands for a whole set of open questions, if there is no room for each of them. */
const setKey = (keys: readonly string[]): string => `=${shortHash(keys.join(), KEY_LENGTH - 1)}`;

/** The open questions that have not been announced. */
export const newQuestions = ({ asked = [] }: Open, keys: readonly string[]): string[] =>
	keys.length > 0 && asked.includes(setKey(keys)) ? [] : keys.filter((key) => !asked.includes(key));

/** Characters that these take up in the stored state at most, apart from ids, cursors and the keys of questions. */
const ENTRY = 36;
const SEEN = 26;
const END = 14;
const REST = 700;

/** What an extraction takes up in the stored state at most, counted in characters. */
export const BYTES = { seen: SEEN, open: (id: string): number => id.length + ENTRY };

/** The characters that the state takes up when it has no room for single questions. */
export function leastBytes({ open, seen, ends, survey = [] }: TriggerState): number {
	let bytes = REST + seen.size * SEEN + ends.length * END;
	for (const reading of survey) bytes += reading.cursor?.length ?? 0;
	for (const id of open.keys()) bytes += BYTES.open(id);
	return bytes;
}

/** Keeps the state within its bytes. One key then stands for all open questions of an extraction, starting with the one that remembers most. */
export function shortenQuestions(
	state: TriggerState,
	keysOf: (id: string) => readonly string[] | undefined,
	{ stateBytes }: TriggerLimits,
): void {
	const long = [...state.open].filter(([, { asked = [] }]) => asked.length > 1);
	let bytes = leastBytes(state) + long.reduce((sum, [, { asked = [] }]) => sum + asked.join('').length, 0);
	for (const [id, open] of long.sort(([, a], [, b]) => (b.asked?.length ?? 0) - (a.asked?.length ?? 0))) {
		if (bytes <= stateBytes) return;
		const { asked = [] } = open;
		open.asked = [setKey([...(keysOf(id) ?? asked)].sort())];
		bytes -= asked.join('').length - KEY_LENGTH;
	}
}

/** A copy to change: a poll that fails leaves what it began with. */
export const copyState = (state: TriggerState): TriggerState => ({
	...state,
	survey: state.survey?.map((reading) => ({ ...reading })),
	open: new Map([...state.open].map(([id, open]) => [id, { ...open }])),
	seen: new Map(state.seen),
});
