import type { LeftOutBy } from './fileChoice';

/** A file of the input, as its item describes it. */
export interface FileOfItem {
	itemIndex: number;
	/** The binary field it was found in. */
	fieldName: string;
	/** As the item has it; may lack an extension. */
	fileName: string;
	mimeType: string;
	/** Exact size in bytes. */
	bytes: number;
}

/** A file that the name pattern or the minimum size keeps out. */
export interface LeftOutFile extends FileOfItem {
	by: LeftOutBy;
}

/** A document of the input, before it has a place in an upload session. */
export interface InputFile extends FileOfItem {
	/** Whether the store gives all bytes at once, so that the whole file is in memory while it is read. */
	inOnePiece: boolean;
	/** Reads its bytes from the first one on, in chunks of any size. A chunk is valid until the next one is read. */
	read(): AsyncIterable<Buffer>;
}

/** A document with its name in the upload session. */
export interface NamedFile extends InputFile {
	sessionName: string;
}
