import type { InputFile, LeftOutFile, SkippedFile, SessionFile } from '../../files/input/InputFile';
import type { Unsupported } from '../../files/input/unsupported';
import type { Account } from './Account';
import type { FailedPage } from './failedPages';
import type { Extracted } from '../run/batch';
import { isProcessing, stillProcessing } from '../stillProcessing';

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

/** The files that fail because pages of them failed. If the rows do not name their file, all files of the extraction fail. */
export function filesWithFailedPages(
	{ batch, differences, files }: Extracted,
	account: Account<SessionFile>,
): Set<SessionFile> {
	const failed = account.results().filter(({ state }) => state === 'pages_failed');
	const isUntold =
		batch.request.options?.exclude_columns?.includes('source_file') === true ||
		differences.includes('options.exclude_columns');
	return new Set(failed.length > 0 && isUntold ? files : failed.map(({ file }) => file));
}

/** The files of one extraction, in their order. */
export function extractedEntries({ status }: Extracted, account: Account<SessionFile>): LedgerEntry[] {
	const isOpen = status.status !== 'completed';
	const open = isProcessing(status) ? 'processing' : 'asking';
	return account.results().map(({ file, state, ...result }) => ({
		...described(file),
		...result,
		sentName: file.sessionName,
		state: isOpen ? open : state,
		reason: isProcessing(status) ? stillProcessing(status.extraction_id) : null,
		extractionId: status.extraction_id,
	}));
}
