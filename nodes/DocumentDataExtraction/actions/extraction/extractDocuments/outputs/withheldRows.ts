import type { SourceIndex } from '../../../../extraction/rows/SourceIndex';
import type { SessionFile } from '../../../../files/upload/SessionFile';

/** Tells by the Source File of a row whether it is kept back. Where every document is, so are rows that name none. */
export const isWithheldIn =
	(sources: SourceIndex<SessionFile>, files: SessionFile[], withheld: ReadonlySet<SessionFile>) =>
	(source: unknown): boolean => {
		if (withheld.size === files.length) return true;
		const file = sources.fileOf(source);
		return file !== undefined && withheld.has(file);
	};
