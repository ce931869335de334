import type { ResultRow } from '../../../api/schemas/extractions';
import type { RowsPage } from '../pages';
import type { ReviewItem } from '../review';

/** Gathers the rows of an extraction page by page, from the first row on: an invoice may have rows anywhere. */
export class ExtractionRows {
	readonly rows: ResultRow[] = [];
	/** The effective structure, such as `per_invoice`. */
	structure: unknown;
	/** Whether the service says that all pages are of one file. */
	isOfOneFile = false;
	private readonly names = new Set<string>();
	/** By what they say: a concern about rows of several pages comes with each of them. */
	private readonly concerns = new Map<string, ReviewItem>();

	add({ rows, reviewItems, page }: Pick<RowsPage, 'rows' | 'reviewItems' | 'page'>): void {
		this.structure = page.output_structure;
		const { successful = [], failed = [] } = page.pages ?? {};
		this.isOfOneFile = new Set([...successful, ...failed].map(({ file_name }) => file_name)).size === 1;
		for (const name of page.columns) this.names.add(name);
		for (const row of rows) {
			for (const name of Object.keys(row)) this.names.add(name);
			this.rows.push(row);
		}
		for (const item of reviewItems) this.concerns.set(JSON.stringify(item), item);
	}

	get columns(): string[] {
		return [...this.names];
	}

	/** What the service is unsure of, by the index of the row. */
	concernsByRow(): Map<number, ReviewItem[]> {
		const byRow = new Map<number, ReviewItem[]>();
		for (const item of this.concerns.values())
			for (const number of new Set(item.output_row_numbers))
				byRow.set(number - 1, [...(byRow.get(number - 1) ?? []), item]);
		return byRow;
	}
}
