import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	INodeListSearchResult,
	INodePropertyOptions,
	IPinData,
	Workflow,
} from 'n8n-workflow';
import { agentType, type ToolCall } from './nodeTypes/agentType';
import { closeCore, inEngine, openCore, type EngineSettings, type LoadedCore } from './core/core';
import { testCredential, type CredentialTestResult } from './credentials/testCredential';
import { GivenCredentials } from './credentials/GivenCredentials';
import { execute, type Started } from './execution/execute';
import { binaryStream, storeFile } from './core/files';
import { KnownNodeTypes } from './nodeTypes/KnownNodeTypes';
import type { EngineOptions, RunAsToolOptions, RunNodeOptions, RunOptions } from './options';
import {
	listSearch,
	loadOptions,
	PICK_LIST_NODE,
	type ListSearchOptions,
	type PickListOptions,
	type PickListSetting,
} from './pickLists';
import { Poller, type PollerOptions, type PollMode, type PollResult } from './polling/Poller';
import { NodeRun, type Run } from './execution/Run';
import { Scheduler, type SchedulerOptions } from './polling/Scheduler';
import { AGENT_TYPE, singleNodeWorkflow, toolWorkflow } from './execution/singleNode';
import { WaitingExecutions } from './waiting/WaitingExecutions';
import { buildWorkflow, copyItems, findStart, START_TYPE, startType, type WorkflowLike } from './workflow';

let lastExecutionId = 0;

/** n8n's own engine with the given node types and credentials. Every call is one execution of its own. */
export class Engine {
	private readonly credentials: GivenCredentials;

	private readonly nodeTypes: KnownNodeTypes;

	private isOpen = true;

	private constructor(
		private readonly loaded: LoadedCore,
		private readonly settings: EngineSettings,
		options: EngineOptions,
	) {
		this.credentials = new GivenCredentials(options.credentialTypes ?? [], options.credentials ?? {});
		this.nodeTypes = new KnownNodeTypes({ [START_TYPE]: startType, ...options.nodeTypes });
	}

	static async open(options: EngineOptions): Promise<Engine> {
		const { binaryMode = 'filesystem', instanceId } = options;
		const settings = { binaryMode, instanceId };
		return new Engine(await openCore(settings), settings, options);
	}

	/** Removes the binary store (with the last engine of the process). */
	async close(): Promise<void> {
		if (!this.isOpen) return;
		this.isOpen = false;
		closeCore();
	}

	async run(workflow: WorkflowLike, options: RunOptions = {}): Promise<Run> {
		return await this.start(workflow, options).result;
	}

	/** Like `run`, but hands back the means to stop it. Throws where the workflow cannot start. */
	start(definition: WorkflowLike, options: RunOptions = {}): Started {
		return this.launch(definition, options, this.nodeTypes);
	}

	async runNode(options: RunNodeOptions): Promise<NodeRun> {
		return await this.startNode(options).result;
	}

	/** Like `runNode`, but hands back the means to stop it. */
	startNode(options: RunNodeOptions): Started<NodeRun> {
		const workflow = singleNodeWorkflow(options);
		const { result, cancel } = this.start(workflow, { ...options, input: options.input ?? [{ json: {} }] });
		return { result: result.then((run) => new NodeRun(run, workflow.nodeName)), cancel };
	}

	/** Calls a node marked `usableAsTool` once through n8n's own tool wrapper, as an agent does. */
	async runAsTool(options: RunAsToolOptions): Promise<NodeRun & ToolCall> {
		const call: ToolCall = {};
		const workflow = toolWorkflow(options);
		const nodeTypes = this.nodeTypes.with({ [AGENT_TYPE]: agentType(options.args ?? {}, call) });
		const input = options.input ?? [{ json: {} }];
		const run = await this.launch(workflow, { ...options, input }, nodeTypes).result;
		return Object.assign(new NodeRun(run, workflow.nodeName), call);
	}

	/** An activated polling trigger, for several polls. */
	poller(options: PollerOptions): Poller {
		const { type, parameters, staticData, workflowId, typeVersion, nodeName = 'Trigger' } = options;
		const definition: WorkflowLike = {
			nodes: [{ name: nodeName, type, parameters, typeVersion }],
			staticData: staticData ? { [`node:${nodeName}`]: staticData } : undefined,
		};
		const workflow = this.build(definition, workflowId);
		return new Poller(this.loaded.core, this.credentials, workflow, nodeName, (work) => this.inside(work));
	}

	/** A workflow with a polling trigger, with n8n's rules for when it is polled and what is kept. */
	scheduler(options: SchedulerOptions): Scheduler {
		return new Scheduler(
			{
				core: this.loaded.core,
				credentials: this.credentials,
				build: (definition, workflowId) => this.build(definition, workflowId),
				inside: (work) => this.inside(work),
			},
			options,
		);
	}

	/** Runs workflows that may be parked, and serves these as n8n's server does. To be closed before the engine. */
	async waiting(): Promise<WaitingExecutions> {
		return await WaitingExecutions.open({
			core: this.loaded.core,
			credentials: this.credentials,
			start: (definition, options) => this.start(definition, options),
			build: (definition) => this.build(definition),
			inside: (work) => this.inside(work),
		});
	}

	/** One poll of a trigger activated just for it. */
	async poll(options: PollerOptions & PollMode): Promise<PollResult> {
		return await this.poller(options).poll(options);
	}

	async listSearch(options: ListSearchOptions): Promise<INodeListSearchResult> {
		return await this.inside(async () => await listSearch(this.pickList(options), options));
	}

	async loadOptions(options: PickListOptions): Promise<INodePropertyOptions[]> {
		return await this.inside(async () => await loadOptions(this.pickList(options), options));
	}

	async testCredential(
		typeName: string,
		data: ICredentialDataDecryptedObject,
	): Promise<CredentialTestResult> {
		return await this.inside(
			async () => await testCredential(this.loaded.core, this.credentials, this.nodeTypes, typeName, data),
		);
	}

	/** A file in n8n's binary store, for an item's `binary`. A string is a path. */
	async storeFile(content: Buffer | string, fileName: string, mimeType: string): Promise<IBinaryData> {
		return await this.inside(
			async () => await storeFile(this.loaded.binaryData, content, fileName, mimeType),
		);
	}

	/** Takes a file out of the store, as n8n does when it prunes executions. */
	async deleteFile({ id }: IBinaryData): Promise<void> {
		await rm(this.loaded.binaryData.getPath(id!));
	}

	async readBinary(file: IBinaryData): Promise<Buffer> {
		return await this.loaded.binaryData.getAsBuffer(file);
	}

	async binaryStream(file: IBinaryData): Promise<Readable> {
		return await binaryStream(this.loaded.binaryData, file);
	}

	private launch(definition: WorkflowLike, options: RunOptions, nodeTypes: KnownNodeTypes): Started {
		const {
			input,
			pinData: pinned = {},
			executionId = String(++lastExecutionId),
			workflowId,
			mode,
			signal,
			waitingUrl,
		} = options;
		const pinData = Object.fromEntries(
			Object.entries(pinned).map(([name, items]) => [name, copyItems(items)]),
		);
		const startNode = findStart(definition);
		if (input) pinData[startNode] = copyItems(input);
		return this.inside(() => {
			const workflow = this.build(definition, workflowId, nodeTypes, pinData);
			return execute(this.loaded.core, this.credentials, workflow, {
				executionId,
				startNode,
				mode,
				pinData,
				signal,
				waitingUrl,
			});
		});
	}

	private build(
		definition: WorkflowLike,
		id?: string,
		nodeTypes = this.nodeTypes,
		pinData?: IPinData,
	): Workflow {
		return buildWorkflow(definition, { nodeTypes, credentials: this.credentials, id, pinData });
	}

	private pickList({ type, parameters, typeVersion, path = '' }: PickListOptions): PickListSetting {
		const workflow = this.build({ nodes: [{ name: PICK_LIST_NODE, type, parameters, typeVersion }] });
		return { core: this.loaded.core, credentials: this.credentials, workflow, path };
	}

	private inside<T>(work: () => T): T {
		if (!this.isOpen) throw new Error('The engine is closed');
		return inEngine(this.settings, work);
	}
}
