import type { IExecuteFunctions, IBinaryData, IBinaryKeyData } from 'n8n-workflow';
import type { RunIdentity } from '../extraction/request/identity';
import { allBinaries } from '../files/input/binaryRefs';

/** Whether the node runs as the tool of an AI agent. n8n then gives it a type that ends in "Tool". */
export const isTool = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('Tool');

/** What makes this run of the node the same when n8n tries it again. */
export const runIdentity = (context: IExecuteFunctions): RunIdentity => ({
	instanceId: context.getInstanceId(),
	workflowId: context.getWorkflow().id ?? '',
	executionId: context.getExecutionId(),
	nodeId: context.getNode().id,
	runIndex: Number(context.evaluateExpression('{{ $runIndex }}', 0) ?? 0),
});

/** The references to the files of an item, by field, so that output items can carry them too. It reads and copies no byte. */
export function binariesOf(context: IExecuteFunctions, itemIndex: number): IBinaryKeyData {
	const item = context.getInputData()[itemIndex];
	if (!item) return {};
	const combined = context.getWorkflowSettings?.().binaryMode === 'combined';
	const fields = allBinaries(item, combined).map(({ fieldName, parameter }): [string, IBinaryData] => [
		fieldName,
		context.helpers.assertBinaryData(itemIndex, parameter),
	]);
	return Object.fromEntries(fields);
}
