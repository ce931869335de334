import { randomUUID } from 'crypto';
import { isRecord } from '../shared/json';
import { steadyNow } from '../shared/time';
import { stateIn, stateJson, TRIGGER_LIMITS, VERSION, type TriggerState } from './state';

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

const COPY = 'documentDataExtractionTrigger:';

/** Reads the fields of any value. */
const recordIn = (value: unknown): StaticData => (isRecord(value) ? value : {});

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
const revisionOf = (value: unknown): number => numberIn(recordIn(value).revision);
const announcementOf = (value: unknown): unknown => recordIn(value).announcement;

/** The state that a poll has written. */
interface Committed {
	revision: number;
	/** The state as JSON. */
	text: string;
	/** Identifies the latest commit that announced something. */
	announcement: unknown;
	/** When this process last announced something, by its own clock. */
	announcedAt: number;
	/** The commit before that one. */
	before?: Committed;
}

/** The last commits in this process, by trigger and account, the latest used last. */
const committed = new Map<string, Committed>();
const MOST_COMMITTED = 500;

const storageName = ({ workflowId, nodeId }: TriggerStorage, account: string): string =>
	JSON.stringify([workflowId, nodeId, account]);

/**
 * The two copies of a state that n8n has kept. The node's data counts only if it is this node's, because n8n keeps it under a name that
 * another node may have had.
 */
const copiesIn = ({ node, workflow, nodeId }: TriggerStorage): unknown[] => [
	recordIn(node.state).nodeId === nodeId ? node.state : undefined,
	workflow[COPY + nodeId],
];

/** The latest copy of an account's state. */
const keptOf = (storage: TriggerStorage, account: string): unknown =>
	copiesIn(storage)
		.filter((copy) => recordIn(copy).account === account && recordIn(copy).version === VERSION)
		.sort((a, b) => revisionOf(b) - revisionOf(a))[0];

/**
 * The memory of the process about an account, where it goes on from what n8n has kept: n8n does not keep what a poll without an event has learned.
 * An event that n8n has not kept counts as not announced, because n8n drops what a poll returns if the workflow was published meanwhile.
 */
function rememberedOf(storage: TriggerStorage, account: string): Committed | undefined {
	const announcement = announcementOf(keptOf(storage, account));
	// After another account has had its turn, this one starts anew.
	const revision = Math.max(...copiesIn(storage).map(revisionOf));
	const known = committed.get(storageName(storage, account));
	return [known, known?.before].find(
		(each) => each !== undefined && each.announcement === announcement && each.revision >= revision,
	);
}

/** Reads the state of an account. Null if there is none. */
export function readState(storage: TriggerStorage, account: string): TriggerState | null {
	const remembered = rememberedOf(storage, account);
	return stateIn(remembered ? JSON.parse(remembered.text) : keptOf(storage, account));
}

/**
 * A poll begins at most this long after n8n has loaded its data. n8n's durable scheduler loads the data anew for each poll, and begins
 * several polls at once after a restart.
 */
const LOADED_WITHIN_MS = 10_000;

/**
 * Whether n8n may have loaded this storage before it kept what another poll has announced. Then the storage cannot show whether n8n dropped that: a
 * later poll can.
 *
 * @param begunAt when the poll of this storage began
 */
export function isBehind(storage: TriggerStorage, account: string, begunAt: number): boolean {
	const known = committed.get(storageName(storage, account));
	return (
		known !== undefined &&
		known.announcement !== announcementOf(keptOf(storage, account)) &&
		known.announcedAt > begunAt - LOADED_WITHIN_MS
	);
}

/** Reads since when the trigger is active, if it has not looked at that account yet. */
export function activationIn(storage: TriggerStorage, account: string): number | undefined {
	const { node, workflow, nodeId } = storage;
	const [known] = [node.activation, workflow[COPY + nodeId]]
		.map(recordIn)
		.filter((each) => each.nodeId === nodeId && each.account === account)
		.flatMap(({ activatedMs }) => (typeof activatedMs === 'number' ? activatedMs : []));
	return known;
}

/**
 * Stores since when the trigger is active, so that neither a restart of n8n nor a rename loses it. What is created from then on is announced.
 * The first state takes its place.
 */
export function writeActivation(storage: TriggerStorage, account: string, activatedMs: number): void {
	const { node, workflow, nodeId } = storage;
	if (activationIn(storage, account) !== undefined) return;
	node.activation = { nodeId, account, activatedMs };
	workflow[COPY + nodeId] = { nodeId, account, activatedMs };
}

/** Drops the copies that deleted triggers have left, the oldest first, if together they take up more room than one trigger may. */
function dropOldCopies(workflow: StaticData, own: string): void {
	const others = Object.keys(workflow).filter((key) => key.startsWith(COPY) && key !== own);
	const savedAt = (key: string): number => numberIn(recordIn(workflow[key]).savedAt);
	let bytes = 0;
	for (const key of others.sort((a, b) => savedAt(b) - savedAt(a))) {
		bytes += JSON.stringify(workflow[key])?.length ?? 0;
		if (bytes > TRIGGER_LIMITS.stateBytes) delete workflow[key];
	}
}

/**
 * Writes the state twice: to the node's static data and, under the node's ID, to the workflow's. n8n keeps node data under the node's name,
 * so a rename loses it, and with durable poll cursors n8n drops what the poll at activation writes there. n8n saves the workflow's data with
 * everything that is announced, so that copy never dates from before an announced event. The revision shows which of the two is later.
 *
 * @param announces whether the poll announces something with it
 */
export function writeState(storage: TriggerStorage, state: TriggerState, announces: boolean): void {
	const { node, workflow, nodeId } = storage;
	const { account } = state;
	const key = COPY + nodeId;
	const name = storageName(storage, account);
	const known = committed.get(name);
	const base = rememberedOf(storage, account);
	const body = stateJson(state);
	const text = JSON.stringify(body);
	const revisions = copiesIn(storage).map(revisionOf);
	// Writing the same again would make n8n save it to the database at every poll.
	if (!announces && base?.text === text && revisions.every((at) => at === base.revision)) return;
	// Later than what this process remembers of any account: what it knows of another one is older now.
	const revision = Math.max(...revisions, ...[...committed.values()].map(({ revision: at }) => at)) + 1;
	const announcement = announces ? randomUUID() : announcementOf(keptOf(storage, account));
	const stored = { nodeId, revision, savedAt: Date.now(), announcement, ...body };
	node.state = stored;
	delete node.activation;
	workflow[key] = { ...stored };
	dropOldCopies(workflow, key);
	const announcedAt = announces ? steadyNow() : (known?.announcedAt ?? -Infinity);
	const before = announces ? base && { ...base, before: undefined } : base?.before;
	committed.delete(name);
	committed.set(name, { revision, text, announcement, announcedAt, before });
	const [oldest] = committed.keys();
	if (committed.size > MOST_COMMITTED && oldest !== undefined) committed.delete(oldest);
}
