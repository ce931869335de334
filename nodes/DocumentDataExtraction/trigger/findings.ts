import type { EventOutcome, ListedExtraction, OpenQuestion } from './events';

/** Consecutive pages of one list query, newest first. */
export interface Scan<Item> {
	/** Creation times asked for, inclusive, in milliseconds. `to` null: no upper bound. */
	from: number;
	to: number | null;
	items: Array<ListedExtraction<Item>>;
	/** Whether the last page was the end of the list. */
	exhausted: boolean;
	/** Where the next page begins. */
	cursor: string | null;
	/** The cursor that an earlier poll left, if the scan began there and not at `to`. */
	resumedAt: string | null;
	/** The local time at which the first page had come. */
	receivedMs: number | null;
}

export type StatusFinding<Status> =
	| { kind: 'status'; status: string; questions: readonly OpenQuestion[]; answer: Status }
	| { kind: 'missing' };

/** Everything one poll has learned. It is complete at any moment: what a poll had no time for is simply not in it. */
export interface Findings<Item, Status, Payload> {
	/** Taken without a state: nothing in it is announced. */
	baseline: boolean;
	/** The local time before its first request. */
	startedMs: number;
	/** The newest extractions, down to the window's start. */
	newest: Scan<Item> | null;
	/** The next parts of the backlog. */
	backlog: Array<Scan<Item>>;
	/** Those in processing, whatever their age. */
	processing: Scan<Item> | null;
	statuses: Map<string, StatusFinding<Status>>;
	outcomes: Map<string, EventOutcome<Payload>>;
}

export const newScan = <Item>(from: number, to: number | null, cursor: string | null = null): Scan<Item> => ({
	from,
	to,
	items: [],
	exhausted: false,
	cursor,
	resumedAt: cursor,
	receivedMs: null,
});

export const oldestOf = (scan: Scan<unknown>): number =>
	scan.items.reduce((oldest, { createdAt }) => Math.min(oldest, createdAt), Infinity);

export const newestOf = (scan: Scan<unknown>): number =>
	scan.items.reduce((newest, { createdAt }) => Math.max(newest, createdAt), -Infinity);

/** Whether the scan has brought everything created at or after that time. */
export const reaches = (scan: Scan<unknown>, time: number): boolean =>
	scan.exhausted || oldestOf(scan) < time;

/** Ids of the extractions that a list of this poll showed. */
export function listedIds(findings: Findings<unknown, unknown, unknown>): Set<string> {
	const scans = [findings.newest, ...findings.backlog, findings.processing];
	return new Set(scans.flatMap((scan) => scan?.items.map(({ id }) => id) ?? []));
}
