import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
} from 'n8n-workflow';
import { decidingOptions, type RunIdentity } from '../extraction/request/identity';
import { allBinaries } from '../files/input/binaryRefs';
import { propertiesOf } from './param';
import { promptParameters } from './prompt/parameters';
import { submissionOptions } from './submissionOptions';
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

/**
 * What the user asks for about the files: before expressions are evaluated, because `$now` changes with each try. It holds only what
 * decides the rows, so that whoever changes, say, the output finds the earlier extraction.
 */
export function askedFor(parameters: INodeParameters): unknown {
	const given = (parameters.options ?? {}) as IDataObject;
	const { questions = 'none', askQuestions = false } = given;
	const options = submissionOptions(given, questions !== 'none' || askQuestions !== false);
	return [
		propertiesOf(promptParameters).map(({ name }) => parameters[name] ?? null),
		decidingOptions(options),
	];
}

/**
 * The execution in which the node was first tried. "Retry" in n8n's list of executions makes a new execution of the data of the old one,
 * in which n8n keeps what is noted here.
 */
export function firstExecutionId(context: IExecuteFunctions): string {
	const kept = context.getContext('node') as { firstExecutionId?: string };
	if (kept.firstExecutionId === undefined || context.getMode() !== 'retry')
		kept.firstExecutionId = context.getExecutionId();
	return kept.firstExecutionId;
}

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
