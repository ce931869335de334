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

const asItems = (result: IDataObject | INodeExecutionData[], itemIndex: number): INodeExecutionData[] =>
	Array.isArray(result) ? result : [{ json: result, pairedItem: { item: itemIndex } }];

/** An operation that treats the items one after the other: what one of them fails with does not touch the others. */
export const perItem =
	(work: (run: ItemRun) => Promise<IDataObject | INodeExecutionData[] | Outputs>): Operation['execute'] =>
	async ({ context, api }) => {
		const outputs: Outputs = { main: [] };
		for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
			const result = await attempt(async () => await work({ context, api, itemIndex }));
			if (!result.ok) outputs.main.push(failedItem(context, result.error, itemIndex));
			else if (isOutputs(result.value)) {
				outputs.main.push(...result.value.main);
				if (result.value.review) outputs.review = [...(outputs.review ?? []), ...result.value.review];
			} else outputs.main.push(...asItems(result.value, itemIndex));
		}
		return outputs;
	};

const isOutputs = (result: IDataObject | INodeExecutionData[] | Outputs): result is Outputs =>
	!Array.isArray(result) && Array.isArray(result.main);
