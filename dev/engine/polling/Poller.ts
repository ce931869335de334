import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData } from '../core/additionalData';
import type { Core } from '../core/core';
import type { GivenCredentials } from '../credentials/GivenCredentials';

export interface PollerOptions {
	type: string;
	parameters?: INodeParameters;
	/** The node's stored state; a copy is used. */
	staticData?: IDataObject;
	workflowId?: string;
	nodeName?: string;
	typeVersion?: number;
}

export interface PollMode {
	/** Default `trigger`: a scheduled poll. `manual` is a test run from the editor. */
	mode?: Extract<WorkflowExecuteMode, 'trigger' | 'manual'>;
	/** Default `activate`: what n8n passes for the life of an activated workflow. */
	activationMode?: WorkflowActivateMode;
}

export interface PollResult {
	data: INodeExecutionData[][] | null;
	/** Whether the poll wrote to its static data. n8n then saves it, if the poll also emitted. */
	staticDataChanged: boolean;
	/** The node's static data after the poll, as it would be read back from the database. */
	staticData: IDataObject;
}

/** An activated trigger: one workflow in memory, so that polls, overlapping ones too, share static data. */
export class Poller {
	private readonly node: INode;

	constructor(
		private readonly core: Core,
		private readonly credentials: GivenCredentials,
		private readonly workflow: Workflow,
		nodeName: string,
		private readonly enter: <T>(work: () => T) => T,
	) {
		const node = workflow.getNode(nodeName);
		if (!node) throw new Error(`The workflow has no node "${nodeName}"`);
		this.node = node;
	}

	get staticData(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.getStaticData('node', this.node))) as IDataObject;
	}

	async poll(options: PollMode = {}): Promise<PollResult> {
		const { mode = 'trigger', activationMode = mode === 'manual' ? 'manual' : 'activate' } = options;
		const { type, typeVersion } = this.node;
		const nodeType = this.workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
		const { poll } = nodeType;
		if (!poll) throw new Error(`Node type "${type}" has no poll function`);

		const state = this.workflow.staticData as { __dataChanged: boolean };
		state.__dataChanged = false;
		const data = additionalData(this.core, { credentials: this.credentials });
		const context = new this.core.PollContext(this.workflow, this.node, data, mode, activationMode);
		const emitted = await this.enter(async () => await poll.call(context));
		return {
			data: emitted,
			staticDataChanged: state.__dataChanged,
			staticData: this.staticData,
		};
	}
}
