/** The column that names the file and page of each row ("Options", `exclude_columns`). */
export const SOURCE_COLUMN = 'Source File';

/** Finds the input item that a row, by its `<file_name> (Page <n>)`, came from. */
export class SourceIndex {
	private readonly itemsByName: Map<string, number>;
	private readonly allItems: number[];

	constructor(files: Array<{ sessionName: string; itemIndex: number }>) {
		this.itemsByName = new Map(files.map(({ sessionName, itemIndex }) => [sessionName, itemIndex]));
		this.allItems = [...new Set(files.map(({ itemIndex }) => itemIndex))];
	}

	/** The items that a source names; every item of the extraction when it names no known file. */
	itemsOf(source: unknown): number[] {
		const name = typeof source === 'string' ? source.replace(/ \(Page \d+\)$/, '') : undefined;
		const item = name === undefined ? undefined : this.itemsByName.get(name);
		return item === undefined ? this.allItems : [item];
	}
}
