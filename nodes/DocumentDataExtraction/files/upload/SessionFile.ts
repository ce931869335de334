import type { NamedFile } from '../input/InputFile';

/** A file with its id in the upload session. */
export interface SessionFile extends NamedFile {
	fileId: string;
}
