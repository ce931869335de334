import type { SourceIndex } from '../../../../extraction/rows/SourceIndex';
import type { SessionFile } from '../../../../files/upload/SessionFile';

/** Returns whether a row is withheld, by its Source File. If all documents are withheld, so are rows of an unknown source. */
export const isWithheldIn =
	(sources: SourceIndex<SessionFile>, files: SessionFile[], withheld: ReadonlySet<SessionFile>) =>
	(source: unknown): boolean => {
		if (withheld.size === files.length) return true;
		const file = sources.fileOf(source);
		return file !== undefined && withheld.has(file);
	};
