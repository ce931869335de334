import type { IDataObject } from 'n8n-workflow';
import type { Identity } from './identity';
import type { Settings } from '../settings';

/**
 * How n8n keeps the static data of a workflow.
 * - `memory`: the default scheduler. All polls share one object, which is stored when something is emitted and after the activation.
 * - `durable`: the durable scheduler. Every poll gets what is stored; it is stored when something is emitted.
 * - `cursor`: the durable scheduler with durable cursors. The node's data is also stored after every poll but the one at activation.
 */
export type Persistence = 'memory' | 'durable' | 'cursor';

/** What a stored state knows: how many events, and in which scope. It is worth nothing in another one. */
interface Covered {
	events: number;
	scope: Settings['scope'];
}

export interface ModelNode {
	readonly id: string;
	name: string;
	settings: Settings;
	readonly identity: Identity;
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A workflow in n8n's database. */
export interface StoredWorkflow {
	readonly id: string;
	nodes: ModelNode[];
	staticData: IDataObject;
	/** Durable cursors: by the node's id. */
	cursors: Record<string, IDataObject>;
	/** What the stored state knows of each trigger; one without any is not in it. */
	covered: Map<Identity, Covered>;
	coveredByCursor: Map<Identity, Covered>;
}

export const emptyWorkflow = (id: string): StoredWorkflow => ({
	id,
	nodes: [],
	staticData: {},
	cursors: {},
	covered: new Map(),
	coveredByCursor: new Map(),
});

const coveredOf = ({ identity, settings }: ModelNode, events = identity.emitted.length): Covered => ({
	events,
	scope: settings.scope,
});

/** A workflow as n8n has loaded it: with the nodes and the static data of that moment. */
export class LoadedWorkflow {
	readonly nodes: ModelNode[];
	readonly staticData: IDataObject;
	readonly covered: Map<Identity, Covered>;

	constructor(
		readonly stored: StoredWorkflow,
		private readonly persistence: Persistence,
	) {
		this.nodes = stored.nodes.map((node) => ({ ...node }));
		this.staticData = copyOf(stored.staticData);
		this.covered = new Map(stored.covered);
	}

	/** What a poll of the node gets to see. n8n keeps it by the node's name. */
	dataOf(node: ModelNode): { node: IDataObject; global: IDataObject } {
		const key = `node:${node.name}`;
		if (this.persistence === 'cursor') this.staticData[key] = copyOf(this.stored.cursors[node.id] ?? {});
		return {
			node: (this.staticData[key] ??= {}) as IDataObject,
			global: (this.staticData.global ??= {}) as IDataObject,
		};
	}

	/**
	 * A poll of the node has succeeded: the state in hand knows of so many events; of all so far if it has announced something. As long as no poll
	 * has seen anything, it knows nothing.
	 */
	learn(node: ModelNode, events?: number): void {
		if (node.identity.begins) return;
		this.covered.set(node.identity, coveredOf(node, events));
	}

	/** How many events the stored copies of a state know of. */
	private storedOf(identity: Identity): { byWorkflow: number; byCursor: number } {
		const { covered, coveredByCursor } = this.stored;
		const byCursor = this.persistence === 'cursor' ? coveredByCursor.get(identity)?.events : undefined;
		return { byWorkflow: covered.get(identity)?.events ?? 0, byCursor: byCursor ?? 0 };
	}

	/** What was stored since this one was loaded is lost to whoever goes on from it, unless a durable cursor has it, which is kept apart. */
	lose(identity: Identity): void {
		const { byWorkflow, byCursor } = this.storedOf(identity);
		const from = Math.max(0, byCursor, this.covered.get(identity)?.events ?? 0);
		if (this.persistence !== 'memory' && from < byWorkflow) identity.lost.push({ from, upTo: byWorkflow });
	}

	/** What was announced and is not in the data that this load goes on from is lost to it: a load from before that went over it. */
	loseUnstored(identity: Identity): void {
		const from = this.covered.get(identity)?.events ?? 0;
		const upTo = identity.emitted.length;
		if (from < upTo) identity.lost.push({ from, upTo });
	}

	/** It goes over what polls of the other triggers have stored since this one was loaded. */
	save(): void {
		for (const identity of this.stored.covered.keys()) this.lose(identity);
		this.stored.staticData = copyOf(this.staticData);
		this.stored.covered = new Map(this.covered);
	}

	/** @param isOvertaken it was published with other settings during the poll: what that has learned is left to the next one */
	saveCursor(node: ModelNode, events?: number, isOvertaken = false): void {
		this.stored.cursors[node.id] = copyOf(this.staticData[`node:${node.name}`] as IDataObject);
		const { identity } = node;
		if (identity.begins || isOvertaken) return;
		const { byWorkflow, byCursor: upTo } = this.storedOf(identity);
		const known = coveredOf(node, events);
		this.stored.coveredByCursor.set(identity, known);
		// A poll that began before another one announced something goes over its cursor. The other copy may be older, if there are two triggers.
		const from = Math.max(byWorkflow, known.events);
		if (from < upTo) identity.lost.push({ from, upTo });
	}
}
