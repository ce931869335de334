import { NamedFiles } from '../../files/input/fileNames';
import { getOrAdd } from '../../shared/json';

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

/** How rows are linked to items. */
interface Links<F> {
	/** Makes the pairing of rows of some files. */
	pair(files: readonly F[]): Pairing;
	/** The pairing of a row that names no source, if it is not that of all files. */
	ofNone?: Pairing;
}

const TO_THEIR_ITEMS: Links<SourceFile> = {
	pair: (files) => pairingOf(files.map(({ itemIndex }) => itemIndex)),
};

/** Finds the file, and with it the input item, that a row came from, by its `<file_name> (Page <n>)`. */
export class SourceIndex<F extends SourceFile> extends NamedFiles<F> {
	/** Rows of a file share their pairing, so it costs memory only once. */
	private readonly pairings = new Map<F, Pairing>();

	private readonly ofNone: Pairing;

	/** @param files none if nobody knows them */
	constructor(
		readonly files: readonly F[],
		private readonly links: Links<F> = TO_THEIR_ITEMS,
	) {
		super(files);
		this.ofNone = links.ofNone ?? links.pair(files);
	}

	/** The file that a row came from: the one that its source names, or the only one of the extraction. */
	originOf(source: unknown): F | undefined {
		return this.fileOf(source) ?? (this.files.length === 1 ? this.files[0] : undefined);
	}

	/** Finds the items that a row belongs to: those of its file, or none if its source is no file of the extraction. */
	pairingOf(source: unknown): Pairing {
		const file = this.fileOf(source);
		const isNamed = source !== undefined && source !== null && source !== '';
		if (!file) return isNamed && this.files.length > 0 ? [] : this.ofNone;
		return getOrAdd(this.pairings, file, () => this.links.pair([file]));
	}

	/** The items of all files that are known, or else of the whole extraction. */
	pairingOfAll(sources: string[]): Pairing {
		const files = sources.flatMap((source) => this.fileOf(source) ?? []);
		return files.length > 0 ? this.links.pair(files) : this.ofNone;
	}
}
