import type { IExecuteFunctions } from 'n8n-workflow';
import type { RunIdentity } from '../extraction/identity';

/** What makes this run of the node the same when n8n tries it again. */
export const runIdentity = (context: IExecuteFunctions): RunIdentity => ({
	instanceId: context.getInstanceId(),
	workflowId: context.getWorkflow().id ?? '',
	executionId: context.getExecutionId(),
	nodeId: context.getNode().id,
	runIndex: Number(context.evaluateExpression('{{ $runIndex }}', 0) ?? 0),
});
