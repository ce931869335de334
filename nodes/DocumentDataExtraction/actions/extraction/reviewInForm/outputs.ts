import type { INodeExecutionData } from 'n8n-workflow';
import { reviewedItems, type ReviewedRows } from '../../../extraction/review/reviewedRows';
import type { ItemsByOutput } from '../../operation';
import type { LinkRow } from './links';

export interface ReviewOutputs {
	linkRow: LinkRow;
	/** Whether to output rows that needed no review, too. */
	withAllRows: boolean;
	/** Whether rejected rows have an output of their own. */
	separateRejected: boolean;
	/** Input items that name no extraction. */
	others: INodeExecutionData[];
}

/** The output of a review: an item for each row, then the input items that were not about it. */
export function outputsOf(
	reviewed: ReviewedRows,
	{ linkRow, withAllRows, separateRejected, others }: ReviewOutputs,
): ItemsByOutput {
	const main: INodeExecutionData[] = [];
	const rejected: INodeExecutionData[] = [];
	for (const row of reviewedItems(reviewed, { pairingOf: linkRow })) {
		if (!withAllRows && row.json.reviewed !== true) continue;
		const isApart = separateRejected && row.json.review_decision === 'rejected';
		(isApart ? rejected : main).push(row as INodeExecutionData);
	}
	for (const item of others) main.push(item);
	return separateRejected ? { main, rejected } : { main };
}
