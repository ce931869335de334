import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { createClient } from './api/http/client';
import { errorForModel, toNodeError } from './api/errors/nodeError';
import { type Operation, failedItem } from './actions/operation';
import { byOutput, inOneOutput } from './actions/outputs';
import { answerPerson } from './actions/person/frame';
import { RESOURCES } from './resources';
import { attempt } from './shared/attempt';
import { isTool } from './shared/n8nFeatures';

const findOperation = (resource: unknown, name: unknown): Operation | undefined =>
	RESOURCES.find(({ value }) => value === resource)?.operations.find(({ value }) => value === name);

/** Runs the operation that the node's parameters name. */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, name);
	if (!operation)
		throw new NodeOperationError(context.getNode(), `There is no operation "${name}" of "${resource}"`);
	const done = await attempt(
		async () => await operation.execute({ context, api: await createClient(context) }),
	);
	if (!done.ok) return [withoutResult(context, done.error)];
	return isTool(context) ? [inOneOutput(done.value)] : byOutput(done.value);
}

/** Serves the page of an execution that waits for a person at this node. With items, the execution goes on. */
export async function routeWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const resource = context.getNodeParameter('resource');
	const name = context.getNodeParameter('operation');
	return await answerPerson(context, findOperation(resource, name));
}

/**
 * The output of an operation that failed as a whole. If the node continues on fail, it outputs the failed items itself: n8n would pass
 * on the input of a throwing node as if all had gone well.
 */
function withoutResult(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	// The execution is over. An error would make n8n try the node again if it retries on fail.
	if (context.getExecutionCancelSignal()?.aborted) return [];
	const items = context.getInputData();
	if (context.continueOnFail()) return items.map((_, itemIndex) => failedItem(context, error, itemIndex));
	const inTool = isTool(context);
	const nodeError = toNodeError(context.getNode(), error, { items: items.length, isTool: inTool });
	throw inTool ? errorForModel(context.getNode(), nodeError) : nodeError;
}
