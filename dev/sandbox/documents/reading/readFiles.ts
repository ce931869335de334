import { invoicesIn, type Invoice } from '../invoices/invoices';
import type { DocumentFile, PageResult } from '../types';
import type { ReadDocument, ReadResult } from './reading';

export interface ReadFile {
	fileName: string;
	status: ReadResult['status'];
	/** Page by page, why it failed, or null. */
	pageFailures: Array<FailureCode | null>;
	invoices: Invoice[];
}

/** The contract names FILE_PAGE_LIMIT_EXCEEDED but no number; this is the sandbox's own. */
export const maxPagesPerFile = 5_000;

/** Codes of failed pages. The contract gives one as an example; the others are the sandbox's own. */
const failureMessages = {
	FILE_NOT_READABLE: 'The file is damaged or is not the kind of document its name says.',
	NO_READABLE_TEXT: 'No readable text was found on the page.',
	PROCESSING_FILE_SIZE_LIMIT_EXCEEDED: 'Part of the PDF grew too large during processing.',
	PROCESSING_TIME_LIMIT_EXCEEDED: 'The page was not read: the document takes too long.',
};
type FailureCode = keyof typeof failureMessages;

/** Why the pages failed of which the reader says nothing but the state of the file. */
function failureOf(status: ReadResult['status']): FailureCode {
	if (status === 'slow') return 'PROCESSING_TIME_LIMIT_EXCEEDED';
	if (status === 'large') return 'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED';
	return 'FILE_NOT_READABLE';
}

/** Reads the files one after the other, so that an extraction never takes more than one of the reader's threads. */
export async function readFiles(files: DocumentFile[], readDocument: ReadDocument): Promise<ReadFile[]> {
	const results: ReadFile[] = [];
	for (const file of files) results.push(await readFile(file, readDocument));
	return results;
}

async function readFile({ fileName, path }: DocumentFile, readDocument: ReadDocument): Promise<ReadFile> {
	const kind = /\.pdf$/i.test(fileName) ? 'pdf' : 'image';
	const result = await readDocument(path, { kind, maxPages: maxPagesPerFile });
	const pages = 'pages' in result ? result.pages : [];
	const missing = 'missing' in result ? result.missing : 0;
	return {
		fileName,
		status: result.status,
		pageFailures: [
			...pages.map((items) => (items.length > 0 ? null : ('NO_READABLE_TEXT' as const))),
			...new Array<FailureCode>(missing).fill(failureOf(result.status)),
		],
		invoices: await invoicesIn(fileName, pages),
	};
}

/**
 * Which pages could be read. A file without any known page counts as one failed page, and each page without readable text
 * (a photograph, a blank sheet) as another.
 */
export function pageResult(files: ReadFile[]): PageResult {
	const pages = files.flatMap(({ fileName: file_name, status, pageFailures }) =>
		(pageFailures.length > 0 ? pageFailures : [failureOf(status)]).map((failure, index) => ({
			file_name,
			page: index + 1,
			failure,
		})),
	);
	const at = ({ file_name, page }: { file_name: string; page: number }) => ({ file_name, page });
	const failed = pages.filter((page) => page.failure !== null);
	const successful = pages.filter((page) => page.failure === null);
	return {
		successful_count: successful.length,
		failed_count: failed.length,
		successful: successful.map(at),
		failed: failed.map(at),
		failure_reasons: Object.entries(failureMessages).flatMap(([code, message]) => {
			const ofThis = failed.filter((page) => page.failure === code);
			if (ofThis.length === 0) return [];
			const names = [...new Set(ofThis.map((page) => page.file_name))];
			const affected_pages = names.map((file_name) => ({
				file_name,
				pages: ofThis.filter((page) => page.file_name === file_name).map((page) => page.page),
			}));
			return [{ code, message, affected_pages }];
		}),
	};
}
