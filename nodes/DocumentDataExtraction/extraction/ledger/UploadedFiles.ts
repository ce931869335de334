import { SourceIndex, type Pairing, type RowLinks, type SourceFile } from '../rows/SourceIndex';

/** The output of the node whose items brought the files, in n8n's own terms. */
export interface InputSource {
	previousNode: string;
	previousNodeOutput: number;
	previousNodeRun: number;
}

/** A file of an extraction, as Upload Files outputs it. */
export interface UploadedFile extends SourceFile {
	/** Where `itemIndex` counts; undefined if that is not known any more. */
	source: InputSource | undefined;
}

const isNamed = (source: unknown): boolean => source !== undefined && source !== null && source !== '';

/**
 * The files of an extraction whose rows are read many nodes after the upload. It links rows to the items that brought the files.
 */
export class UploadedFiles implements RowLinks {
	private readonly sources: SourceIndex<UploadedFile>;
	/** Rows of a file share their pairing, so it costs memory only once. */
	private readonly pairings = new Map<UploadedFile | undefined, Pairing>();

	/** @param item the input item of the node that reads the rows. Everything is paired with it as well, as n8n expects */
	constructor(
		private readonly files: readonly UploadedFile[],
		private readonly item: number,
	) {
		this.sources = new SourceIndex(files);
	}

	/**
	 * The input item, and the item that brought the file. n8n looks along both for the item that an expression asks for. Nothing if the
	 * source is none of the files.
	 */
	pairingOf(source: unknown): Pairing {
		const file = this.fileOf(source);
		if (!file && this.files.length > 0 && isNamed(source)) return [];
		const known = this.pairings.get(file);
		if (known) return known;
		const pairing = this.pairedWith(file ? [file] : []);
		this.pairings.set(file, pairing);
		return pairing;
	}

	/** The same for several sources. Without a source, only the input item is named, which leads to all files. */
	pairingOfAll(sources: string[]): Pairing {
		return this.pairedWith(sources.flatMap((source) => this.fileOf(source) ?? []));
	}

	/** The file that a source names. A row that names none is of the only file; one that names another is of none of these. */
	private fileOf(source: unknown): UploadedFile | undefined {
		if (isNamed(source)) return this.sources.fileOf(source);
		return this.files.length === 1 ? this.files[0] : undefined;
	}

	private pairedWith(files: UploadedFile[]): Pairing {
		const linked = new Map(
			files.flatMap(({ itemIndex: item, source }) =>
				source ? [[`${item} ${source.previousNode}`, { item, sourceOverwrite: source }] as const] : [],
			),
		);
		return linked.size === 0 ? { item: this.item } : [{ item: this.item }, ...linked.values()];
	}
}
