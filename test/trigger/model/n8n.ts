import type { Announcement } from '../../../nodes/DocumentDataExtraction/trigger/events';
import type { StaticData, TriggerStorage } from '../../../nodes/DocumentDataExtraction/trigger/storage';
import type { RoundAnswer } from './service';

export type Announced = Announcement<string, RoundAnswer, string>;

/**
 * How n8n keeps a polling trigger's static data.
 * - `memory`: the default scheduler. All polls share one object, which is saved when something is emitted and after the activation.
 * - `durable`: the durable scheduler. Every poll gets what is stored; it is stored when something is emitted and after the activation.
 * - `cursor`: the durable scheduler with durable cursors. The node's data is stored after every poll, but not after the one at
 *   activation; the workflow's data as under `durable`.
 */
export type Persistence = 'memory' | 'durable' | 'cursor';

const NODE_ID = 'node-1';
const NODE_KEY = 'node:Trigger';

interface Stored {
	/** JSON of the workflow's static data, the node's among it. */
	staticData: string;
	/** JSON of the node's durable cursor. */
	cursor: string;
	/** How much had been emitted when it was stored. */
	emitted: number;
}

/** The part of n8n that runs polls and keeps their state, by the rules read from its sources. */
export class ModelN8n {
	readonly emitted: Announced[] = [];
	/** For each time that n8n went on with an older state: how much had been emitted when that was stored, and how much by now. */
	readonly rollbacks: Array<{ stored: number; emitted: number }> = [];
	loseNextSave = false;
	private stored: Stored = { staticData: '{}', cursor: '{}', emitted: 0 };
	private memory: StaticData = {};

	constructor(readonly persistence: Persistence) {}

	/** n8n starts: what was only in memory is gone. */
	restart(): void {
		this.memory = JSON.parse(this.stored.staticData) as StaticData;
		this.rollBack();
	}

	/** The static data that a poll beginning now gets to see, until it ends. */
	open(): TriggerStorage {
		const workflow =
			this.persistence === 'memory' ? this.memory : (JSON.parse(this.stored.staticData) as StaticData);
		const node =
			this.persistence === 'cursor'
				? (JSON.parse(this.stored.cursor) as StaticData)
				: ((workflow[NODE_KEY] ??= {}) as StaticData);
		return { node, workflow, nodeId: NODE_ID };
	}

	/** A poll has returned. `activation`: it was the one at activation, after which n8n saves the static data once more. */
	returned(storage: TriggerStorage, announced: Announced[], { activation }: { activation: boolean }): void {
		this.emitted.push(...announced);
		const lost = this.loseNextSave && announced.length > 0;
		if (announced.length > 0) this.loseNextSave = false;
		// Without a state in memory, the next poll begins with the older one.
		if (lost && this.persistence === 'durable') this.rollBack();
		if (!lost && (announced.length > 0 || activation)) this.saveStaticData(storage);
		// The cursor is stored in one transaction with the execution: it cannot be lost alone.
		if (this.persistence === 'cursor' && (announced.length > 0 || !activation)) {
			this.stored.cursor = JSON.stringify(storage.node);
			this.stored.emitted = this.emitted.length;
		}
	}

	private rollBack(): void {
		this.rollbacks.push({ stored: this.stored.emitted, emitted: this.emitted.length });
	}

	private saveStaticData({ workflow }: TriggerStorage): void {
		this.stored.staticData = JSON.stringify(workflow);
		if (this.persistence !== 'cursor') this.stored.emitted = this.emitted.length;
	}
}
