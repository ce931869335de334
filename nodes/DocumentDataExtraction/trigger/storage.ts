import { isEnd, keysIn, type TerminalStatus } from './machine/events';
import { isRecord } from '../shared/json';
import { TRIGGER_LIMITS } from './machine/limits';
import type { Backlog, StepKind, Tracked, TriggerState } from './machine/state';

/** n8n's static data: plain JSON, kept per node, and per workflow. */
export type StaticData = Record<string, unknown>;

export interface TriggerStorage {
	/** Static data of the node. n8n keeps it under the node's name. */
	node: StaticData;
	/** Static data of the workflow. */
	workflow: StaticData;
	workflowId: string;
	nodeId: string;
}

/** It goes up when a field changes its meaning. A state of another version is not read. */
const VERSION = 2;

/** The last moment that a date can hold. */
const LATEST_TIME = 8.64e15;

const END_LETTERS: Readonly<Record<TerminalStatus, string>> = { completed: 'c', failed: 'f', cancelled: 'x' };
const KINDS: readonly StepKind[] = ['backlog', 'processing', 'status', 'event', 'retry'];

/** Reads the fields of any value. */
const recordIn = (value: unknown): StaticData => (isRecord(value) ? value : {});

const countIn = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;

function timeIn(value: unknown): number | undefined {
	const time = countIn(value);
	return time !== undefined && time <= LATEST_TIME ? time : undefined;
}

/** Writes a number as a short text: many of them have to fit. */
const packed = (count: number): string => count.toString(36);

const unpacked = (text: unknown): number | undefined =>
	typeof text === 'string' && /^[0-9a-z]+$/.test(text) ? timeIn(parseInt(text, 36)) : undefined;

/** Writes a tracked extraction as one short text: many of them have to fit. */
function trackedText(tracked: Tracked): string {
	const {
		createdAt,
		waiting,
		silent,
		answered,
		passed,
		ended,
		filter,
		checked,
		attempts = 0,
		missed = 0,
		asked = [],
	} = tracked;
	const filtered = filter === undefined ? '' : filter === 'out' ? 'o' : 'u';
	const flags = [
		waiting ? 'w' : '',
		silent ? 's' : '',
		answered ? 'a' : '',
		passed ? 'p' : '',
		ended ? END_LETTERS[ended] : '',
		filtered,
	].join('');
	const seen = checked === undefined ? '' : packed(checked);
	const parts = [packed(createdAt), flags, seen, Math.min(attempts, 99) || '', missed || '', asked.join('')];
	return parts.join(' ').trimEnd();
}

/** Reads such a text. If it is damaged it has no time, but the trigger still asks after the extraction by its ID. */
function trackedIn(value: unknown): Tracked {
	const [createdAt, flags = '', seen = '', attempts = '', missed = '', asked = ''] =
		typeof value === 'string' ? value.split(' ') : [];
	const ended = Object.entries(END_LETTERS).find(([, letter]) => flags.includes(letter))?.[0];
	const checked = unpacked(seen);
	const [failed, misses, keys] = [Number(attempts) || 0, Number(missed) || 0, keysIn(asked)];
	return {
		createdAt: unpacked(createdAt) ?? 0,
		...(flags.includes('w') && { waiting: true }),
		...(flags.includes('s') && { silent: true }),
		...(flags.includes('a') && { answered: true }),
		...(flags.includes('p') && { passed: true }),
		...(isEnd(ended) && { ended }),
		...(flags.includes('o') && { filter: 'out' as const }),
		...(flags.includes('u') && { filter: 'unsure' as const }),
		...(checked !== undefined && { checked }),
		...(failed > 0 && { attempts: failed }),
		...(misses > 0 && { missed: misses }),
		...(keys.length > 0 && { asked: keys }),
	};
}

function storedNewest(value: unknown): TriggerState['newest'] {
	const { createdAt, seenMs } = recordIn(value);
	const [created, seen] = [timeIn(createdAt), timeIn(seenMs)];
	return created === undefined || seen === undefined ? null : { createdAt: created, seenMs: seen };
}

/** Reads the backlog. If its upper end is lost, it reaches up to the window. */
function backlogIn(value: unknown, windowStart: number): Backlog | null {
	const { from: start, to: end, cursor } = recordIn(value);
	const from = timeIn(start);
	const to = timeIn(end) ?? windowStart;
	if (from === undefined || from > to) return null;
	return { from, to, ...(typeof cursor === 'string' && { cursor }) };
}

/** Reads the handled extractions. One that lacks its time counts as the newest, so that it is not forgotten too early. */
function doneIn(value: unknown, windowStart: number): Map<string, number> {
	const entries = Object.entries(recordIn(value)).map(
		([key, time]) => [key, unpacked(time) ?? timeIn(time)] as const,
	);
	const newest = entries.reduce((last, [, time]) => Math.max(last, time ?? 0), windowStart);
	return new Map(entries.map(([key, time]) => [key, time ?? newest]));
}

/**
 * Reads a stored state and repairs what is damaged so that no event is lost. Returns null if there is no state of this version, or if it does
 * not say whose it is and from when on to read the list: the trigger then starts anew.
 */
export function stateIn(value: unknown): TriggerState | null {
	const {
		version,
		account,
		filter,
		windowStart: start,
		silentUpTo,
		newest,
		backlog,
		...rest
	} = recordIn(value);
	const windowStart = timeIn(start);
	if (version !== VERSION || typeof account !== 'string' || windowStart === undefined) return null;
	const first = KINDS.find((kind) => kind === rest.first);
	return {
		account,
		filter: typeof filter === 'string' ? filter : '?',
		windowStart,
		silentUpTo: timeIn(silentUpTo) ?? 0,
		newest: storedNewest(newest),
		backlog: backlogIn(backlog, windowStart),
		tracked: new Map(Object.entries(recordIn(rest.tracked)).map(([id, text]) => [id, trackedIn(text)])),
		done: doneIn(rest.done, windowStart),
		turn: countIn(rest.turn) ?? 0,
		...(rest.unsurveyed === true && { unsurveyed: true as const }),
		...(first && { first }),
	};
}

/** The state as plain JSON. */
export const stateJson = (state: TriggerState): StaticData => ({
	version: VERSION,
	...state,
	tracked: Object.fromEntries([...state.tracked].map(([id, tracked]) => [id, trackedText(tracked)])),
	done: Object.fromEntries([...state.done].map(([key, time]) => [key, packed(time)])),
});

const COPY = 'documentDataExtractionTrigger:';

const revisionOf = (value: unknown): number => countIn(recordIn(value).revision) ?? 0;

interface Committed {
	/** Of the poll that committed it. */
	place: number;
	revision: number;
	text: string;
	state: TriggerState;
}

let places = 0;

/** Gives a poll that begins its place among all polls of this process. */
export const nextPlace = (): number => (places += 1);

/** The last committed states in this process, the latest used last. */
const committed = new Map<string, Committed>();
const MOST_COMMITTED = 500;

const nameOf = ({ workflowId, nodeId }: TriggerStorage): string => JSON.stringify([workflowId, nodeId]);

/**
 * Reads the state of an account: the latest of three. The node's data counts only if it is this node's, because n8n keeps it under a name that
 * another node may have had. The process remembers what a poll has just committed if n8n has not stored it yet, or not given it to this poll.
 */
export function readState(storage: TriggerStorage, account: string): TriggerState | null {
	const { node, workflow, nodeId } = storage;
	const known = committed.get(nameOf(storage));
	const own = recordIn(node.state).nodeId === nodeId ? node.state : undefined;
	const [latest] = [own, workflow[COPY + nodeId]]
		.filter((value) => recordIn(value).account === account && recordIn(value).version === VERSION)
		.sort((a, b) => revisionOf(b) - revisionOf(a));
	if (known?.state.account === account && known.revision >= revisionOf(latest)) return known.state;
	return stateIn(latest);
}

/** Reads since when the trigger is active, if it has not looked at that account yet. */
export function activationIn({ node, nodeId }: TriggerStorage, account: string): number | undefined {
	const { activatedMs, ...of } = recordIn(node.activation);
	return of.nodeId === nodeId && of.account === account ? timeIn(activatedMs) : undefined;
}

/** Stores since when the trigger is active, so that a restart of n8n does not lose it. What is created from then on is announced. */
export function writeActivation(storage: TriggerStorage, account: string, activatedMs: number): void {
	const { node, nodeId } = storage;
	if (activationIn(storage, account) === undefined) node.activation = { nodeId, account, activatedMs };
}

/** Whether a poll that began later has committed the state of another account, so that the findings of this one are about the old account. */
export function isOvertaken(storage: TriggerStorage, account: string, place: number): boolean {
	const known = committed.get(nameOf(storage));
	return known !== undefined && known.place > place && known.state.account !== account;
}

/** Drops the copies that deleted triggers have left, the oldest first, if together they take up more room than one trigger may. */
function dropOldCopies(workflow: StaticData, own: string): void {
	const others = Object.keys(workflow).filter((key) => key.startsWith(COPY) && key !== own);
	const savedAt = (key: string): number => timeIn(recordIn(workflow[key]).savedAt) ?? 0;
	let bytes = 0;
	for (const key of others.sort((a, b) => savedAt(b) - savedAt(a))) {
		bytes += JSON.stringify(workflow[key])?.length ?? 0;
		if (bytes > TRIGGER_LIMITS.stateBytes) delete workflow[key];
	}
}

/**
 * Writes the state twice: to the node's static data and, under the node's ID, to the workflow's. n8n keeps node data under the node's name,
 * so a rename loses it, and with durable poll cursors n8n drops what the poll at activation writes there. n8n saves the workflow's data with
 * everything that is announced, so that copy never dates from before an announced event. The revision tells which of the two is later.
 */
export function writeState(storage: TriggerStorage, state: TriggerState, place = nextPlace()): void {
	const { node, workflow, nodeId } = storage;
	const key = COPY + nodeId;
	const name = nameOf(storage);
	const known = committed.get(name);
	const own = recordIn(node.state).nodeId === nodeId ? revisionOf(node.state) : -1;
	const body = stateJson(state);
	const text = JSON.stringify(body);
	// Writing the same again would make n8n save it to the database at every poll.
	const isStored =
		known?.text === text && [own, revisionOf(workflow[key])].every((at) => at === known.revision);
	if (isStored) return;
	const revision = Math.max(own, revisionOf(workflow[key]), known?.revision ?? 0) + 1;
	const stored = { nodeId, revision, savedAt: Date.now(), ...body };
	node.state = stored;
	delete node.activation;
	workflow[key] = { ...stored };
	dropOldCopies(workflow, key);
	committed.delete(name);
	committed.set(name, { place, revision, text, state });
	const [oldest] = committed.keys();
	if (committed.size > MOST_COMMITTED && oldest !== undefined) committed.delete(oldest);
}
