import { nameKey } from '../../files/input/fileNames';

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

/** The file's name in `<file_name> (Page <n>)`. */
export const fileNameIn = (source: string): string => source.replace(/ \(Pages? [\d ,–-]+\)$/, '');

/** A file that rows can name as their source. */
export interface SourceFile {
	sessionName: string;
	itemIndex: number;
}

/** Finds the file, and with it the input item, that a row came from, by its `<file_name> (Page <n>)`. */
export class SourceIndex<F extends SourceFile> {
	private readonly byName = new Map<string, F>();
	private readonly byKey = new Map<string, F>();
	private readonly known = new Map<string, F | undefined>();
	/** The pairing of a row that names no source. All such rows share it. */
	readonly ofAll: Pairing;
	private readonly only: F | undefined;

	constructor(files: readonly F[]) {
		for (const file of files) {
			this.byName.set(file.sessionName, file);
			this.byKey.set(nameKey(file.sessionName), file);
		}
		this.ofAll = pairingOf(files.map(({ itemIndex }) => itemIndex));
		this.only = files.length === 1 ? files[0] : undefined;
	}

	/** Finds a file by its name, even if the service has changed its spaces. */
	named(name: string): F | undefined {
		return this.byName.get(name) ?? this.byKey.get(nameKey(name));
	}

	/** The file that a source names, undefined when it names none of the extraction's. */
	fileOf(source: unknown): F | undefined {
		if (typeof source !== 'string') return undefined;
		if (!this.known.has(source)) this.known.set(source, this.named(fileNameIn(source)) ?? this.named(source));
		return this.known.get(source);
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
}
