import { LOCAL_CODES, type ServiceError, serviceError, withFacts } from '../../api/errors/ServiceError';
import type { InputFile, LeftOutFile, SkippedFile, SessionFile } from '../../files/input/InputFile';
import type { Unsupported } from '../../files/input/unsupported';
import type { Account, FileResult, FileState } from '../account/Account';
import { describePage } from '../account/failedPages';
import type { Extracted } from '../run/batch';
import { isProcessing, stillProcessing } from '../status/outcome';

/** One input file of a run, with its result. A file that is not sent has no `sessionName`. */
export interface LedgerEntry extends FileResult<InputFile & Partial<SessionFile>> {
	/** Why it was not extracted, null if it was. */
	reason: string | null;
	/** Why it fails, if it does: the failure behind the reason, or that pages of it failed. */
	error?: unknown;
	/** For a file that the service does not take. */
	unsupported?: Unsupported;
	/** The file that is extracted in its place, for a duplicate. */
	duplicateOf?: InputFile;
	extractionId: string | null;
}

const notExtracted = (file: InputFile, state: FileState, reason: string): LedgerEntry => ({
	file,
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

/** A file whose contents another one has. It fails with that one. */
function copyEntry(entry: LedgerEntry, file: InputFile): LedgerEntry {
	const { file: sent, error, extractionId } = entry;
	if (error !== undefined) return { ...entry, file, error: withFacts(error, { itemIndex: file.itemIndex }) };
	const reason = `It has the same contents as ${sent.fileName} of item ${sent.itemIndex + 1}`;
	return { ...notExtracted(file, 'duplicate', reason), rows: 0, pages: 0, extractionId, duplicateOf: sent };
}

/** Adds to the entries of files that were sent those of their copies, which were not. */
export function withCopies(entries: LedgerEntry[], copies: InputFile[]): LedgerEntry[] {
	const ofContents = new Map(entries.map((entry) => [entry.file.digest.sha256, entry]));
	const added = copies.flatMap((copy) => {
		const entry = ofContents.get(copy.digest.sha256);
		return entry ? copyEntry(entry, copy) : [];
	});
	return [...entries, ...added];
}

/** Whether rows do not name their file: the request, or the earlier one in its place, leaves the column out. */
export const rowsLackSource = ({ batch, differences }: Extracted): boolean =>
	batch.request.options?.exclude_columns?.includes('source_file') === true ||
	differences.includes('options.exclude_columns');

/** The most pages that the message names; the details name all. */
const PAGES_NAMED = 10;

/**
 * The error of documents whose pages could not be extracted.
 *
 * @param entries the entries of these documents
 */
export function pagesFailedError(entries: LedgerEntry[]): ServiceError {
	const pages = entries.flatMap(({ failedPages, file, extractionId }) =>
		failedPages.map((page) => ({ ...page, item: file.itemIndex, extraction_id: extractionId })),
	);
	const items = new Set(entries.map(({ file }) => file.itemIndex));
	const [itemIndex] = items;
	const [extractionId] = entries.flatMap((entry) => entry.extractionId ?? []);
	const more = pages.length > PAGES_NAMED ? `; and ${pages.length - PAGES_NAMED} more` : '';
	return serviceError(
		LOCAL_CODES.pagesFailed,
		pages.slice(0, PAGES_NAMED).map(describePage).join('; ') + more,
		{ extractionId, details: { failed_pages: pages }, itemIndex: items.size === 1 ? itemIndex : undefined },
	);
}

/** What came of the files of one extraction, in their order. If the rows do not name their file, each file fails with the pages of any. */
export function extractedEntries({ status }: Extracted, account: Account<SessionFile>): LedgerEntry[] {
	const { failing } = account;
	const isOpen = status.status !== 'completed';
	const open = isProcessing(status) ? 'processing' : 'asking';
	const entries = account.results().map(({ state, ...result }) => ({
		...result,
		state: isOpen ? open : state,
		reason: isProcessing(status) ? stillProcessing(status.extraction_id) : null,
		extractionId: status.extraction_id,
	}));
	const ofAny = failing.size > 0 ? pagesFailedError(entries) : undefined;
	return entries.map((entry) => {
		if (!failing.has(entry.file)) return entry;
		return { ...entry, error: entry.failedPages.length > 0 ? pagesFailedError([entry]) : ofAny };
	});
}
