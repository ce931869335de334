import type {
	ExecutionError,
	ExecutionStatus,
	INodeExecutionData,
	IRun,
	ITaskData,
	ITaskMetadata,
	NodeExecutionHint,
} from 'n8n-workflow';

/** The outcome of one execution. Where a node ran more than once, its last run is meant. */
export class Run {
	constructor(
		/** What the engine returned. */
		readonly raw: IRun,
		/** The status n8n would have stored: a stopped execution stays `canceled`, whatever its node threw. */
		readonly status: ExecutionStatus,
		readonly executionId: string,
	) {}

	/** The error that ended the execution, as n8n stores it: a plain object, not the thrown instance. */
	get error(): ExecutionError | undefined {
		return this.raw.data.resultData.error;
	}

	output(nodeName: string, outputIndex = 0): INodeExecutionData[] {
		return this.task(nodeName)?.data?.main?.[outputIndex] ?? [];
	}

	nodeError(nodeName: string): ExecutionError | undefined {
		return this.task(nodeName)?.error;
	}

	hints(nodeName: string): NodeExecutionHint[] {
		return this.task(nodeName)?.hints ?? [];
	}

	metadata(nodeName: string): ITaskMetadata | undefined {
		return this.task(nodeName)?.metadata;
	}

	/** The node's last run, or undefined when it was not reached. */
	task(nodeName: string): ITaskData | undefined {
		return this.raw.data.resultData.runData[nodeName]?.at(-1);
	}
}

/** The outcome of a run of one node. */
export class NodeRun extends Run {
	constructor(
		run: Run,
		readonly nodeName: string,
	) {
		super(run.raw, run.status, run.executionId);
	}

	/** The items of the first output. */
	get items(): INodeExecutionData[] {
		return this.output(this.nodeName, 0);
	}

	/** The items of the second output (the error output, for a node with one output of its own). */
	get secondOutput(): INodeExecutionData[] {
		return this.output(this.nodeName, 1);
	}
}
