import type { PageResult } from '../../../api/schemas/extractions';
import { failedPagesBySource } from '../../../extraction/ledger/failedPages';
import { invoiceHints, type Hint } from '../../../extraction/ledger/hints';
import type { UploadedFiles } from '../../../extraction/ledger/UploadedFiles';
import { ExtractionRows } from '../../../extraction/rows/invoices/ExtractionRows';
import { invoiceItems } from '../../../extraction/rows/invoices/invoiceItems';
import type { RowsPage } from '../../../extraction/rows/pages';
import { rowItems, type RoutedRows } from '../../../extraction/rows/rowItems';
import type { RowsSettings } from './properties';

/** Items made of pages of rows. */
interface ShapedRows extends RoutedRows {
	/** How many invoices the limit keeps back. Absent for rows: they are counted where they are read. */
	keptBack?: number;
	/** Notes to show on the node. */
	hints: Hint[];
}

/** Puts the rows of an extraction into a shape while they pass. */
type RowsShape = (
	pages: AsyncIterable<RowsPage>,
	files: UploadedFiles,
	settings: RowsSettings,
) => Promise<ShapedRows>;

/** One item for each row. */
export const toRows: RowsShape = async (pages, files, settings) => {
	const shaped: ShapedRows = { main: [], review: [], hints: [] };
	for await (const page of pages) {
		const { main, review } = rowItems(page, files, settings);
		// One by one: a page may have more rows than a call takes arguments.
		for (const item of main) shaped.main.push(item);
		for (const item of review) shaped.review.push(item);
	}
	return shaped;
};

/** One item for each invoice. Limit and Skip First Rows count invoices, so that none is cut. */
export const toInvoices: RowsShape = async (pages, files, settings) => {
	const read = new ExtractionRows();
	let told: PageResult | null | undefined;
	for await (const page of pages) {
		told = page.page.pages ?? told;
		read.add(page);
	}
	const choice = settings.invoices ?? { groupBy: [], headerColumns: [] };
	const { grouping, ...shaped } = invoiceItems(read, files, choice, {
		...settings,
		failedPagesOf: failedPagesBySource(told),
	});
	return { ...shaped, hints: invoiceHints([grouping]) };
};
