import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { LIMITS } from '../../../api/limits';
import { scope } from '../../../parameters/filters';
import {
	extractionIdOfItem,
	namedExtractionId,
	parkedExtractionId,
} from '../../../parameters/ids/extraction';
import { columnNames } from '../../../parameters/outputShape';
import { personWait } from '../../../parameters/waits';
import { InputProblems, problemsOf, throwIfAny } from '../../../shared/problems';
import { parkedItems, toolProblems } from '../../person';

/** For the first item, because there is one review. */
export const parameters = {
	extractionId: extractionIdOfItem,
	waitMs: personWait(
		7 * 24,
		LIMITS.retentionDays * 24,
		'How long to wait for a person. After that, the node outputs its input items unchanged, without <code>review_decision</code>.',
	),
};

export const options = { columnNames, scope };

/** The input items of a review. Each names the extraction, or nothing, such as a document that was not extracted. */
export interface ReviewInput {
	extractionId: string;
	items: INodeExecutionData[];
	/** The indexes of the items that name the extraction. */
	named: number[];
	/** Those of the items that name none. They come out as they are. */
	others: number[];
}

function inputOf(items: INodeExecutionData[], ids: Array<string | undefined>): ReviewInput {
	const indexes = [...ids.keys()];
	return {
		extractionId: ids.find((id) => id !== undefined) ?? '',
		items,
		named: indexes.filter((index) => ids[index] !== undefined),
		others: indexes.filter((index) => ids[index] === undefined),
	};
}

/**
 * Reads what there is to review. An execution has one page for a person, so it can only be about one extraction.
 *
 * @throws InputProblems when no item names one, when the items name several, and in an agent's tool, which cannot wait
 */
export function readReviewInput(context: IExecuteFunctions): ReviewInput {
	const instead = 'Use Get Rows as a tool, or review in a workflow.';
	throwIfAny(toolProblems(context, 'Review in a Form', instead));
	const items = context.getInputData();
	const ids = items.map((_, itemIndex) => namedExtractionId(context, itemIndex));
	const { size } = new Set(ids.filter((id) => id !== undefined));
	if (size === 0) throwIfAny(problemsOf(extractionIdOfItem.check('')));
	if (size > 1)
		throw new InputProblems([
			{
				parameter: extractionIdOfItem.property.displayName,
				text: `The input items name ${size} extractions, but a person can review only one at a time`,
				nextStep: 'Put a Loop Over Items node with a Batch Size of 1 before this node.',
			},
		]);
	return inputOf(items, ids);
}

/** The same at the page of the parked execution, where it was checked before. */
export function parkedReviewInput(context: IWebhookFunctions): ReviewInput {
	const items = parkedItems(context);
	return inputOf(
		items,
		items.map((_, itemIndex) => parkedExtractionId(context, itemIndex)),
	);
}
