import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { LIMITS } from '../../../api/limits';
import { scope } from '../../../parameters/filters';
import {
	extractionIdOfItem,
	namedExtractionId,
	noExtraction,
	parkedExtractionId,
} from '../../../parameters/ids/extraction';
import { personWait } from '../../../parameters/personWait';
import { InputProblems, throwIfAny } from '../../../shared/problems';
import { toolProblems } from '../../person';

/** For the first item, because there is one review. */
export const parameters = {
	extractionId: extractionIdOfItem,
	waitMs: personWait(
		7 * 24,
		LIMITS.retentionDays * 24,
		'How long to wait for a person. After that, the node outputs its input items unchanged, without <code>review_decision</code>.',
	),
};

export const options = { scope };

/** What the input items of a review name: the extraction, or nothing, such as a document that was not extracted. By their indexes. */
export interface ReviewInput {
	extractionId: string;
	/** The items that name the extraction. */
	named: number[];
	/** The items that name none. They come out as they are. */
	others: number[];
}

function inputOf(extractionId: string, ids: Array<string | undefined>): ReviewInput {
	const indexes = [...ids.keys()];
	return {
		extractionId,
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
	const ids = context.getInputData().map((_, itemIndex) => namedExtractionId(context, itemIndex));
	const [extractionId, ...others] = new Set(ids.filter((id) => id !== undefined));
	if (extractionId === undefined) throw new InputProblems([...ids.keys()].map(noExtraction));
	throwIfAny(
		others.length === 0
			? []
			: [
					{
						parameter: extractionIdOfItem.property.displayName,
						text: `The input items name ${others.length + 1} extractions, but a person can review only one at a time`,
						nextStep: 'Put a Loop Over Items node with a Batch Size of 1 before this node.',
					},
				],
	);
	return inputOf(extractionId, ids);
}

/** The same at the page of the parked execution, where it was checked before. @param count of its items */
export function parkedReviewInput(context: IWebhookFunctions, count: number): ReviewInput {
	const ids = Array.from({ length: count }, (_, itemIndex) => parkedExtractionId(context, itemIndex));
	return inputOf(ids.find((id) => id !== undefined) ?? '', ids);
}
