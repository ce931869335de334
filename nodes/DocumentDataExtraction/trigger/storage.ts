import { isTerminal } from './events';
import type { Stretch, Tracked, TriggerState } from './state';

/** n8n's static data: plain JSON, kept per node, and per workflow. */
export type StaticData = Record<string, unknown>;

export interface TriggerStorage {
	/** Static data of the node. */
	node: StaticData;
	/** Static data of the workflow. */
	workflow: StaticData;
	nodeId: string;
}

/** Raised when a field changes its meaning; the reader then converts what an older version wrote. */
const VERSION = 1;

/** The last moment that a date can hold. */
const LATEST_TIME = 8.64e15;

const recordIn = (value: unknown): StaticData =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StaticData) : {};

function countIn(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function timeIn(value: unknown): number | undefined {
	const time = countIn(value);
	return time !== undefined && time <= LATEST_TIME ? time : undefined;
}

/** An entry that cannot be read has no time, but it is still asked after by its id. */
function trackedIn(value: unknown): Tracked {
	const { createdAt, newer, waiting, silent, announced, ended, attempts, checked } = recordIn(value);
	return {
		createdAt: timeIn(createdAt) ?? 0,
		newer: countIn(newer) ?? null,
		...(waiting === true && { waiting }),
		...(silent === true && { silent }),
		...(Array.isArray(announced) && {
			announced: announced.filter((key): key is string => typeof key === 'string'),
		}),
		...(isTerminal(ended) && { ended }),
		...(countIn(attempts) !== undefined && { attempts: countIn(attempts) }),
		...(countIn(checked) !== undefined && { checked: countIn(checked) }),
	};
}

function newestIn(value: unknown): TriggerState['newest'] {
	const { createdAt, seenMs } = recordIn(value);
	const [created, seen] = [timeIn(createdAt), timeIn(seenMs)];
	return created === undefined || seen === undefined ? null : { createdAt: created, seenMs: seen };
}

/** A stretch whose upper end is lost reaches up to the window. */
function stretchesIn(value: unknown, windowStart: number): Stretch[] {
	return (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
		const { from: start, to: end, newer, silent, cursor } = recordIn(each);
		const from = timeIn(start);
		const to = timeIn(end) ?? windowStart;
		if (from === undefined || from > to) return [];
		const stretch = { from, to, newer: countIn(newer) ?? 0, silent: silent === true };
		return [typeof cursor === 'string' ? { ...stretch, cursor } : stretch];
	});
}

/** One without its time counts as the newest, so that it is not forgotten too early. */
function handledIn(value: unknown, windowStart: number): Map<string, number> {
	const entries = Object.entries(recordIn(value)).map(([id, time]) => [id, timeIn(time)] as const);
	const newest = entries.reduce((last, [, time]) => Math.max(last, time ?? 0), windowStart);
	return new Map(entries.map(([id, time]) => [id, time ?? newest]));
}

/**
 * Reads a stored state. What is damaged is repaired so that no event is lost. Null where there is none, or none that says whose it is and from
 * when on the list has to be read: the trigger then starts anew.
 */
export function parseState(value: unknown): TriggerState | null {
	const { account, windowStart: start, newest, backlog, tracked, handled, turn } = recordIn(value);
	const windowStart = timeIn(start);
	if (typeof account !== 'string' || windowStart === undefined) return null;
	return {
		account,
		windowStart,
		newest: newestIn(newest),
		backlog: stretchesIn(backlog, windowStart),
		tracked: new Map(Object.entries(recordIn(tracked)).map(([id, entry]) => [id, trackedIn(entry)])),
		handled: handledIn(handled, windowStart),
		turn: countIn(turn) ?? 0,
	};
}

/** The state as plain JSON. */
export const stateToJson = (state: TriggerState): StaticData => ({
	version: VERSION,
	...state,
	tracked: Object.fromEntries(state.tracked),
	handled: Object.fromEntries(state.handled),
});

const copyKey = (nodeId: string): string => `documentDataExtractionTrigger:${nodeId}`;

const isOf = (value: unknown, account: string): boolean =>
	recordIn(value).account === account && timeIn(recordIn(value).windowStart) !== undefined;

const revisionOf = (value: unknown): number => countIn(recordIn(value).revision) ?? 0;

/** The stored state of that account. What is known of another one is of no use, nor what was kept under a name that the node had before. */
export function readState({ node, workflow, nodeId }: TriggerStorage, account: string): TriggerState | null {
	const [latest] = [node.state, workflow[copyKey(nodeId)]]
		.filter((value) => isOf(value, account))
		.sort((a, b) => revisionOf(b) - revisionOf(a));
	return parseState(latest);
}

/**
 * Stores the state with the node, and a copy with the workflow under the node's id. n8n keeps a node's data under its name, so that a renamed
 * trigger has none, or that of long ago, and with durable poll cursors it does not keep what the poll at activation writes there. The workflow's
 * data it saves with everything that is announced, so the copy never dates from before an announced event. The revision tells which is later.
 */
export function writeState({ node, workflow, nodeId }: TriggerStorage, state: TriggerState): void {
	const key = copyKey(nodeId);
	const stored = [node.state, workflow[key]];
	const revision = Math.max(...stored.map(revisionOf));
	const jsonOf = (number: number): string => JSON.stringify({ ...stateToJson(state), revision: number });
	// Marked as changed, the data would be written to the database at every poll.
	if (stored.every((value) => JSON.stringify(value) === jsonOf(revision))) return;
	const json = jsonOf(revision + 1);
	node.state = JSON.parse(json) as StaticData;
	workflow[key] = JSON.parse(json) as StaticData;
}
