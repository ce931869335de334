import type { SourceFile, SourceIndex } from './SourceIndex';

/** The page in a source such as `invoice.pdf (Page 2)`; of several pages, the first. */
const PAGE = /\(\s*Pages?\s*(\d+)[\s\d,–-]*\)\s*$/i;

/**
 * The IDs of what comes out of an extraction. They are made of its ID and the number of the row, and of no name, so a row has the same ID
 * in every operation and in every run. Whatever writes rows down can so write each once.
 */
export class RowIds {
	/** How often an ID was needed for what is no row. */
	private readonly used = new Map<string, number>();

	/** Its files, in the order of submission. Only what is no row needs them. */
	sources?: Pick<SourceIndex<SourceFile>, 'files' | 'originOf'>;

	constructor(private readonly extractionId: string) {}

	/** @param number of the row among all rows of the extraction, from 1 */
	ofRow(number: number): string {
		return `${this.extractionId}:${String(number).padStart(4, '0')}`;
	}

	/** @param number of the first row of the invoice, also if that row does not come out */
	ofInvoice(number: number): string {
		return `${this.ofRow(number)}:i`;
	}

	/** The ID of what needs review and is no row: the place of the file and the page, and a number if there is more about the same page. */
	withoutRow([source = '']: readonly string[]): string {
		const file = this.sources?.originOf(source);
		const place = file ? (this.sources?.files.indexOf(file) ?? -1) + 1 : 0;
		const page = PAGE.exec(source)?.[1];
		const id = `${this.extractionId}:file${place}${page === undefined ? '' : `:p${page}`}`;
		const count = (this.used.get(id) ?? 0) + 1;
		this.used.set(id, count);
		return count === 1 ? id : `${id}:${count}`;
	}
}
