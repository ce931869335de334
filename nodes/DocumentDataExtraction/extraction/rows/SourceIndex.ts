import { NamedFiles } from '../../files/input/fileNames';

/** The column that names the file and page of each row ("Options", `exclude_columns`). */
export const SOURCE_COLUMN = 'Source File';

/** The column with the service's remarks on each row ("Options", `exclude_columns`). */
export const REVIEW_COLUMN = 'Review Needed';

/** The input items that a row came from, as n8n's items have it. */
export type Pairing = { item: number } | Array<{ item: number }>;

/** A row names no more items than this: each row would cost the memory of all of them, and say nothing. */
export const MOST_PAIRED_ITEMS = 100;

/** Makes the pairing of several items. Rows share the array, so it costs memory only once. */
export function pairingOf(items: Iterable<number>): Pairing {
	const [only, ...others] = new Set(items);
	if (only === undefined) return [];
	if (others.length === 0) return { item: only };
	return others.length < MOST_PAIRED_ITEMS ? [only, ...others].map((item) => ({ item })) : [];
}

/** A file that rows can name as their source. */
export interface SourceFile {
	sessionName: string;
	itemIndex: number;
}

/** Links rows to the input items that they came from, by their Source File. */
export interface RowLinks {
	pairingOf(source: unknown): Pairing;
	/** Of what names several sources, or none. */
	pairingOfAll(sources: string[]): Pairing;
}

/** Finds the file, and with it the input item, that a row came from, by its `<file_name> (Page <n>)`. */
export class SourceIndex<F extends SourceFile> extends NamedFiles<F> implements RowLinks {
	/** The pairing of a row that names no source. All such rows share it. */
	readonly ofAll: Pairing;
	private readonly only: F | undefined;

	constructor(files: readonly F[]) {
		super(files);
		this.ofAll = pairingOf(files.map(({ itemIndex }) => itemIndex));
		this.only = files.length === 1 ? files[0] : undefined;
	}

	/** The file that a row came from: the one that its source names, or the only one of the extraction. */
	originOf(source: unknown): F | undefined {
		return this.fileOf(source) ?? this.only;
	}

	/** Finds the items that a row belongs to: the item of its file, or none if its source is no file of the extraction. */
	pairingOf(source: unknown): Pairing {
		const file = this.fileOf(source);
		if (file) return { item: file.itemIndex };
		return source === undefined || source === null || source === '' ? this.ofAll : [];
	}

	/** The items of all files that are known, or else of the whole extraction. */
	pairingOfAll(sources: string[]): Pairing {
		const found = sources.flatMap((source) => this.fileOf(source)?.itemIndex ?? []);
		return found.length > 0 ? pairingOf(found) : this.ofAll;
	}
}
