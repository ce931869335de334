import type { INode, INodeExecutionData } from 'n8n-workflow';
import { MINUTE, type Clock } from '../clock';
import { pollContext, type SentRequest } from './context';
import { eventsOf, Identity } from './identity';
import type { ModelService } from '../service/service';
import { parametersOf, type Settings } from '../settings';
import { newProcess, type TriggerProcess } from './triggerProcess';
import {
	emptyWorkflow,
	LoadedWorkflow,
	type ModelNode,
	type Persistence,
	type StoredWorkflow,
} from './workflows';
import { TRIGGER_TYPE } from '../../../support/names';

export interface HostSettings {
	persistence: Persistence;
	/** `none`: before n8n 2.11, which knows no budget. */
	budget: 'none' | 'told';
	/** The durable scheduler does not store what the poll at activation wrote. */
	keepsActivation: boolean;
	/** Newer versions of n8n drop what a poll returns if its workflow was published or unpublished meanwhile; older ones announce it. */
	dropsOutdated: boolean;
	/** How long publishing takes, from the end of the polls before to the first one after it. */
	publishingMs: number;
}

/** A poll that has run to its end. */
export interface PollRecord {
	identity: Identity;
	process: TriggerProcess;
	startedAt: number;
	endedAt: number;
	requests: SentRequest[];
	emitted: number;
	error?: Error;
	log: string[];
	stateBytes: number;
}

/** What n8n's durable scheduler leaves to a poll: 45 seconds, less its own margin. */
const DURABLE_BUDGET_MS = 36_000;

type How = 'activate' | 'init' | 'update';
let theProcess: TriggerProcess | undefined;
let histories = 0;

/** n8n around the trigger: it keeps workflows and static data, polls every minute, goes down and comes up again. */
export class ModelN8n {
	readonly identities: Identity[] = [];
	readonly polls: PollRecord[] = [];
	readonly stored: StoredWorkflow[] = [];
	/** n8n goes down as soon as something is announced, before it has stored the state. */
	dieAtNextEvent = false;
	/** Whether the first poll has room for all that is listed. */
	seesAllAtOnce = true;
	/** Whether there is room for all that is open. */
	remembersAll = true;
	/** Called with each poll that has ended. */
	onPoll: (poll: PollRecord) => void = () => {};
	/** Ids are made once in all histories, for processes that live on. */
	private readonly number = (histories += 1);
	private process: TriggerProcess;
	private readonly loaded = new Map<StoredWorkflow, LoadedWorkflow>();
	/** The newest load of a workflow; one that was saved again meanwhile comes to nothing. */
	private readonly loading = new Map<StoredWorkflow, LoadedWorkflow>();
	/** How often a workflow was published. */
	private readonly publications = new Map<StoredWorkflow, number>();
	/** Workflows that are to be active. */
	private readonly switchedOn = new Set<StoredWorkflow>();
	private readonly underWay = new Set<Identity>();
	private isTicking = false;

	constructor(
		readonly host: HostSettings,
		private readonly clock: Clock,
		private readonly service: ModelService,
	) {
		this.process = theProcess ??= newProcess();
		Object.assign(this.process.limits, this.process.usual);
	}

	get limits(): Record<string, number> {
		return this.process.limits;
	}

	get isPolling(): boolean {
		return this.underWay.size > 0;
	}

	isOn(workflow: StoredWorkflow): boolean {
		return this.switchedOn.has(workflow);
	}

	newWorkflow(): StoredWorkflow {
		const workflow = emptyWorkflow(`w${this.number}-${this.stored.length}`);
		this.stored.push(workflow);
		return workflow;
	}

	/** Adds a trigger to the stored workflow. */
	add(
		workflow: StoredWorkflow,
		{ id, name, settings }: { id?: string; name: string; settings: Settings },
	): ModelNode {
		const nodeId = id ?? `n${this.number}-${this.identities.length}`;
		const identity = new Identity(`${workflow.id}/${nodeId}`, settings, this.clock.now);
		this.identities.push(identity);
		const node = { id: nodeId, name, settings, identity };
		workflow.nodes.push(node);
		return node;
	}

	/** The workflow is switched on, n8n starts with it, or it is saved while active. A first poll that fails leaves it off. */
	activate(workflow: StoredWorkflow, how: How = 'activate'): void {
		this.switchedOn.add(workflow);
		if (!this.isTicking) this.tick();
		void this.load(workflow, how);
	}

	private async load(workflow: StoredWorkflow, how: How): Promise<void> {
		const { process } = this;
		const { persistence, publishingMs } = this.host;
		const publication = (this.publications.get(workflow) ?? 0) + 1;
		this.publications.set(workflow, publication);
		this.loaded.delete(workflow);
		this.loading.delete(workflow);
		if (publishingMs > 0) await this.clock.sleep(publishingMs);
		if (!process.isAlive || !this.isOn(workflow) || this.publications.get(workflow) !== publication) return;
		const loaded = new LoadedWorkflow(workflow, persistence);
		this.loading.set(workflow, loaded);
		// The other schedulers go on from what is stored at every poll.
		if (persistence === 'memory') for (const { identity } of loaded.nodes) loaded.loseUnstored(identity);
		const isNewest = (): boolean =>
			process.isAlive && this.isOn(workflow) && this.loading.get(workflow) === loaded;
		for (const node of loaded.nodes) {
			if (await this.poll(loaded, node, how)) continue;
			// It is tried again, by the user or by n8n itself.
			this.clock.at(this.clock.now + MINUTE, () => {
				if (isNewest()) void this.load(workflow, how);
			});
			return;
		}
		if (!isNewest()) return;
		this.loaded.set(workflow, loaded);
		if (persistence === 'memory' || this.host.keepsActivation) loaded.save();
	}

	deactivate(workflow: StoredWorkflow): void {
		this.loaded.delete(workflow);
		this.loading.delete(workflow);
		this.switchedOn.delete(workflow);
	}

	/** n8n goes down, and all it had in memory is gone; then it comes up and starts what was active. */
	restart(): void {
		this.loaded.clear();
		this.underWay.clear();
		this.process.isAlive = false;
		const limits = { ...this.process.limits };
		theProcess = this.process = newProcess();
		Object.assign(this.process.limits, limits);
		for (const workflow of this.stored) for (const node of workflow.nodes) this.forget(workflow, node);
		for (const workflow of this.switchedOn) this.activate(workflow, 'init');
	}

	private forget({ covered, coveredByCursor }: StoredWorkflow, { identity }: ModelNode): void {
		const { emitted, current } = identity;
		const known = [covered.get(identity), coveredByCursor.get(identity)].reduce(
			(most, each) => (each?.scope === current.scope ? Math.max(most, each?.events ?? -1) : most),
			-1,
		);
		if (known < emitted.length) identity.lost.push({ from: Math.max(0, known), upTo: emitted.length });
		// Of such a trigger nothing is stored at all.
		if (known < 0 && identity.beginnings.length > 0) identity.begins = 'anew';
	}

	/** Polls every minute, as long as anything is active. */
	private tick(): void {
		this.isTicking = this.switchedOn.size > 0;
		if (!this.isTicking) return;
		this.clock.at(this.clock.now + MINUTE - (this.clock.now % MINUTE), () => {
			for (const loaded of this.loaded.values()) this.pollAll(loaded);
			this.tick();
		});
	}

	private pollAll(loaded: LoadedWorkflow): void {
		const { persistence } = this.host;
		for (const node of loaded.nodes) {
			// The durable scheduler waits for the poll before; the other one does not.
			if (persistence !== 'memory' && this.underWay.has(node.identity)) continue;
			void this.poll(
				persistence === 'memory' ? loaded : new LoadedWorkflow(loaded.stored, persistence),
				node,
			);
		}
	}

	/** The same poll twice at once, as the durable scheduler may run it. */
	pollTwice(workflow: StoredWorkflow): void {
		const loaded = this.loaded.get(workflow);
		if (!loaded || this.host.persistence === 'memory') return;
		for (const node of loaded.nodes) {
			if (this.underWay.has(node.identity)) continue;
			for (let i = 0; i < 2; i++) void this.poll(new LoadedWorkflow(workflow, this.host.persistence), node);
		}
	}

	/** @returns whether it succeeded */
	private async poll(loaded: LoadedWorkflow, node: ModelNode, how?: How): Promise<boolean> {
		const { process, clock, host } = this;
		const { identity, settings } = node;
		const startedAt = clock.now;
		const requests: SentRequest[] = [];
		const log: string[] = [];
		const staticData = loaded.dataOf(node);
		const beginsAs = identity.begins;
		const emittedBefore = identity.emitted.length;
		// `docs/trigger.md`: two triggers in one workflow. When it is published, the second waits for the first, with what was stored before that.
		if (how) loaded.lose(identity);
		if (beginsAs) identity.beganAt = Math.min(identity.beganAt, startedAt);
		this.underWay.add(identity);
		const context = pollContext({
			clock,
			service: this.service,
			process,
			apiKey: `key-${this.number}`,
			workflowId: loaded.stored.id,
			node: nodeOf(node),
			staticData,
			mode: 'trigger',
			activation: how ?? 'activate',
			budgetMs:
				host.budget === 'none' ? undefined : host.persistence === 'memory' ? 300_000 : DURABLE_BUDGET_MS,
			requests,
			log,
		});
		const record: PollRecord = {
			identity,
			process,
			startedAt,
			endedAt: 0,
			requests,
			emitted: 0,
			log,
			stateBytes: 0,
		};
		let returned: INodeExecutionData[][] | null | undefined;
		try {
			returned = (await process.trigger.poll!.call(context)) as typeof returned;
		} catch (error) {
			record.error = error as Error;
		}
		if (!process.isAlive) return false;
		this.underWay.delete(identity);
		record.endedAt = clock.now;
		this.polls.push(record);
		const isDropped = host.dropsOutdated && how === undefined && this.isOutdated(loaded);
		if (!record.error && !(isDropped && returned)) {
			const events = eventsOf(returned?.[0] ?? []);
			record.emitted = events.length;
			// At the start of n8n a poll that fails is no error, and the next one begins.
			const hasFailed = log.some((text) => text.includes('the first poll after the start of n8n failed'));
			const hasSeen = !hasFailed && requests.some(({ isAnswered }) => isAnswered);
			if (beginsAs && identity.begins === beginsAs && identity.isOfScope(settings) && hasSeen) {
				identity.begins = undefined;
				const { beganAt: from } = identity;
				const sawEnd = requests.some(({ isLastPage }) => isLastPage);
				// Pages may be empty though the list goes on.
				const isAtOnce = from === startedAt && (sawEnd || requests.some(({ shown }) => shown.length > 0));
				const clockSetAt = clock.setAt;
				const answered = requests.filter(({ isAnswered }) => isAnswered);
				const shown = new Set(this.remembersAll ? answered.flatMap((each) => each.shown) : []);
				const read = new Set(answered.map(({ id }) => id));
				identity.beginnings.push({ from, to: clock.now, kind: beginsAs, isAtOnce, clockSetAt, shown, read });
				identity.beganAt = Infinity;
				identity.settledAt = this.seesAllAtOnce && sawEnd ? clock.now : Infinity;
			}
			const from = identity.emitted.length;
			for (const event of events) identity.emitted.push({ ...event, startedAt, at: clock.now, settings });
			// The newer load was made without it, and n8n gives polls nothing else.
			if (events.length > 0 && this.isOutdated(loaded, how))
				identity.lost.push({ from, upTo: from + events.length });
			if (returned) this.emit(loaded, node);
			else {
				// What another poll announced meanwhile is not in this one's data.
				loaded.learn(node, emittedBefore);
				const isOvertaken = settings !== identity.current;
				if (host.persistence === 'cursor' && !how) loaded.saveCursor(node, emittedBefore, isOvertaken);
			}
		}
		record.stateBytes = JSON.stringify(staticData.node).length + JSON.stringify(staticData.global).length;
		this.onPoll(record);
		return record.error === undefined;
	}

	/** Whether the workflow was published or unpublished since a poll of it began. */
	private isOutdated(loaded: LoadedWorkflow, how?: How): boolean {
		const { stored } = loaded;
		if (how) return this.loading.get(stored) !== loaded;
		return this.host.persistence === 'memory' ? this.loaded.get(stored) !== loaded : !this.isOn(stored);
	}

	private emit(loaded: LoadedWorkflow, node: ModelNode): void {
		// One transaction with what is emitted: no save of it is lost alone.
		if (this.host.persistence === 'cursor') loaded.saveCursor(node);
		loaded.learn(node);
		if (!this.dieAtNextEvent) return loaded.save();
		this.dieAtNextEvent = false;
		this.restart();
	}
}

const nodeOf = ({ id, name, settings }: ModelNode): INode => ({
	id,
	name,
	type: TRIGGER_TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters: parametersOf(settings) as INode['parameters'],
	credentials: { documentDataExtractionApi: { id: 'credential', name: 'Credential' } },
});
