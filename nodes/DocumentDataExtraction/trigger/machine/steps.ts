import type { EventOutcome, Listed, TriggerEvent } from './events';
import type { PollFindings, StatusFinding } from './findings';
import type { TriggerOptions } from './reduce';
import type { TriggerState } from './state';

export interface ListStepQuery {
	status?: 'processing';
	created_after?: string;
	created_before?: string;
	cursor?: string;
	limit: number;
}

/** What the poll asks for next. */
export type PollStep<Item, Status> =
	| { kind: 'newest' | 'backlog' | 'processing'; query: ListStepQuery }
	/** The status of one extraction, at once (no `wait`). `hasWholePoll`: it may use all the time that is left. */
	| { kind: 'status'; id: string; hasWholePoll: boolean }
	/** What belongs to an event, and whether it is one for this trigger. `retry`: it has failed before. */
	| { kind: 'event' | 'retry'; event: TriggerEvent<Item, Status> };

/** One page of a list. */
interface ListPage<Item> {
	kind: 'page';
	extractions: Array<Listed<Item>>;
	hasMore: boolean;
	nextCursor: string | null;
	/** Whether it has entries that cannot be read, and which `extractions` lacks. */
	hasUnreadable?: boolean;
	/** The local time at which it had come, and the time at the service, if that says it. */
	receivedMs: number;
	serviceMs: number | undefined;
}

export type StepResult<Item, Status, Payload> =
	| ListPage<Item>
	/** The service refused the cursor that an earlier poll left. */
	| { kind: 'staleCursor' }
	| StatusFinding<Status>
	| EventOutcome<Payload>
	/** It has no turn in this poll. */
	| { kind: 'later' };

/** A part of a poll. */
export type Steps<Item, Status, Payload, Result> = Generator<
	PollStep<Item, Status>,
	Result,
	StepResult<Item, Status, Payload>
>;

export interface PollOptions extends TriggerOptions {
	/** The local time. Only compared with that of other polls; never with a time of the service. */
	nowMs: number;
}

/** A poll under way. */
export interface Plan<Item, Status, Payload> {
	state: TriggerState | null;
	findings: PollFindings<Item, Status, Payload>;
	options: PollOptions;
	/** List requests that are left. */
	pages: number;
}

/** One step, and a note on whether its kind had a turn. */
export function* ask<Item, Status, Payload>(
	{ findings: { carriedOut, starved } }: Plan<Item, Status, Payload>,
	step: PollStep<Item, Status>,
): Steps<Item, Status, Payload, StepResult<Item, Status, Payload>> {
	const result = yield step;
	if (result.kind !== 'later') {
		carriedOut.add(step.kind);
		starved.delete(step.kind);
	} else if (!carriedOut.has(step.kind)) starved.add(step.kind);
	return result;
}
