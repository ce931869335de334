import type { ResultRow } from '../../api/schemas/extractions';
import type { RowsPage } from '../rows/pages';
import { ColumnNames, columnsOf } from '../rows/ColumnNames';
import { concernsByRow, type ReviewItem } from '../rows/review';
import { SOURCE_COLUMN, type SourceFile, type SourceIndex } from '../rows/SourceIndex';

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

/** Sorts the rows of an extraction by document while they pass. Every row is kept once. */
export class DocumentRows<F extends SourceFile> {
	/** Rows and reviews that name no known document. */
	readonly unassigned: DocumentContents = { rows: [], review: [] };
	private readonly byFile = new Map<object | undefined, DocumentContents>([[undefined, this.unassigned]]);

	/** @param isLeftOut whether a row is kept back, by its Source File */
	constructor(
		private readonly sources: SourceIndex<F>,
		private readonly isLeftOut?: (source: unknown) => boolean,
		private readonly names = new ColumnNames(),
	) {}

	/** @param file one of the files that the sources know */
	of(file: object | undefined): DocumentContents {
		const contents = this.byFile.get(file) ?? { rows: [], review: [] };
		this.byFile.set(file, contents);
		return contents;
	}

	add({ rows, reviewItems, firstRowNumber, page }: Omit<RowsPage, 'isLast'>): void {
		this.names.learn(columnsOf(rows, page.columns));
		const concerns = concernsByRow(reviewItems, firstRowNumber, firstRowNumber + rows.length - 1);
		rows.forEach((row, index) => {
			const source = row[SOURCE_COLUMN];
			if (this.isLeftOut?.(source)) return;
			const { rows: own, review } = this.of(this.sources.originOf(source));
			own.push(this.names.row(row));
			const found = concerns.get(firstRowNumber + index);
			if (found)
				review.push({
					message: found.messages.join('; '),
					fields: this.names.all(found.fields),
					row: own.length,
				});
		});
	}

	/** Adds review entries that name no row to the documents that they name. */
	addReviews(items: ReviewItem[]): void {
		for (const { message, affected_fields: fields, source_references } of items) {
			const named = new Set(source_references.map((source) => this.sources.originOf(source)));
			if (named.size === 0) named.add(this.sources.originOf(undefined));
			for (const file of named)
				this.of(file).review.push({ message, fields: this.names.all(fields), row: null });
		}
	}
}
