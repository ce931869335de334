import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import type { ResultRow } from '../../../../api/schemas/extractions';
import { failedPagesBySource } from '../../../../extraction/ledger/failedPages';
import { RowTally } from '../../../../extraction/ledger/RowTally';
import { ExtractionRows } from '../../../../extraction/rows/invoices/ExtractionRows';
import { invoiceItems } from '../../../../extraction/rows/invoices/invoiceItems';
import { rowPages } from '../../../../extraction/rows/pages';
import type { RowItem } from '../../../../extraction/rows/rowItems';
import { SOURCE_COLUMN, SourceIndex } from '../../../../extraction/rows/SourceIndex';
import type { SessionFile } from '../../../../files/upload/SessionFile';
import type { RowOutputs, Shape } from './shape';
import { binaryOf } from './sourceFile';
import { withUnseenReviews } from './unseenReviews';
import { isWithheldIn } from './withheldRows';

/** The documents of an invoice, each in the field that it came in. A further one in the same field gets a number. */
function binaryOfAll(files: Iterable<SessionFile>): IBinaryKeyData {
	const fields: IBinaryKeyData = {};
	for (const file of files)
		for (const [field, data] of Object.entries(binaryOf(file) ?? {})) {
			let free = field;
			for (let number = 2; free in fields; number++) free = `${field}_${number}`;
			fields[free] = data;
		}
	return fields;
}

/** The rows of an item: the lines of an invoice, or the item itself. */
const rowsIn = ({ lines, ...row }: ResultRow): ResultRow[] =>
	Array.isArray(lines) ? (lines as ResultRow[]) : [row];

/** One item for each invoice. */
export const invoicesOf: Shape = async ({ api, extracted, choice, withheld }) => {
	const { files, status } = extracted;
	const { separateReview, keepSourceFile } = choice;
	const sources = new SourceIndex(files);
	const tally = new RowTally(sources, files);
	const read = new ExtractionRows();
	for await (const page of rowPages(api, status.extraction_id)) {
		for (const row of page.rows) tally.add(row[SOURCE_COLUMN]);
		read.add(page);
	}
	const isLeftOut = withheld.size > 0 ? isWithheldIn(sources, files, withheld) : undefined;
	const made = invoiceItems(read, sources, choice, {
		separateReview,
		isLeftOut,
		failedPagesOf: failedPagesBySource(status.pages),
	});
	const toItem = (item: RowItem): INodeExecutionData => {
		const invoice = item as INodeExecutionData;
		if (!keepSourceFile) return invoice;
		const named = rowsIn(item.json).flatMap((row) => sources.originOf(row[SOURCE_COLUMN]) ?? []);
		return named.length > 0 ? { ...invoice, binary: binaryOfAll(new Set(named)) } : invoice;
	};
	const outputs: RowOutputs = { main: made.main.map(toItem), review: made.review.map(toItem) };
	return {
		...withUnseenReviews({ extracted, tally, outputs }, sources, separateReview, toItem),
		grouping: made.grouping,
	};
};
