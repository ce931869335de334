import { LOCAL_CODES, type ServiceError, serviceError } from '../../api/errors/ServiceError';
import type { InputFile, LeftOutFile, SkippedFile, SessionFile } from '../../files/input/InputFile';
import type { Unsupported } from '../../files/input/unsupported';
import type { Account } from './Account';
import { describePage, type FailedPage } from './failedPages';
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
	/** Why it fails, if it does: the failure behind the reason, or that pages of it failed. */
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

const described = (file: InputFile & Partial<Pick<SessionFile, 'sessionName'>>) => ({
	file,
	item: file.itemIndex,
	field: file.fieldName,
	fileName: file.fileName,
	sentName: file.sessionName ?? null,
	bytes: file.bytes,
});

const notExtracted = (file: InputFile, state: FileState, reason: string): LedgerEntry => ({
	...described(file),
	state,
	reason,
	rows: null,
	pages: null,
	failedPages: [],
	extractionId: null,
});

/** A file that the service does not take, and that the user wants to be skipped. */
export const skippedEntry = (file: SkippedFile): LedgerEntry => ({
	...notExtracted(file, 'skipped', `It ${file.unsupported.text}`),
	unsupported: file.unsupported,
});

/** A file that the user keeps out. */
export const leftOutEntry = (file: LeftOutFile): LedgerEntry =>
	notExtracted(
		file,
		'left_out',
		file.by === 'pattern' ? 'Its name does not match the pattern' : 'It is smaller than the minimum size',
	);

/** A file that could not be extracted. */
export const failedEntry = (
	file: InputFile,
	{ reason, error }: { reason: string; error?: unknown },
	extractionId: string | null = null,
): LedgerEntry => ({ ...notExtracted(file, 'failed', reason), error, extractionId });

/** The files that fail because pages of them failed. If the rows do not name their file, all files of the extraction fail. */
export function filesWithFailedPages(
	{ batch, differences, files }: Extracted,
	account: Account<SessionFile>,
): Set<SessionFile> {
	const failed = account.results().filter(({ state }) => state === 'pages_failed');
	const rowsLackSource =
		batch.request.options?.exclude_columns?.includes('source_file') === true ||
		differences.includes('options.exclude_columns');
	return new Set(failed.length > 0 && rowsLackSource ? files : failed.map(({ file }) => file));
}

/** The most pages that the message names; the details name all. */
const PAGES_NAMED = 10;

/**
 * The error of documents whose pages could not be extracted.
 *
 * @param entries the entries of these documents
 */
export function pagesFailedError(entries: LedgerEntry[]): ServiceError {
	const pages = entries.flatMap(({ failedPages, item, extractionId }) =>
		failedPages.map((page) => ({ ...page, item, extraction_id: extractionId })),
	);
	const items = new Set(entries.map(({ item }) => item));
	const [extractionId] = entries.flatMap((entry) => entry.extractionId ?? []);
	const more = pages.length > PAGES_NAMED ? `; and ${pages.length - PAGES_NAMED} more` : '';
	return serviceError(
		LOCAL_CODES.pagesFailed,
		pages.slice(0, PAGES_NAMED).map(describePage).join('; ') + more,
		{
			extractionId,
			details: { failed_pages: pages },
			itemIndex: items.size === 1 ? entries[0]?.item : undefined,
		},
	);
}

/**
 * The files of one extraction, in their order.
 *
 * @param failing those that fail with their pages. If the rows do not name their file, each fails with the pages of any
 */
export function extractedEntries(
	{ status }: Extracted,
	account: Account<SessionFile>,
	failing: ReadonlySet<SessionFile> = new Set(),
): LedgerEntry[] {
	const isOpen = status.status !== 'completed';
	const open = isProcessing(status) ? 'processing' : 'asking';
	const entries = account.results().map(({ file, state, ...result }): LedgerEntry => ({
		...described(file),
		...result,
		state: isOpen ? open : state,
		reason: isProcessing(status) ? stillProcessing(status.extraction_id) : null,
		extractionId: status.extraction_id,
	}));
	const ofAny = failing.size > 0 ? pagesFailedError(entries) : undefined;
	for (const entry of entries)
		if (failing.has(entry.file as SessionFile))
			entry.error = entry.failedPages.length > 0 ? pagesFailedError([entry]) : ofAny;
	return entries;
}
