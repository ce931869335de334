import { createHash } from 'crypto';

/** What the trigger announces of an extraction: that it ended in one of three ways, or that it waits for answers. */
export type EventKind = 'completed' | 'failed' | 'cancelled' | 'input_required';

export type TerminalStatus = Exclude<EventKind, 'input_required'>;

const ENDS: ReadonlySet<string> = new Set<TerminalStatus>(['completed', 'failed', 'cancelled']);

/** Whether a status is final. One that this package does not know is not ("Versioning"). */
export const isEnd = (status: unknown): status is TerminalStatus =>
	typeof status === 'string' && ENDS.has(status);

export const WAITING = 'input_required' satisfies EventKind;

/** An entry of the service's list, as far as the machine reads it. */
export interface Listed<Item> {
	id: string;
	status: string;
	/** `created_at` in milliseconds of the service's clock. */
	createdAt: number;
	/** Whether the filters let it through; undefined if the entry lacks what they ask for. */
	passes: boolean | undefined;
	/** The entry as the service sent it. The event carries it. */
	item: Item;
}

/** The fields of the contract's question that tell one round from another. */
export interface OpenQuestion {
	question_id: string;
	previous_answer_rejected?: boolean | null;
}

/** Something to announce, before what belongs to it has been fetched. */
export interface TriggerEvent<Item, Status> {
	/** The same for the same event in every poll. */
	key: string;
	kind: EventKind;
	id: string;
	createdAt: number;
	/** 1 at the first try to fetch what belongs to the event. */
	attempt: number;
	/** Whether the filters let it through; undefined if they have changed since it was listed, or the list does not say. */
	passes: boolean | undefined;
	/** Keys of the questions that this event announces. */
	questions: string[];
	/** Keys of all questions that are open. */
	open: string[];
	/** The entry of the list, if this poll listed the extraction in this state. */
	item?: Item;
	/** The status, if this poll asked for it. It carries the questions. */
	status?: Status;
	/** Set if polls have hardly any time, or one had none for this event: it may get no better turn than this one. */
	hurry?: boolean;
	/** Set if it may use all the time that is left, because it is the last try or the poll begins with it. */
	hasWholePoll?: boolean;
	/** Why the questions of this event cannot be read. */
	unreadable?: unknown;
}

/** The outcome of an event. If it has none it had no turn, and the next poll goes on with it. */
export type EventOutcome<Payload> =
	/** Announce it. */
	| { kind: 'ready'; payload: Payload }
	/** It is not for this trigger: done, nothing to announce. */
	| { kind: 'skip' }
	/** Try again at the next poll. Announced with this payload, which carries the reason, once the tries are used up or `final`. */
	| { kind: 'failed'; payload: Payload; final: boolean };

export interface Announcement<Item, Status, Payload> {
	event: TriggerEvent<Item, Status>;
	payload: Payload;
}

const KEY_LENGTH = 6;

/** Stands for "the questions cannot be read" among the keys of announced questions. */
export const UNREADABLE_KEY = '?'.repeat(KEY_LENGTH);

const shortHash = (text: string, length: number): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, length);

/** A question that comes back because its answer was refused is a new one to answer, although its id is the same. */
const questionKey = ({ question_id, previous_answer_rejected }: OpenQuestion): string =>
	shortHash(JSON.stringify([question_id, previous_answer_rejected === true]), KEY_LENGTH);

/** One short key for each open question, in a fixed order. */
export const questionKeys = (questions: readonly OpenQuestion[]): string[] =>
	[...new Set(questions.map(questionKey))].sort();

/** The keys of one text, as they are stored. */
export const keysIn = (text: string): string[] => text.match(new RegExp(`.{${KEY_LENGTH}}`, 'g')) ?? [];

/** One key that stands for a whole set of open questions, if there is no room for each of them. */
export const setKey = (keys: readonly string[]): string => `=${shortHash(keys.join(), KEY_LENGTH - 1)}`;

/** The open questions that have not been announced. */
export function newQuestions(asked: readonly string[], open: readonly string[]): string[] {
	if (open.length > 0 && asked.includes(setKey(open))) return [];
	return open.filter((key) => !asked.includes(key));
}

/** The short key under which a handled extraction is remembered. */
export const doneKey = (id: string): string => shortHash(id, 10);
