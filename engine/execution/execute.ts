import type { ExecutionStatus, IPinData, IRun, Workflow, WorkflowExecuteMode } from 'n8n-workflow';
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

export interface ExecuteOptions {
	executionId: string;
	startNode: string;
	mode?: WorkflowExecuteMode;
	pinData?: IPinData;
	signal?: AbortSignal;
}

export function execute(
	core: Core,
	credentials: GivenCredentials,
	workflow: Workflow,
	options: ExecuteOptions,
): Started {
	const { executionId, startNode, mode = 'trigger', pinData, signal } = options;
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
	let stored: ExecutionStatus | undefined;
	// n8n stores the run it is handed first; on a stop that is before the node has ended.
	hooks.addHandler('workflowExecuteAfter', function (run: IRun) {
		stored ??= run.status;
	});

	const engine = new core.WorkflowExecute(additionalData(core, { credentials, executionId, hooks }), mode);
	const issues = engine.checkReadyForExecution(workflow, {
		startNode,
		pinDataNodeNames: Object.keys(pinData ?? {}),
	});
	if (issues) throw new Error(`The workflow has issues: ${JSON.stringify(issues)}`);

	const execution = engine.run({ workflow, startNode: workflow.getNode(startNode) ?? undefined, pinData });
	const cancel = (): void => execution.cancel();
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	const result = execution
		.then((raw) => new Run(raw, stored ?? raw.status, executionId))
		.finally(() => signal?.removeEventListener('abort', cancel));
	return { result, cancel };
}
