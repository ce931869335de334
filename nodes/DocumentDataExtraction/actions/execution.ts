import type { IBinaryData, IBinaryKeyData, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import type { ThisExecution } from '../extraction/request/claim';
import type { RunIdentity } from '../extraction/request/identity';
import { allBinaries } from '../files/input/binaryRefs';
import { propertiesOf } from '../parameters/param';
import { promptParameters } from '../parameters/prompt/parameters';
import { optionsThatDecide, type AddedOptions } from '../parameters/submissionOptions';
import { keepsFilesInJson, runsAlone } from '../shared/n8nFeatures';

/** How long a call of n8n's agents, or of its MCP server, may take. They cut it off after 30 seconds, unless set otherwise. */
const CALL_MS = 20_000;

/** What n8n keeps of the first try of a node in an execution. */
interface FirstTry extends ThisExecution {
	executionId: string;
}

/** The latest time for the node to return, on the clock of `startedAt`. @param startedAt when the node was called */
export const latestAnswer = (context: IExecuteFunctions, startedAt: number): number =>
	runsAlone(context) ? startedAt + CALL_MS : Infinity;

/**
 * The parameters that decide the rows, as part of an ID. Their expressions are not evaluated, because `$now` differs at each try. Others
 * do not count, so that a run with another Output finds the earlier extraction.
 */
export function askedFor(parameters: INodeParameters): unknown {
	const options = (parameters.options ?? {}) as AddedOptions & INodeParameters;
	const { questions = 'none', askQuestions = false } = options;
	const mayAsk = questions !== 'none' || askQuestions !== false;
	return [
		propertiesOf(promptParameters).map(({ name }) => parameters[name] ?? null),
		optionsThatDecide(options, mayAsk),
	];
}

/**
 * The execution in which the node was first tried, for all of its tries and loops. "Retry" in n8n's list of executions makes a new
 * execution of the data of the old one, in which n8n keeps what is noted here.
 */
export function firstTry(context: IExecuteFunctions): FirstTry {
	const kept = context.getContext('node') as { firstTry?: FirstTry };
	const executionId = context.getExecutionId();
	if (!kept.firstTry || (kept.firstTry.executionId !== executionId && context.getMode() !== 'retry'))
		kept.firstTry = { executionId, startedAt: Date.now(), waitedFor: [] };
	return kept.firstTry;
}

/** The execution; undefined if the node runs alone, because another call of it is then no new execution. */
export const executionOf = (context: IExecuteFunctions): ThisExecution | undefined =>
	runsAlone(context) ? undefined : firstTry(context);

/** What makes this run of the node the same when n8n tries it again. */
export const runIdentity = (context: IExecuteFunctions): RunIdentity => ({
	instanceId: context.getInstanceId(),
	workflowId: context.getWorkflow().id ?? '',
	executionId: runsAlone(context) ? context.getExecutionId() : firstTry(context).executionId,
	nodeId: context.getNode().id,
	runIndex: Number(context.evaluateExpression('{{ $runIndex }}', 0) ?? 0),
	askedFor: askedFor(context.getNode().parameters),
});

/** References to the files of an item, by field, for output items to carry. No byte is read or copied. */
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
