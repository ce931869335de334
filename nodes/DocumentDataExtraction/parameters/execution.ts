import type { IExecuteFunctions, IBinaryData, IBinaryKeyData } from 'n8n-workflow';
import type { RunIdentity } from '../extraction/request/identity';
import { allBinaries } from '../files/input/binaryRefs';
import { askedFor, firstExecutionId } from './firstTry';
import { isToolExecution, keepsFilesInJson } from '../shared/n8nFeatures';

/** How long a call of n8n's agents, or of its MCP server, may take. They cut it off after 30 seconds, unless set otherwise. */
const CALL_MS = 20_000;

/** Whether n8n runs the node by itself, in no workflow and no execution, as its agents and its MCP server do. */
const runsAlone = (context: IExecuteFunctions): boolean =>
	context.getMode() === 'internal' && !context.getExecutionId();

/** Whether the node runs as a tool: as the sub-node of an AI Agent, where n8n gives it a type that ends in "Tool", or alone. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || isToolExecution(context) || runsAlone(context);

/** When the node has to answer at the latest, by the clock of `startedAt`. @param startedAt when it was called */
export const latestAnswer = (context: IExecuteFunctions, startedAt: number): number =>
	runsAlone(context) ? startedAt + CALL_MS : Infinity;

/** What makes this run of the node the same when n8n tries it again. */
export const runIdentity = (context: IExecuteFunctions): RunIdentity => ({
	instanceId: context.getInstanceId(),
	workflowId: context.getWorkflow().id ?? '',
	executionId: runsAlone(context) ? context.getExecutionId() : firstExecutionId(context),
	nodeId: context.getNode().id,
	runIndex: Number(context.evaluateExpression('{{ $runIndex }}', 0) ?? 0),
	askedFor: askedFor(context.getNode().parameters),
});

/** The references to the files of an item, by field, so that output items can carry them too. It reads and copies no byte. */
export function binariesOf(context: IExecuteFunctions, itemIndex: number): IBinaryKeyData {
	const item = context.getInputData()[itemIndex];
	if (!item) return {};
	const combined = keepsFilesInJson(context);
	const fields = allBinaries(item, combined).map(({ fieldName, parameter }): [string, IBinaryData] => [
		fieldName,
		context.helpers.assertBinaryData(itemIndex, parameter),
	]);
	return Object.fromEntries(fields);
}
