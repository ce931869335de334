import type { TriggerOptions } from './commit';
import type { EventOutcome, ListedExtraction, TriggerEvent } from './events';
import type { StatusFinding } from './findings';

export interface ListQuery {
	status?: 'processing';
	created_after?: string;
	created_before?: string;
	cursor?: string;
	limit: number;
}

/** What the poll asks for next. */
export type PollStep<Item, Status> =
	| { kind: 'list'; query: ListQuery }
	/** The status of one extraction, at once (no `wait`). */
	| { kind: 'status'; id: string }
	/** What belongs to an event, and whether the filters let it through. */
	| { kind: 'event'; event: TriggerEvent<Item, Status> };

export type PollAnswer<Item, Status, Payload> =
	/** One page of a list, and the local time at which it had come. */
	| {
			kind: 'page';
			extractions: Array<ListedExtraction<Item>>;
			nextCursor: string | null;
			receivedMs: number;
	  }
	/** The service refused the cursor that an earlier poll left. */
	| { kind: 'staleCursor' }
	| StatusFinding<Status>
	/** This status could not be read. It is asked for again at another poll. */
	| { kind: 'unavailable' }
	| EventOutcome<Payload>
	/** Budget or patience is used up: no more steps of this kind. */
	| { kind: 'stop' };

/** A part of a poll. */
export type Steps<Item, Status, Payload, Result> = Generator<
	PollStep<Item, Status>,
	Result,
	PollAnswer<Item, Status, Payload>
>;

export interface PollOptions extends TriggerOptions {
	/** The local time. Only compared with that of other polls; never with a time of the service. */
	nowMs: number;
}
