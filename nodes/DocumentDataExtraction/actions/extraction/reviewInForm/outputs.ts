import type { INodeExecutionData } from 'n8n-workflow';
import { reviewedItems, type ReviewedRows } from '../../../extraction/review/reviewedRows';
import type { ItemsByOutput } from '../../operation';
import type { LinkRow } from './links';

/** What comes out of a review: an item for each row. */
export function outputsOf(
	reviewed: ReviewedRows,
	{ linkRow, withAllRows }: { linkRow: LinkRow; withAllRows: boolean },
): ItemsByOutput {
	const main: INodeExecutionData[] = [];
	for (const item of reviewedItems(reviewed, { pairingOf: linkRow }))
		if (withAllRows || item.json.reviewed === true) main.push(item as INodeExecutionData);
	return { main };
}
