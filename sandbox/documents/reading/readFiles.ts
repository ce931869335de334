import { invoicesIn, type Invoice } from '../invoices/invoices';
import type { DocumentFile, PageResult } from '../types';
import { readDocument, type ReadResult } from './documentReader';

export interface ReadFile {
	fileName: string;
	status: ReadResult['status'];
	/** Page by page, whether it holds any text. */
	readablePages: boolean[];
	invoices: Invoice[];
}

/** The contract names FILE_PAGE_LIMIT_EXCEEDED but no number; this is the sandbox's own. */
export const maxPagesPerFile = 5_000;
/** Enough that the reader's thread never waits for the next file, few enough that only these are in memory. */
const filesAtOnce = 4;

/** Reads every file, a few at a time; the results come in the order of the files. */
export async function readFiles(files: DocumentFile[]): Promise<ReadFile[]> {
	const results: ReadFile[] = new Array<ReadFile>(files.length);
	const queue = files.entries();
	const takeFiles = async () => {
		for (const [index, file] of queue) results[index] = await readFile(file);
	};
	await Promise.all(Array.from({ length: filesAtOnce }, takeFiles));
	return results;
}

async function readFile({ fileName, path }: DocumentFile): Promise<ReadFile> {
	const kind = /\.pdf$/i.test(fileName) ? 'pdf' : 'image';
	const result = await readDocument(path, { kind, maxPages: maxPagesPerFile });
	const pages = result.status === 'read' ? result.pages : [];
	return {
		fileName,
		status: result.status,
		readablePages: pages.map((items) => items.length > 0),
		invoices: await invoicesIn(fileName, pages),
	};
}

/**
 * Which pages could be read. A file that is no document counts as one failed page, and each page without readable text
 * (a photograph, a blank sheet) as another.
 */
export function pageResult(files: ReadFile[]): PageResult {
	const pages = files.flatMap((file) => {
		const { fileName: file_name } = file;
		if (file.status !== 'read') return [{ file_name, page: 1, failure: 'FILE_NOT_READABLE' }];
		return file.readablePages.map((isReadable, index) => ({
			file_name,
			page: index + 1,
			failure: isReadable ? null : 'NO_READABLE_TEXT',
		}));
	});
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

const failureMessages: Record<string, string> = {
	FILE_NOT_READABLE: 'The file is damaged or is not the kind of document its name says.',
	NO_READABLE_TEXT: 'No readable text was found on the page.',
};
