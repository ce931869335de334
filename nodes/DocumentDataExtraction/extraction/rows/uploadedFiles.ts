import { SourceIndex, type Pairing, type SourceFile } from './SourceIndex';

/** A file of an extraction, as Upload Files outputs it. */
export interface UploadedFile extends SourceFile {
	/** The node run that `itemIndex` refers to, in n8n's own terms; undefined if no longer known. */
	source: { previousNode: string; previousNodeOutput: number; previousNodeRun: number } | undefined;
}

/**
 * Links rows that are read many nodes after the upload to the items that brought the files, and to the input item of the node that reads
 * them. n8n looks along both for the item that an expression asks for.
 *
 * @param item the input item
 */
export function uploadedFilesIndex(files: readonly UploadedFile[], item: number): SourceIndex<UploadedFile> {
	const pair = (some: readonly UploadedFile[]): Pairing => {
		const linked = new Map(
			some.flatMap(({ itemIndex, source }) =>
				source
					? [[`${itemIndex} ${source.previousNode}`, { item: itemIndex, sourceOverwrite: source }] as const]
					: [],
			),
		);
		return linked.size === 0 ? { item } : [{ item }, ...linked.values()];
	};
	// Of several files, only the input item is named. It leads to all of them.
	return new SourceIndex(files, { pair, ofNone: files.length === 1 ? pair(files) : { item } });
}

/** Finds files of which only the names are known. */
export const indexOfNames = (names: readonly string[]): SourceIndex<SourceFile> =>
	new SourceIndex(names.map((sessionName) => ({ sessionName, itemIndex: 0 })));
