import type { INodeExecutionData } from 'n8n-workflow';
import { RowTally } from '../../../../extraction/ledger/RowTally';
import { reviewsWithoutRowItems } from '../../../../extraction/ledger/toReview';
import { rowPages } from '../../../../extraction/rows/pages';
import { reviewsWithoutRow } from '../../../../extraction/rows/review';
import { rowItems, type RowItem } from '../../../../extraction/rows/rowItems';
import { pairingOf, SOURCE_COLUMN, SourceIndex, type Pairing } from '../../../../extraction/rows/SourceIndex';
import type { ItemsByOutput } from '../../../operation';
import type { Shape } from './shape';
import { withSourceFile } from './sourceFile';
import { isWithheldIn } from './withheldRows';

/** One item for each row. */
export const rowsOf: Shape = async ({ api, extracted, choice, withheld }) => {
	const { files, status } = extracted;
	const { separateReview, keepSourceFile } = choice;
	const sources = new SourceIndex(files);
	const tally = new RowTally(sources, files);
	const outputs: Required<ItemsByOutput> = { main: [], review: [] };
	const isLeftOut = isWithheldIn(sources, files, withheld);
	const toItem = (row: RowItem): INodeExecutionData => {
		const item = row as INodeExecutionData;
		return keepSourceFile ? withSourceFile(item, sources.originOf(row.json[SOURCE_COLUMN])) : item;
	};
	let rows = 0;
	for await (const page of rowPages(api, status.extraction_id)) {
		for (const row of page.rows) tally.add(row[SOURCE_COLUMN]);
		rows += page.rows.length;
		const { main, review } = rowItems(page, sources, {
			separateReview,
			...(withheld.size > 0 ? { isLeftOut } : {}),
		});
		for (const item of main) outputs.main.push(toItem(item));
		for (const item of review) outputs.review.push(toItem(item));
	}
	const unseen = reviewsWithoutRow(status.review_needed?.items ?? [], rows);
	if (!separateReview)
		return {
			account: { extracted, tally, reviewsWithoutRow: unseen.map(({ message }) => message) },
			outputs,
		};
	const pairing = (named: string[]): Pairing => {
		const found = named.flatMap((source) => sources.fileOf(source)?.itemIndex ?? []);
		return found.length > 0 ? pairingOf(found) : sources.ofAll;
	};
	outputs.review.push(...reviewsWithoutRowItems(unseen, pairing).map(toItem));
	return { account: { extracted, tally, reviewsWithoutRow: [] }, outputs };
};
