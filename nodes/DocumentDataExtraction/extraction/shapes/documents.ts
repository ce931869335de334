import type { ResultRow } from '../../api/schemas/extractions';
import type { Account } from '../account/Account';
import { ColumnNames, columnsOf } from '../rows/ColumnNames';
import type { RowsPage } from '../rows/pages';
import { concernsByRow } from '../rows/review';
import { SOURCE_COLUMN } from '../rows/SourceIndex';
import { getOrAdd } from '../../shared/json';

/** What the service is unsure of in a document. */
interface DocumentReview {
	message: string;
	/** Names of the columns. */
	fields: string[];
	/** The number of the row within its document, from 1; null if no row is named. */
	row: number | null;
}

/** The rows and reviews of a document. */
export interface DocumentContents {
	rows: ResultRow[];
	review: DocumentReview[];
}

/** The contents of each document; of undefined, what names no known document. */
export type ContentsByFile = ReadonlyMap<object | undefined, DocumentContents>;

/**
 * Sorts the rows of an extraction by document while they pass. Every row is kept once.
 *
 * @param account is told of the pages, and has the review entries that name no row
 */
export async function contentsByFile(
	pages: AsyncIterable<RowsPage>,
	account: Account,
	names = new ColumnNames(),
): Promise<ContentsByFile> {
	const { sources } = account;
	const byFile = new Map<object | undefined, DocumentContents>();
	const contentsOf = (file: object | undefined) => getOrAdd(byFile, file, () => ({ rows: [], review: [] }));
	for await (const { rows, reviewItems, firstRowNumber, page } of pages) {
		names.learn(columnsOf(rows, page.columns));
		const concerns = concernsByRow(reviewItems, firstRowNumber, firstRowNumber + rows.length - 1);
		rows.forEach((row, index) => {
			const source = row[SOURCE_COLUMN];
			if (account.isKeptBack(source)) return;
			const { rows: own, review } = contentsOf(sources.originOf(source));
			own.push(names.row(row, names.ids?.ofRow(firstRowNumber + index)));
			const about = concerns.get(firstRowNumber + index);
			if (!about) return;
			const { messages, fields } = about;
			review.push({ message: messages.join('; '), fields: names.all(fields), row: own.length });
		});
	}
	for (const { message, affected_fields: fields, source_references } of account.withoutRow()) {
		const files = new Set(source_references.map((source) => sources.originOf(source)));
		if (files.size === 0) files.add(sources.originOf(undefined));
		for (const file of files) contentsOf(file).review.push({ message, fields: names.all(fields), row: null });
	}
	return byFile;
}
