import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { activeWorkflows, type Tick } from './activeWorkflows';
import { additionalData } from '../core/additionalData';
import type { Core } from '../core/core';
import type { GivenCredentials } from '../credentials/GivenCredentials';
import type { WorkflowLike } from '../workflow';

/**
 * How n8n keeps the static data of a workflow with a polling trigger.
 * - `memory`: the default scheduler. All polls share one object, which is saved when something is emitted and after the activation.
 * - `durable`: the durable scheduler. Every poll gets what is stored; it is stored when something is emitted and after the activation.
 * - `cursor`: the durable scheduler with durable cursors. The node's data is stored after every poll but one at activation that
 *   emits nothing; the workflow's own data as under `durable`.
 */
export type Persistence = 'memory' | 'durable' | 'cursor';

export interface SchedulerOptions {
	type: string;
	parameters?: INodeParameters;
	persistence?: Persistence;
	nodeName?: string;
	workflowId?: string;
}

interface Setting {
	core: Core;
	credentials: GivenCredentials;
	build(definition: WorkflowLike, workflowId?: string): Workflow;
	inside<T>(work: () => T): T;
}

type WatchedData = IDataObject & { __dataChanged: boolean };

const NODE_ID = 'scheduled-trigger';
const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A workflow with one polling trigger in n8n's own ActiveWorkflowTriggers, and what n8n's server does around it: it keeps the static data. */
export class Scheduler {
	/** The items of every poll that announced something. */
	readonly emitted: INodeExecutionData[][] = [];
	/** What failed polls threw. */
	readonly errors: Error[] = [];
	/** The workflow's static data in the database. */
	stored: IDataObject = {};
	/** n8n goes down before the next save is done. */
	loseNextSave = false;
	/** What `getPollBudgetMs` answers; without it the context has no such function, as before n8n 2.11. */
	budgetMs: number | undefined;
	/** Another credential than the one given to the engine, by its id. */
	credentialIds: Record<string, string> = {};
	parameters: INodeParameters;
	/** n8n keeps the node's data under its name, and durable cursors under its id, which stays. */
	nodeName: string;
	private cursor: IDataObject = {};
	private ticks: Tick[] = [];
	/** How often n8n was started. */
	private starts = 1;

	constructor(
		private readonly setting: Setting,
		private readonly options: SchedulerOptions,
	) {
		this.parameters = options.parameters ?? {};
		this.nodeName = options.nodeName ?? 'Trigger';
	}

	get emittedJson(): IDataObject[] {
		return this.emitted.flat().map(({ json }) => json);
	}

	/** n8n goes down and comes up again. What the node knows by the id of the workflow is gone: it gets another one. */
	async restart(): Promise<void> {
		this.starts += 1;
		await this.activate('init');
	}

	/** Publishes the workflow, once more or for the first time: the first poll. @throws WorkflowActivationError */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<void> {
		this.deactivate();
		const workflow = this.open();
		const { core, credentials, inside } = this.setting;
		const ticks: Tick[] = [];
		const active = activeWorkflows(core, (tick) => ticks.push(tick));
		await inside(
			async () =>
				await active.addAllTriggers(
					workflow.id,
					workflow,
					additionalData(core, { credentials }),
					'trigger',
					mode,
					() => {
						throw new Error('There is no trigger function');
					},
					(of, node, data, mode, activation) => this.context(of, node, data, mode, activation),
				),
		);
		this.save(workflow);
		this.ticks = ticks;
	}

	/** Unpublishes it. */
	deactivate(): void {
		this.ticks = [];
	}

	/** The time for a poll has come. A poll that fails adds to `errors`. @returns what this poll announced */
	async poll(): Promise<INodeExecutionData[]> {
		if (this.ticks.length === 0) throw new Error('The workflow is not active');
		const { persistence = 'memory' } = this.options;
		const before = this.emitted.length;
		if (persistence !== 'memory') await this.pollAnew();
		else for (const tick of this.ticks) await this.setting.inside(tick);
		return this.emitted.slice(before).flat();
	}

	/** A poll by the durable scheduler: with the workflow as stored. */
	private async pollAnew(): Promise<void> {
		const { core, credentials, inside } = this.setting;
		const workflow = this.open();
		const node = this.nodeOf(workflow);
		const data = additionalData(core, { credentials });
		const context = this.context(workflow, node, data, 'trigger', 'activate');
		const { poll } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		if (!poll) throw new Error(`Node type "${node.type}" has no poll function`);
		try {
			const announced = await inside(async () => await poll.call(context));
			if (announced) context.__emit(announced);
			if (this.options.persistence === 'cursor') this.cursor = copyOf(workflow.getStaticData('node', node));
		} catch (error) {
			this.errors.push(error as Error);
		}
	}

	private context(
		workflow: Workflow,
		node: INode,
		...[data, mode, activation]: [
			ReturnType<typeof additionalData>,
			ConstructorParameters<Core['PollContext']>[3],
			ConstructorParameters<Core['PollContext']>[4],
		]
	): InstanceType<Core['PollContext']> {
		const emit = (announced: INodeExecutionData[][]): void => {
			this.save(workflow);
			this.keepCursor(workflow, node);
			this.emitted.push(copyOf(announced[0] ?? []));
		};
		const emitError = (error: Error): void => void this.errors.push(error);
		const { PollContext } = this.setting.core;
		const context = new PollContext(workflow, node, data, mode, activation, emit, emitError);
		const budget = () => (this.budgetMs === undefined ? undefined : () => this.budgetMs);
		return Object.defineProperty(context, 'getPollBudgetMs', { get: budget });
	}

	/** n8n's WorkflowStaticDataService.saveStaticData */
	private save(workflow: Workflow): void {
		const staticData = workflow.staticData as WatchedData;
		if (!staticData.__dataChanged) return;
		staticData.__dataChanged = false;
		if (!this.loseNextSave) this.stored = copyOf(staticData);
		this.loseNextSave = false;
	}

	/** Durable cursors are written in one transaction with what is emitted: no save of them is lost alone. */
	private keepCursor(workflow: Workflow, node: INode): void {
		if (this.options.persistence === 'cursor') this.cursor = copyOf(workflow.getStaticData('node', node));
	}

	private open(): Workflow {
		const { type, persistence, workflowId = 'workflow' } = this.options;
		const { nodeName, parameters, credentialIds } = this;
		const node = { name: nodeName, id: NODE_ID, type, parameters };
		const key = `node:${nodeName}`;
		const staticData = persistence === 'cursor' ? { ...this.stored, [key]: this.cursor } : this.stored;
		const workflow = this.setting.build(
			{ nodes: [node], staticData: copyOf(staticData) },
			`${workflowId}-${this.starts}`,
		);
		const built = this.nodeOf(workflow);
		built.parameters.pollTimes = EVERY_MINUTE;
		for (const [credential, id] of Object.entries(credentialIds))
			built.credentials = { ...built.credentials, [credential]: { id, name: id } };
		return workflow;
	}

	private nodeOf(workflow: Workflow): INode {
		const node = workflow.getNode(this.nodeName);
		if (!node) throw new Error('The workflow has lost its trigger');
		return node;
	}
}
