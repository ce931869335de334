import type { DocumentContents } from '../shapes/documents';
import type { Extracted } from '../run/batch';
import type { FileState } from '../account/Account';
import { attentionOf } from '../status/statusJson';
import type { LedgerEntry } from './ledger';
import { creditsAvailable } from '../../api/errors/serviceWords';

/** What an item says of a file; or of no file, if an extraction gave something that no document can be found for. */
interface FileJson extends Omit<LedgerEntry, 'file' | 'state'> {
	file?: LedgerEntry['file'];
	state: FileState | 'unassigned';
}

const fileJson = ({ file, state, duplicateOf }: FileJson) => ({
	file_name: file?.fileName ?? null,
	sent_name: file?.sessionName ?? null,
	item: file?.itemIndex ?? null,
	field: file?.fieldName ?? null,
	bytes: file?.bytes ?? null,
	sha256: file?.digest.sha256 ?? null,
	state,
	duplicate_of: duplicateOf ? { file_name: duplicateOf.fileName, item: duplicateOf.itemIndex } : null,
});

/** The files of the ledger in a state, by the names that their items show. */
const namesInState = (entries: LedgerEntry[], state: FileState): string[] =>
	entries.filter((entry) => entry.state === state).map(({ file }) => file.fileName);

/**
 * One extraction in figures: its results, what needs attention, what it cost.
 *
 * @param entries the entries of its files
 * @param others files of the same items that no extraction covers; each is listed in one summary only
 */
export function summaryOf(
	{ batch, submissionId, status, taskName, differences, isEarlier }: Extracted,
	entries: LedgerEntry[],
	others: LedgerEntry[],
) {
	const { pages, review_needed: review } = status;
	return {
		extraction_id: status.extraction_id,
		submission_id: submissionId,
		task_name: taskName,
		status: status.status,
		output_structure: status.output_structure ?? batch.request.output_structure,
		output_expires_at: status.output_expires_at ?? null,
		differences,
		files: entries.map((entry) => ({
			...fileJson(entry),
			rows: entry.rows,
			pages_failed: entry.failedPages.length,
		})),
		files_without_rows: entries.flatMap(({ file, state }) =>
			state === 'no_rows' ? (file.sessionName ?? []) : [],
		),
		left_out_files: namesInState(others, 'left_out'),
		skipped_files: namesInState(others, 'skipped'),
		failed_files: namesInState(others, 'failed'),
		pages_successful: pages?.successful_count ?? 0,
		...attentionOf(status),
		review_items: review?.items ?? [],
		notes: status.ai_uncertainty_notes ?? [],
		credits_deducted: status.credits_deducted ?? null,
		credits_of_this_run: isEarlier ? 0 : (status.credits_deducted ?? null),
		credits_available: creditsAvailable(status),
	};
}

const NO_CONTENTS: DocumentContents = { rows: [], review: [] };

/** What the open questions of an extraction need to be answered. */
const questionsOf = ({ status: { status, answer_by, questions } }: Extracted) =>
	status === 'input_required' ? { answer_by: answer_by ?? null, questions } : {};

/**
 * One document with everything that came of it. All documents have the same keys; one whose extraction asks has its questions besides.
 *
 * @param extracted the extraction that covers it, if one does
 */
export const documentJson = (
	entry: FileJson,
	extracted?: Extracted,
	{ rows, review }: DocumentContents = NO_CONTENTS,
) => ({
	...fileJson(entry),
	reason: entry.reason,
	row_count: entry.rows,
	rows,
	review,
	pages_successful: entry.pages,
	failed_pages: entry.failedPages,
	extraction_id: entry.extractionId,
	submission_id: extracted?.submissionId ?? null,
	...(extracted ? questionsOf(extracted) : {}),
});

/** What an extraction gave and no document can be found for, in the shape of a document. */
export const unassignedJson = (extracted: Extracted, contents: DocumentContents) =>
	documentJson(
		{
			state: 'unassigned',
			reason: 'The service does not name the document',
			rows: contents.rows.length,
			pages: null,
			failedPages: [],
			extractionId: extracted.status.extraction_id,
		},
		extracted,
		contents,
	);
