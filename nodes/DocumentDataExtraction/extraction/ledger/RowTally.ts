import type { SourceFile, SourceIndex } from '../rows/SourceIndex';

/** Counts the rows of an extraction by file while they pass. */
export class RowTally<F extends SourceFile> {
	/** Rows whose Source File is no file of the extraction. */
	strangers = 0;
	/** All rows. */
	total = 0;
	private withoutSource = 0;
	private readonly byFile = new Map<F, number>();

	constructor(
		private readonly sources: SourceIndex<F>,
		private readonly files: readonly F[],
	) {}

	/** Counts a row by its Source File. */
	add(source: unknown): void {
		this.total++;
		const file = this.sources.fileOf(source);
		if (file) this.byFile.set(file, (this.byFile.get(file) ?? 0) + 1);
		else if (source === undefined || source === null || source === '') this.withoutSource++;
		else this.strangers++;
	}

	/** Counts rows that are not looked at. */
	addUnseen(rows: number): void {
		this.total += rows;
		this.withoutSource += rows;
	}

	/** Whether there are fewer rows than files, and it is not known which file has none. */
	get hidesFilesWithoutRows(): boolean {
		return this.withoutSource > 0 && this.files.length > 1 && this.total < this.files.length;
	}

	/** How many rows a file has; null if the rows do not name their file. */
	of(file: F): number | null {
		if (this.files.length === 1) return this.total;
		return this.withoutSource > 0 ? null : (this.byFile.get(file) ?? 0);
	}
}
