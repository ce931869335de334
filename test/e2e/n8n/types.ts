import type { IConnections, INode, INodeExecutionData, IWorkflowSettings } from 'n8n-workflow';

/** A workflow as n8n exports and imports it. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface SavedWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export interface Credential {
	id: string;
	name: string;
}

export interface NodeRun {
	executionStatus: string;
	executionTime: number;
	error?: { message: string; description?: string };
	hints?: Array<{ message: string; type?: string }>;
	/** By output, then by item. Null where an output had none. */
	data?: { main?: Array<INodeExecutionData[] | null>; ai_tool?: Array<INodeExecutionData[] | null> };
}

/** An execution, its data unpacked. */
export interface Execution {
	id: string;
	status: string;
	finished: boolean;
	mode: string;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: { message: string; description?: string };
			lastNodeExecuted?: string;
		};
	};
}
