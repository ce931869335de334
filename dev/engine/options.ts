import type {
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPinData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { BinaryMode } from './core/core';
import type { CredentialMap } from './credentials/GivenCredentials';
import type { NodeTypeMap } from './nodeTypes/KnownNodeTypes';

export interface EngineOptions {
	/** Node type instances by full name, e.g. `n8n-nodes-example.example`. */
	nodeTypes: NodeTypeMap;
	credentialTypes?: ICredentialType[];
	credentials?: CredentialMap;
	/**
	 * Where files are kept. Default `filesystem`; `default` is n8n's old in-memory mode (base64 in the item);
	 * `database` behaves as n8n's database store does, which has no chunks.
	 */
	binaryMode?: BinaryMode;
	/** Default: one per process, as n8n made it. */
	instanceId?: string;
}

export interface RunOptions {
	/** What the start node emits; it is pinned, so it does not run and its type may be unknown. */
	input?: INodeExecutionData[];
	/** Further nodes that do not run but emit these items. */
	pinData?: IPinData;
	/** Where the execution is served while it is parked; see `Engine.waiting`. */
	waitingUrl?: string;
	/** Default: a number no other execution of this process has had. */
	executionId?: string;
	workflowId?: string;
	/** Aborting it stops the execution, as the stop button does. */
	signal?: AbortSignal;
	/** Default `trigger`: a production execution. */
	mode?: WorkflowExecuteMode;
}

/** The settings of a node that n8n itself acts on. */
type NodeSettings = Pick<
	Partial<INode>,
	| 'onError'
	| 'retryOnFail'
	| 'maxTries'
	| 'waitBetweenTries'
	| 'alwaysOutputData'
	| 'executeOnce'
	| 'typeVersion'
>;

export interface RunNodeOptions extends Omit<RunOptions, 'pinData'>, NodeSettings {
	type: string;
	parameters?: INodeParameters;
	nodeName?: string;
	/** Workflow settings, e.g. `binaryMode: 'combined'`. */
	settings?: IWorkflowSettings;
}

export interface RunAsToolOptions extends RunNodeOptions {
	/** What the model fills in for the `$fromAI` placeholders. */
	args?: IDataObject;
}
