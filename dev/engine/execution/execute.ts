import type { WorkflowExecute } from 'n8n-core';
import type {
	ExecutionStatus,
	IPinData,
	IRun,
	IRunExecutionData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData } from '../core/additionalData';
import type { Core } from '../core/core';
import type { GivenCredentials } from '../credentials/GivenCredentials';
import { Run } from './Run';

export interface Started<T = Run> {
	/** Rejects only when the execution could not start. */
	result: Promise<T>;
	/** Stops the execution as the stop button does. */
	cancel(): void;
}

interface Execution {
	executionId: string;
	mode?: WorkflowExecuteMode;
	/** Where it is served while it is parked. */
	waitingUrl?: string;
}

export interface ExecuteOptions extends Execution {
	startNode: string;
	pinData?: IPinData;
	signal?: AbortSignal;
}

export function execute(
	core: Core,
	credentials: GivenCredentials,
	workflow: Workflow,
	options: ExecuteOptions,
): Started {
	const { startNode, pinData, signal } = options;
	const { executor, asRun } = executorOf(core, credentials, workflow, options);
	const issues = executor.checkReadyForExecution(workflow, {
		startNode,
		pinDataNodeNames: Object.keys(pinData ?? {}),
	});
	if (issues) throw new Error(`The workflow has issues: ${JSON.stringify(issues)}`);

	const execution = executor.run({ workflow, startNode: workflow.getNode(startNode) ?? undefined, pinData });
	const cancel = (): void => execution.cancel();
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	const result = execution.then(asRun).finally(() => signal?.removeEventListener('abort', cancel));
	return { result, cancel };
}

/** Goes on with an execution that was parked, from what is stored of it. */
export async function resume(
	core: Core,
	credentials: GivenCredentials,
	workflow: Workflow,
	options: Execution & { stored: IRunExecutionData },
): Promise<Run> {
	const { executor, asRun } = executorOf(core, credentials, workflow, options);
	return asRun(await executor.processRunExecutionData(workflow));
}

/** n8n's executor for one execution, and what makes a `Run` of its result. */
function executorOf(
	core: Core,
	credentials: GivenCredentials,
	workflow: Workflow,
	{ executionId, mode = 'trigger', waitingUrl, stored }: Execution & { stored?: IRunExecutionData },
): { executor: WorkflowExecute; asRun: (raw: IRun) => Run } {
	const workflowData = {
		id: workflow.id,
		name: workflow.name ?? '',
		active: false,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		activeVersionId: null,
	};
	const hooks = new core.ExecutionLifecycleHooks(mode, executionId, workflowData);
	let status: ExecutionStatus | undefined;
	// n8n stores the run it is handed first; on a stop that is before the node has ended.
	hooks.addHandler('workflowExecuteAfter', function (run: IRun) {
		status ??= run.status;
	});
	const data = additionalData(core, { credentials, executionId, hooks, waitingUrl });
	return {
		executor: new core.WorkflowExecute(data, mode, stored),
		asRun: (raw) => new Run(raw, status ?? raw.status, executionId),
	};
}
