import type { EventOutcome, Listed, OpenQuestion } from './events';
import type { StepKind, TriggerState } from './state';

/** Consecutive pages of one list query, newest first. */
export interface Scan<Item> {
	/** Creation times asked for, inclusive, in milliseconds. `to` null: no upper bound. */
	from: number;
	to: number | null;
	items: Array<Listed<Item>>;
	/** Whether the last page was the end of the list. */
	exhausted: boolean;
	/** The cursor of the next page. */
	cursor: string | null;
	/** The cursor that an earlier poll left, with which the scan was to begin. If the service refuses it, the scan begins at `to`. */
	resumedAt: string | null;
	/** The items page by page, with the cursor that each page was asked for with: null at `to`. */
	pages: Array<{ cursor: string | null; items: Array<Listed<Item>> }>;
	/** The local time at which the first page had come, and the time at the service. */
	receivedMs: number | null;
	serviceMs: number | undefined;
}

export type StatusFinding<Status> =
	| { kind: 'status'; status: string; questions: readonly OpenQuestion[]; response: Status }
	/** The service does not know it. `unlisted`: nor does the list show it. */
	| { kind: 'missing'; reason: unknown; unlisted?: boolean }
	/** It could not be read. */
	| { kind: 'unavailable'; reason: unknown };

/** Everything that one poll has learned. It is valid at any moment: it just lacks what the poll had no time for. */
export interface PollFindings<Item, Status, Payload> {
	/** Taken without a state: nothing in it is announced. */
	baseline: boolean;
	/** The local time before its first request, and the turn. */
	startedMs: number;
	startedTurn: number;
	/** The newest extractions, down to the window's start. */
	newest: Scan<Item> | null;
	/** The next part of the backlog. */
	backlog: Scan<Item> | null;
	/** Those in processing; at the first poll whatever their age. */
	processing: Scan<Item> | null;
	/** Single extractions found in the list because their status cannot be read, or because a filter is to be asked. */
	lookedUp: Array<Listed<Item>>;
	statuses: Map<string, StatusFinding<Status>>;
	outcomes: Map<string, EventOutcome<Payload>>;
	/** What it began with, what it has done, and what it had no time for. */
	began: StepKind;
	carriedOut: Set<StepKind>;
	starved: Set<StepKind>;
}

export const newFindings = <Item, Status, Payload>(
	baseline: boolean,
	startedMs: number,
	{ turn: startedTurn, first: began = 'newest' }: Partial<Pick<TriggerState, 'turn' | 'first'>>,
): PollFindings<Item, Status, Payload> => ({
	baseline,
	startedMs,
	startedTurn: startedTurn ?? 0,
	newest: null,
	backlog: null,
	processing: null,
	lookedUp: [],
	statuses: new Map(),
	outcomes: new Map(),
	began,
	carriedOut: new Set(),
	starved: new Set(),
});

/** A scan that has brought nothing yet. */
export const newScan = <Item>(from: number, to: number | null, cursor: string | null = null): Scan<Item> => ({
	from,
	to,
	items: [],
	exhausted: false,
	cursor,
	resumedAt: cursor,
	pages: [],
	receivedMs: null,
	serviceMs: undefined,
});

/** When the oldest extraction of a scan was created; `Infinity` if the scan brought none. */
export const oldestOf = (scan: Scan<unknown>): number =>
	scan.items.reduce((oldest, { createdAt }) => Math.min(oldest, createdAt), Infinity);

/** When the newest extraction of a scan was created; `-Infinity` if the scan brought none. */
export const newestOf = (scan: Scan<unknown>): number =>
	scan.items.reduce((newest, { createdAt }) => Math.max(newest, createdAt), -Infinity);

/** Whether the scan has brought everything created at or after that time. */
export const reaches = (scan: Scan<unknown>, time: number): boolean =>
	scan.exhausted || oldestOf(scan) < time;

/** The items of a scan, the newest first. */
export const newestFirst = <Item>(scan: Scan<Item>): Array<Listed<Item>> =>
	[...scan.items].sort((a, b) => b.createdAt - a.createdAt);
