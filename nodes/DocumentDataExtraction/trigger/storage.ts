import { TRIGGER_LIMITS } from './machine/limits';
import type { TriggerState } from './machine/state';
import { VERSION, recordIn, countIn, timeIn, stateIn, stateJson, type StaticData } from './storedState';

export interface TriggerStorage {
	/** Static data of the node. n8n keeps it under the node's name. */
	node: StaticData;
	/** Static data of the workflow. */
	workflow: StaticData;
	workflowId: string;
	nodeId: string;
}

const COPY = 'documentDataExtractionTrigger:';

const revisionOf = (value: unknown): number => countIn(recordIn(value).revision) ?? 0;

interface Committed {
	revision: number;
	text: string;
	state: TriggerState;
}

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
 * everything that is announced, so that copy never dates from before an announced event. The revision shows which of the two is later.
 */
export function writeState(storage: TriggerStorage, state: TriggerState): void {
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
	committed.set(name, { revision, text, state });
	const [oldest] = committed.keys();
	if (committed.size > MOST_COMMITTED && oldest !== undefined) committed.delete(oldest);
}
