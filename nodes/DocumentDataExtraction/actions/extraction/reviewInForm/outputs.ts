import type { INodeExecutionData } from 'n8n-workflow';
import { reviewedItems, type ReviewedRows } from '../../../extraction/review/reviewedRows';
import { pairingOf } from '../../../extraction/rows/SourceIndex';
import type { ItemsByOutput } from '../../operation';
import type { Documents } from './documents';

/** What comes out of a review: a row each, paired with the item that has its document, or with all items if none has it. */
export function outputsOf(
	reviewed: ReviewedRows,
	{ documents, items }: { documents: Documents; items: unknown[] },
	withAllRows: boolean,
): ItemsByOutput {
	const ofAll = pairingOf(items.keys());
	const sources = {
		pairingOf: (source: unknown) => {
			const file = documents.fileOf(source);
			return file ? { item: file.itemIndex } : ofAll;
		},
	};
	const main: INodeExecutionData[] = [];
	for (const item of reviewedItems(reviewed, sources))
		if (withAllRows || item.json.reviewed === true) main.push(item as INodeExecutionData);
	return { main };
}
