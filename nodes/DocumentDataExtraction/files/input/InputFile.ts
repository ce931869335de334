import type { IBinaryData } from 'n8n-workflow';
import type { Problem } from '../../shared/problems';
import type { Contents } from './contents';
import type { LeftOutBy } from './fileChoice';
import type { Unsupported } from './unsupported';

/** A document of the input, before it has a place in an upload session. */
export interface InputFile {
	itemIndex: number;
	/** Its place among the files of its item, from 0. */
	position: number;
	/** n8n's reference to it, by which output items carry it without a copy. Absent if a link gave no file. */
	data?: IBinaryData;
	/** The binary field it was found in. */
	fieldName: string;
	/** As the item has it; may lack an extension. */
	fileName: string;
	/** Of a document, that of its contents. Of anything else, what its item says. */
	mimeType: string;
	/** What its first bytes say it is. */
	contents: Contents;
	/** Exact size in bytes. */
	bytes: number;
	/** Whether the store gives all bytes at once, so that the whole file is in memory while it is read. */
	inOnePiece: boolean;
	/** Reads its bytes from the first one on, in chunks of any size. A chunk is valid until the next one is read. */
	read(): AsyncIterable<Buffer>;
	/** The digest of its bytes, once somebody has asked for it. All copies of the file share it. */
	digest: { sha256?: string };
}

/** A file of the input, or a link in place of one. */
export interface FoundFile extends InputFile {
	/** Why the link gave no document. */
	problem?: Problem;
}

/** A file that the name pattern or the minimum size keeps out. */
export interface LeftOutFile extends InputFile {
	by: LeftOutBy;
}

/** A file that the service would not take, and that the user wants skipped, or output by itself. */
export interface SkippedFile extends InputFile {
	unsupported: Unsupported;
}

/** A file that the service would not take, or a link without one, and why. */
export interface RefusedFile extends InputFile {
	problem: Problem;
	/** Set if the service takes it in no case. Otherwise it may come through the next time. */
	unsupported?: Unsupported;
}

/** A document with its name and id in the upload session. */
export interface SessionFile extends InputFile {
	sessionName: string;
	fileId: string;
}
