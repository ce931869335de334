import type { InputFile, LeftOutFile, SkippedFile } from '../../files/input/InputFile';
import type { Unsupported } from '../../files/input/unsupported';
import type { SessionFile } from '../../files/upload/SessionFile';
import { failedPagesOf, type FailedPage } from './failedPages';
import type { RowTally } from './RowTally';
import type { Extracted } from '../run/batch';
import { isProcessing, stillProcessing } from '../stillProcessing';
import { SourceIndex } from '../rows/SourceIndex';

/** The state of an input file after a run. Every file of a run is in exactly one of these states. */
export type FileState =
	/** All its pages were extracted, and gave rows. */
	| 'extracted'
	/** It was extracted, and gave no rows. */
	| 'no_rows'
	/** Some of its pages could not be extracted. */
	| 'pages_failed'
	/** The pattern or the minimum size keeps it out. */
	| 'left_out'
	/** The service does not take its type. */
	| 'skipped'
	/** It was not extracted; the reason says why. */
	| 'failed'
	/** Its extraction waits for answers. */
	| 'asking'
	/** Its extraction was still processing when the call of an AI agent had to end. */
	| 'processing';

/** One input file of a run, with its result. */
export interface LedgerEntry {
	file: InputFile;
	item: number;
	field: string;
	/** As its item has it. */
	fileName: string;
	/** As the service has it, null for a file that is not sent. */
	sentName: string | null;
	bytes: number;
	state: FileState;
	/** Why it was not extracted, null if it was. */
	reason: string | null;
	/** The failure behind the reason. */
	error?: unknown;
	/** For a file that the service does not take. */
	unsupported?: Unsupported;
	/** How many rows it gave, null if the rows do not name their file. */
	rows: number | null;
	/** How many of its pages were extracted, null if the service does not say. */
	pages: number | null;
	failedPages: FailedPage[];
	extractionId: string | null;
}

type Nothing = Pick<LedgerEntry, 'rows' | 'pages' | 'failedPages' | 'extractionId'>;

const NOTHING: Nothing = { rows: null, pages: null, failedPages: [], extractionId: null };

const described = (file: InputFile) => ({
	file,
	item: file.itemIndex,
	field: file.fieldName,
	fileName: file.fileName,
	bytes: file.bytes,
});

/** A file that the service does not take, and that the user wants to be skipped. */
export const skippedEntry = (file: SkippedFile): LedgerEntry => ({
	...described(file),
	...NOTHING,
	sentName: null,
	state: 'skipped',
	reason: `It ${file.unsupported.text}`,
	unsupported: file.unsupported,
});

/** A file that the user keeps out. */
export const leftOutEntry = (file: LeftOutFile): LedgerEntry => ({
	...described(file),
	...NOTHING,
	sentName: null,
	state: 'left_out',
	reason:
		file.by === 'pattern' ? 'Its name does not match the pattern' : 'It is smaller than the minimum size',
});

/** A file that could not be extracted. */
export const failedEntry = (
	file: InputFile & Partial<Pick<SessionFile, 'sessionName'>>,
	{ reason, error }: { reason: string; error?: unknown },
	extractionId: string | null = null,
): LedgerEntry => ({
	...described(file),
	...NOTHING,
	sentName: file.sessionName ?? null,
	state: 'failed',
	reason,
	error,
	extractionId,
});

/** The result of one extraction that has rows or questions. */
export interface ExtractionAccount {
	extracted: Extracted;
	/** Counts its rows; undefined if nobody looked at them. */
	tally: RowTally<SessionFile> | undefined;
	/** Review entries that no row of the output carries. */
	reviewsWithoutRow: string[];
}

const NOT_TOLD = 'the service does not say which pages failed';

/** The failed pages of an extraction by file. A page that is not listed, or of no known file, may be of any. */
export function failedPagesByFile({ files, status }: Extracted): Map<SessionFile, FailedPage[]> {
	const { count, pages } = failedPagesOf(status.pages);
	const sources = new SourceIndex(files);
	const byFile = new Map<SessionFile, FailedPage[]>();
	let known = 0;
	for (const page of pages) {
		const file = sources.named(page.file_name);
		if (!file) continue;
		known++;
		byFile.set(file, [...(byFile.get(file) ?? []), { ...page, file_name: file.sessionName }]);
	}
	if (known < count)
		for (const file of files)
			if (!byFile.has(file))
				byFile.set(file, [
					{ file_name: file.sessionName, page: null, reason: files.length > 1 ? NOT_TOLD : '' },
				]);
	return byFile;
}

/** The files that fail because pages of them failed. If the rows do not name their file, all files of the extraction fail. */
export function filesWithFailedPages(extracted: Extracted): Set<SessionFile> {
	const { batch, differences, files } = extracted;
	const failed = [...failedPagesByFile(extracted).keys()];
	const isUntold =
		batch.request.options?.exclude_columns?.includes('source_file') === true ||
		differences.includes('options.exclude_columns');
	return new Set(failed.length > 0 && isUntold ? files : failed);
}

/** How many pages of each file were extracted. Undefined if the service does not name them. */
function successfulPages({ files, status: { pages } }: Extracted): Map<SessionFile, number> | undefined {
	if (!pages || pages.successful.length < pages.successful_count) return undefined;
	const sources = new SourceIndex(files);
	const byFile = new Map(files.map((file) => [file, 0]));
	for (const { file_name } of pages.successful) {
		const file = sources.named(file_name);
		if (file) byFile.set(file, (byFile.get(file) ?? 0) + 1);
	}
	return byFile;
}

/** The files of one extraction, in their order. */
export function extractedEntries({
	extracted,
	tally,
}: Pick<ExtractionAccount, 'extracted' | 'tally'>): LedgerEntry[] {
	const { files, status } = extracted;
	const failed = failedPagesByFile(extracted);
	const pages = successfulPages(extracted);
	const sources = new SourceIndex(files);
	const successful = new Set(status.pages?.successful.map(({ file_name }) => sources.named(file_name)));
	const stateOf = (file: SessionFile, rows: number | null): FileState => {
		if (isProcessing(status)) return 'processing';
		if (status.status !== 'completed') return 'asking';
		if (failed.has(file)) return 'pages_failed';
		if (rows === null) return successful.size === 0 || successful.has(file) ? 'extracted' : 'no_rows';
		return rows > 0 ? 'extracted' : 'no_rows';
	};
	return files.map((file) => {
		const rows = tally?.of(file) ?? null;
		return {
			...described(file),
			sentName: file.sessionName,
			state: stateOf(file, rows),
			reason: isProcessing(status) ? stillProcessing(status.extraction_id) : null,
			rows,
			pages: pages?.get(file) ?? null,
			failedPages: failed.get(file) ?? [],
			extractionId: status.extraction_id,
		};
	});
}
