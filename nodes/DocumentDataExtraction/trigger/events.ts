import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import {
	bytesOf,
	isEnd,
	questionKeys,
	seenKey,
	setKey,
	UNREADABLE_KEY,
	VERSION,
	WAITING,
	type EventKind,
	type Open,
	type TriggerLimits,
	type TriggerState,
} from './state';

/** An entry of the service's list, as far as a poll reads it. */
export interface Listed {
	id: string;
	status: string;
	/** `created_at` in milliseconds of the service's clock. */
	createdAt: number;
	/** The entry as the service sent it. The event carries it. */
	item: ListedExtraction;
}

export type StatusAnswer =
	| { kind: 'status'; response: ExtractionStatus }
	/** The service does not know it, or it could not be read. */
	| { kind: 'missing' | 'unavailable'; reason: unknown };

/** Something to announce, and what is already known of its extraction. */
export interface TriggerEvent {
	kind: EventKind;
	id: string;
	createdAt: number;
	/** Failed tries to fetch what belongs to it. */
	tries: number;
	/** Keys of the questions that it announces. */
	questions: string[];
	/** The entry of the list, if this poll listed the extraction in this state. */
	item?: ListedExtraction;
	/** The status, if this poll asked for it. It carries the questions. */
	status?: ExtractionStatus;
	/** Why its questions cannot be read. */
	unreadable?: unknown;
	/** The full record, once it has been read. */
	details?: ExtractionDetails;
}

export interface PollOptions {
	/** Fingerprint of base URL, credential and scope. Another one means another account: the trigger starts anew. */
	account: string;
	wanted: ReadonlySet<EventKind>;
	limits: TriggerLimits;
	/** The local time at which the trigger began, if it could not look then. Only compared with other local times. */
	activatedMs?: number;
}

/** The state of a trigger that begins. */
const beginning = (account: string): TriggerState => ({
	version: VERSION,
	account,
	from: 0,
	at: 0,
	ends: [],
	silentBefore: 0,
	survey: [{}, { status: 'processing' }],
	open: new Map(),
	seen: new Map(),
});

/** The knowledge of a poll: a copy of the stored state, on which it works, and its own findings. */
export class Known {
	readonly state: TriggerState;
	/** Whether the trigger begins with this poll. */
	readonly isFirst: boolean;
	/** Messages for the log of n8n. */
	readonly warnings = new Set<string>();
	/** The entries and statuses that this poll has read, by extraction. */
	readonly listed = new Map<string, Listed>();
	readonly answers = new Map<string, StatusAnswer>();
	/** Extractions whose events wait for the next polls. */
	readonly putOffs = new Set<string>();
	/** The service's time of the activation, if the trigger could not look then. Everything created since is announced. */
	activation = Infinity;
	/** The service's time of the activation, or that of the first look. */
	begunAt = Infinity;

	/** @param before the stored state; null at the first poll */
	constructor(
		readonly options: PollOptions,
		before: TriggerState | null,
	) {
		this.state = before ?? beginning(options.account);
		this.isFirst = before === null;
	}
}

/** Takes in a status that a list or a response names. An end is final, whatever a list that lags behind brings later. */
export function observe(state: TriggerState, id: string, status: string): void {
	const open = state.open.get(id);
	if (!open || isEnd(open.status)) return;
	if (isEnd(status)) Object.assign(open, { status, tries: 0, asked: [] } satisfies Partial<Open>);
	else if (status !== WAITING) open.status = 'processing';
	else if (open.status === 'processing') {
		open.status = WAITING;
		// A round that has just begun comes before those that are known.
		state.open = new Map([[id, open], ...state.open]);
	}
}

/** Puts an open extraction behind the others, because it has just been looked at. */
function putLast({ open }: TriggerState, id: string): Open | undefined {
	const known = open.get(id);
	if (known && open.delete(id)) open.set(id, known);
	return known;
}

// Statuses.

/**
 * The open extractions whose status has to be asked for, those first that were looked at longest ago: no list of this poll has shown them, or they may
 * wait for answers that somebody wants to know of. Some of these go on according to the list: it may lag behind, and only a status makes the
 * questions that follow a new round.
 */
export const unsure = ({ state, options, listed }: Known): Array<[id: string, open: Open]> =>
	[...state.open].filter(([id, { status, asked }]) => {
		const mayWait = status !== 'processing' || asked.length > 0;
		return !isEnd(status) && (!listed.has(id) || (mayWait && options.wanted.has(WAITING)));
	});

/** Takes in the answer to a status request. @param isGone neither the status nor the list knows the extraction */
export function takeStatus(known: Known, id: string, answer: StatusAnswer, isGone: boolean): void {
	const { state, answers, isFirst, activation } = known;
	answers.set(id, answer);
	const open = putLast(state, id);
	if (!open || isEnd(open.status)) return;
	if (answer.kind !== 'status') {
		open.tries += 1;
		if (isGone) state.open.delete(id);
		return;
	}
	const { status, questions } = answer.response;
	open.tries = 0;
	observe(state, id, status);
	open.asked = status === 'processing' ? [] : open.asked.filter((key) => key !== UNREADABLE_KEY);
	// Questions that a later poll reads may have been asked since the trigger began, so they are announced.
	const isSilent = isFirst && open.createdAt < activation;
	if (isSilent && open.status === WAITING) noteAsked(known, open, questionKeys(questions));
}

/** Notes that questions have been announced. If there is no room for each, one key stands for all that are open. */
function noteAsked({ state, options }: Known, open: Open, keys: readonly string[]): void {
	open.asked = [...new Set([...keys, ...open.asked])];
	if (bytesOf(state) > options.limits.stateBytes) open.asked = keys.length > 1 ? [setKey(keys)] : [...keys];
}

/** The keys of the open questions; none if all of them have been announced. */
function questionsToTell({ asked, tries }: Open, answer: StatusAnswer, attempts: number): string[] {
	const isTold = (key: string): boolean => asked.includes(key);
	if (answer.kind !== 'status')
		// The open questions are probably those that were announced. New ones come once they can be read.
		return tries < attempts || asked.length > 0 ? [] : [UNREADABLE_KEY];
	const keys = questionKeys(answer.response.questions);
	return isTold(setKey(keys)) || keys.every(isTold) ? [] : keys;
}

// Events.

/** The event of an extraction in this state; none if there is nothing to tell of it. */
function eventOf(
	{ options, listed, answers }: Known,
	id: string,
	open: Open,
	kind: EventKind,
): TriggerEvent[] {
	const { createdAt, tries } = open;
	const [entry, answer] = [listed.get(id), answers.get(id)];
	const item = entry?.status === kind ? entry.item : undefined;
	const response = answer?.kind === 'status' ? answer.response : undefined;
	const status = response?.status === kind ? response : undefined;
	const event = { kind, id, createdAt, tries, questions: [], item, status };
	if (isEnd(kind)) return [event];
	const questions = answer ? questionsToTell(open, answer, options.limits.attempts) : [];
	const unreadable = answer?.kind === 'status' ? undefined : answer?.reason;
	return questions.length > 0 ? [{ ...event, tries: 0, questions, unreadable }] : [];
}

/** The events that are due, those first that were looked at longest ago. Ends that nobody wants to know of are dealt with. */
export function dueEvents(known: Known): TriggerEvent[] {
	const { state, options, putOffs } = known;
	return [...state.open].flatMap(([id, open]) => {
		const { status: kind } = open;
		if (kind === 'processing' || putOffs.has(id)) return [];
		if (options.wanted.has(kind)) return eventOf(known, id, open, kind);
		if (isEnd(kind)) dealWith(state, id);
		return [];
	});
}

/** Notes that an event needs nothing more. */
export function conclude(known: Known, { id, kind, questions }: TriggerEvent): void {
	const open = known.state.open.get(id);
	if (open && kind === WAITING) noteAsked(known, open, questions);
	else dealWith(known.state, id);
}

/** Leaves an end to the next polls. */
export function putOff({ state, putOffs }: Known, { id }: TriggerEvent): void {
	putOffs.add(id);
	const open = putLast(state, id);
	if (open) open.tries += 1;
}

/** Marks an extraction as dealt with. It stays known as long as a list can bring it. */
function dealWith({ open, seen, from }: TriggerState, id: string): void {
	const { createdAt = 0 } = open.get(id) ?? {};
	open.delete(id);
	if (createdAt >= from) seen.set(seenKey(id), createdAt);
}
