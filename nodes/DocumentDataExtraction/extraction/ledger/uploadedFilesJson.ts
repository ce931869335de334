import { isTerminal } from '../../api/extractions';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { SourceIndex } from '../rows/SourceIndex';
import { failedPagesOf } from './failedPages';
import type { FileState } from './ledger';
import type { UploadedFile } from './UploadedFiles';

/**
 * The files as they were given, with what the status of their extraction says about each: how many of its pages failed, and its state, null
 * as long as the extraction has not ended. Which files gave no rows is only certain once the rows are read.
 */
export function uploadedFilesJson(files: UploadedFile[], { status, pages }: ExtractionStatus) {
	const sources = new SourceIndex(files);
	const failed = failedPagesOf(pages).pages.map(({ file_name }) => sources.named(file_name));
	const successful = new Set(pages?.successful.map(({ file_name }) => sources.named(file_name)));
	const stateOf = (file: UploadedFile): FileState | null => {
		if (!isTerminal(status)) return null;
		if (status !== 'completed') return 'failed';
		if (failed.includes(file)) return 'pages_failed';
		return successful.size === 0 || successful.has(file) ? 'extracted' : 'no_rows';
	};
	return files.map((file) => ({
		...file.json,
		state: stateOf(file),
		pages_failed: failed.filter((one) => one === file).length,
	}));
}
