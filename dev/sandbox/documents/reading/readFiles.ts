import { readFile } from 'node:fs/promises';
import { invoicesIn, type Invoice } from '../invoices/invoices';
import type { DocumentFile, PageResult } from '../types';
import { documentReader, type ReadResult } from './DocumentReader';
import { pictureText } from './pictureText';

/** Codes of failed pages. The contract gives one as an example; the others are the sandbox's own. */
const FAILURES = {
	FILE_NOT_READABLE: 'The file is damaged or is not the kind of document its name says.',
	NO_READABLE_TEXT: 'No readable text was found on the page.',
	PROCESSING_TIME_LIMIT_EXCEEDED: 'The page was not read: the document takes too long.',
};

export interface ReadFile {
	fileName: string;
	status: ReadResult['status'];
	/** Page by page, why it failed, or undefined. A file of which no page is known counts as one page. */
	failures: Array<keyof typeof FAILURES | undefined>;
	invoices: Invoice[];
}

export async function readFiles(files: DocumentFile[]): Promise<ReadFile[]> {
	return await Promise.all(files.map(readOne));
}

async function readOne({ fileName, path }: DocumentFile): Promise<ReadFile> {
	const result = await (/\.pdf$/i.test(fileName) ? documentReader.read(path) : readPicture(path));
	const { status } = result;
	if (result.status !== 'read') {
		const failure = status === 'slow' ? 'PROCESSING_TIME_LIMIT_EXCEEDED' : 'FILE_NOT_READABLE';
		return { fileName, status, failures: [failure], invoices: [] };
	}
	const { pages } = result;
	const failures = pages.map((items) => (items.length > 0 ? undefined : ('NO_READABLE_TEXT' as const)));
	return { fileName, status, failures, invoices: invoicesIn(fileName, pages) };
}

async function readPicture(path: string): Promise<ReadResult> {
	const items = pictureText(await readFile(path));
	return items ? { status: 'read', pages: [items] } : { status: 'unreadable' };
}

/** Which pages could be read, and why the others could not. */
export function pageResult(files: ReadFile[]): PageResult {
	const pages = files.flatMap(({ fileName: file_name, failures }) =>
		failures.map((failure, index) => ({ failure, at: { file_name, page: index + 1 } })),
	);
	const successful = pages.filter(({ failure }) => !failure).map(({ at }) => at);
	const failed = pages.filter(({ failure }) => failure).map(({ at }) => at);
	const affectedBy = (code: string) =>
		files.flatMap(({ fileName: file_name, failures }) => {
			const numbers = failures.flatMap((failure, index) => (failure === code ? [index + 1] : []));
			return numbers.length > 0 ? [{ file_name, pages: numbers }] : [];
		});
	return {
		successful_count: successful.length,
		failed_count: failed.length,
		successful,
		failed,
		failure_reasons: Object.entries(FAILURES)
			.map(([code, message]) => ({ code, message, affected_pages: affectedBy(code) }))
			.filter(({ affected_pages }) => affected_pages.length > 0),
	};
}
