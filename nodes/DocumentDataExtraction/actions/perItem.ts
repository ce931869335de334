import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Findings } from '../extraction/account/Account';
import { findingHints } from '../extraction/account/hints';
import { errorJson, toNodeError } from '../api/errors/nodeError';
import type { Operation, ItemsByOutput, OperationRun } from './operation';
import { propertiesOf, readItem, type Params, type Values } from '../parameters/param';
import { attempt } from '../shared/attempt';
import { steadyNow } from '../shared/time';
import { showHints } from './showHints';
import { isTool } from '../shared/n8nFeatures';

export interface ItemRun extends OperationRun {
	itemIndex: number;
	/** When the first item began, by `steadyNow`. */
	startedAt: number;
	/** Takes what the node notes about an extraction, once all items are done. */
	find(findings: Findings): void;
}

/** Makes the output item of an input item that failed. @throws the failure as a node error unless the node continues on fail */
export function failedItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	const items = context.getInputData().length;
	const nodeError = toNodeError(context.getNode(), error, { itemIndex, items, isTool: isTool(context) });
	if (!context.continueOnFail()) throw nodeError;
	// Do not set the item's own `error`: n8n would then keep only its message.
	return { json: errorJson(nodeError), pairedItem: { item: itemIndex } };
}

type RowsAndReview = Pick<ItemsByOutput, 'main' | 'review'>;

type ItemResult = IDataObject | INodeExecutionData[] | RowsAndReview;

const isOutputs = (result: ItemResult): result is RowsAndReview =>
	!Array.isArray(result) && Array.isArray(result.main);

function asOutputs(result: ItemResult, itemIndex: number): RowsAndReview {
	if (isOutputs(result)) return result;
	return { main: Array.isArray(result) ? result : [{ json: result, pairedItem: { item: itemIndex } }] };
}

/** Runs an operation for one item after the other. An item that fails does not affect the others. */
export const perItem =
	(work: (run: ItemRun) => Promise<ItemResult>): Operation['execute'] =>
	async ({ context, api }) => {
		const outputs: RowsAndReview[] = [];
		const startedAt = steadyNow();
		const findings: Findings[] = [];
		const find = (of: Findings) => void findings.push(of);
		for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
			const run = { context, api, itemIndex, startedAt, find };
			const done = await attempt(async () => await work(run));
			const result = done.ok ? done.value : [failedItem(context, done.error, itemIndex)];
			outputs.push(asOutputs(result, itemIndex));
		}
		showHints(context, findingHints(findings));
		return {
			main: outputs.flatMap(({ main }) => main),
			review: outputs.some(({ review }) => review) ? outputs.flatMap(({ review = [] }) => review) : undefined,
		};
	};

/** What an operation shows, and what it does for one item after the other with the parameters that it shows. */
export const itemOperation = <P extends Params, O extends Params = Record<never, never>>(
	parameters: P,
	options: O | undefined,
	work: (given: Values<P> & Values<O>, run: ItemRun) => Promise<ItemResult>,
): Pick<Operation, 'properties' | 'execute'> => ({
	properties: propertiesOf(parameters, options),
	execute: perItem(async (run) => await work(readItem(run.context, run.itemIndex, parameters, options), run)),
});
