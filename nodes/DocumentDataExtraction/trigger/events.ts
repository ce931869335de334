/** What the trigger announces of an extraction: that it ended in one of three ways, or that it waits for answers. */
export type EventKind = 'completed' | 'failed' | 'cancelled' | 'input_required';

export type TerminalStatus = Exclude<EventKind, 'input_required'>;

const TERMINAL: ReadonlySet<string> = new Set<TerminalStatus>(['completed', 'failed', 'cancelled']);

/** Whether a status is final. One that this package does not know is not ("Versioning"). */
export const isTerminal = (status: unknown): status is TerminalStatus =>
	typeof status === 'string' && TERMINAL.has(status);

export const WAITING = 'input_required' satisfies EventKind;

/** An item of a list answer, as far as the event machine reads it. */
export interface ListedExtraction<Item> {
	id: string;
	status: string;
	/** `created_at` in milliseconds of the service's clock. */
	createdAt: number;
	/** The item as the service sent it; handed back with the event. */
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
	/** Keys of the questions that have not been announced before. */
	questions: string[];
	/** The list item, where this poll listed the extraction in this state. */
	item?: Item;
	/** The status answer, where this poll asked for it. It carries the questions. */
	status?: Status;
}

/** What became of an event while what belongs to it was fetched. No outcome: there was no time for it, the next poll goes on. */
export type EventOutcome<Payload> =
	/** Announce it. */
	| { kind: 'ready'; payload: Payload }
	/** It is not for this trigger (filtered out): done, nothing to announce. */
	| { kind: 'skip' }
	/** Try again at the next poll. Announced with this payload, which carries the reason, once the tries are used up or `final`. */
	| { kind: 'failed'; payload: Payload; final: boolean };

export interface Announcement<Item, Status, Payload> {
	event: TriggerEvent<Item, Status>;
	payload: Payload;
}
