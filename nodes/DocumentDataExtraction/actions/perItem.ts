import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Api } from '../api/connection';
import { attempt } from '../api/ServiceError';
import { errorJson, toNodeError } from '../nodeError';
import type { Operation, Outputs } from './operation';

export interface ItemRun {
	context: IExecuteFunctions;
	api: Api;
	itemIndex: number;
}

/** The item that stands for a failed one. @throws the failure as a node error unless the node continues on fail */
export function failedItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	const nodeError = toNodeError(context.getNode(), error, itemIndex);
	if (!context.continueOnFail()) throw nodeError;
	// Without the item's own `error`: n8n would reduce its json to the message.
	return { json: errorJson(nodeError), pairedItem: { item: itemIndex } };
}

type Result = IDataObject | INodeExecutionData[] | Outputs;

const isOutputs = (result: Result): result is Outputs => !Array.isArray(result) && Array.isArray(result.main);

function asOutputs(result: Result, itemIndex: number): Outputs {
	if (isOutputs(result)) return result;
	return { main: Array.isArray(result) ? result : [{ json: result, pairedItem: { item: itemIndex } }] };
}

/** One by one: an extraction may have more rows than a call takes arguments. */
function add(outputs: Outputs, { main, review }: Outputs): void {
	for (const item of main) outputs.main.push(item);
	if (!review) return;
	outputs.review ??= [];
	for (const item of review) outputs.review.push(item);
}

/** An operation that treats the items one after the other: what one of them fails with does not touch the others. */
export const perItem =
	(work: (run: ItemRun) => Promise<Result>): Operation['execute'] =>
	async ({ context, api }) => {
		const outputs: Outputs = { main: [] };
		for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
			const result = await attempt(async () => await work({ context, api, itemIndex }));
			if (!result.ok) outputs.main.push(failedItem(context, result.error, itemIndex));
			else add(outputs, asOutputs(result.value, itemIndex));
		}
		return outputs;
	};
