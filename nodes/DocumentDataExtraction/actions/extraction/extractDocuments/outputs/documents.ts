import { DocumentRows } from '../../../../extraction/ledger/DocumentRows';
import { RowTally } from '../../../../extraction/ledger/RowTally';
import { rowPages } from '../../../../extraction/rows/pages';
import { reviewsWithoutRow } from '../../../../extraction/rows/review';
import { SOURCE_COLUMN, SourceIndex } from '../../../../extraction/rows/SourceIndex';
import type { Shape } from './shape';
import { isWithheldIn } from './withheldRows';

/** Makes no items: `gatherDocuments` later outputs all documents in one order, those that were not extracted among them. */
export const documentsOf: Shape = async ({ api, extracted, withheld }) => {
	const { files, status } = extracted;
	const sources = new SourceIndex(files);
	const tally = new RowTally(sources, files);
	const documents = new DocumentRows(sources, isWithheldIn(sources, files, withheld));
	for await (const page of rowPages(api, status.extraction_id)) {
		for (const row of page.rows) tally.add(row[SOURCE_COLUMN]);
		documents.add(page);
	}
	documents.addReviews(reviewsWithoutRow(status.review_needed?.items ?? [], tally.total));
	return { account: { extracted, tally, reviewsWithoutRow: [] }, outputs: {}, documents };
};
