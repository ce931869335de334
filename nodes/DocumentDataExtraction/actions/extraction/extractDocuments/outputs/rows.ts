import type { INodeExecutionData } from 'n8n-workflow';
import { RowTally } from '../../../../extraction/ledger/RowTally';
import { rowPages } from '../../../../extraction/rows/pages';
import { rowItems, type RowItem } from '../../../../extraction/rows/rowItems';
import { SOURCE_COLUMN, SourceIndex } from '../../../../extraction/rows/SourceIndex';
import type { RowOutputs, Shape } from './shape';
import { withSourceFile } from './sourceFile';
import { withUnseenReviews } from './unseenReviews';
import { isWithheldIn } from './withheldRows';

/** One item for each row. */
export const rowsOf: Shape = async ({ api, extracted, choice, withheld }) => {
	const { files, status } = extracted;
	const { separateReview, keepSourceFile } = choice;
	const sources = new SourceIndex(files);
	const tally = new RowTally(sources, files);
	const outputs: RowOutputs = { main: [], review: [] };
	const isLeftOut = isWithheldIn(sources, files, withheld);
	const toItem = (row: RowItem): INodeExecutionData => {
		const item = row as INodeExecutionData;
		return keepSourceFile ? withSourceFile(item, sources.originOf(row.json[SOURCE_COLUMN])) : item;
	};
	for await (const page of rowPages(api, status.extraction_id)) {
		for (const row of page.rows) tally.add(row[SOURCE_COLUMN]);
		const { main, review } = rowItems(page, sources, {
			separateReview,
			...(withheld.size > 0 ? { isLeftOut } : {}),
		});
		for (const item of main) outputs.main.push(toItem(item));
		for (const item of review) outputs.review.push(toItem(item));
	}
	return withUnseenReviews({ extracted, tally, outputs }, sources, separateReview, toItem);
};
