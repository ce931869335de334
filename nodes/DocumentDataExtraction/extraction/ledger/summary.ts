import type { ExtractionStatus } from '../../api/schemas/extractions';
import type { Extracted } from '../run/batch';
import { failedPagesOf } from './failedPages';
import type { FileState, LedgerEntry } from './ledger';

/** The files of the ledger in a state, by the names that their items show. */
const namesInState = (entries: LedgerEntry[], state: FileState): string[] =>
	entries.filter((entry) => entry.state === state).map(({ fileName }) => fileName);

/** The credits that were left after an extraction, null if the service does not say. */
export const creditsAvailable = ({
	credits_balance: balance,
	credits_reserved: reserved,
}: ExtractionStatus): number | null =>
	typeof balance === 'number' && typeof reserved === 'number' ? balance - reserved : null;

/**
 * One extraction in figures: its results, what needs attention, what it cost.
 *
 * @param entries the entries of its files
 * @param others files of the same items that no extraction covers; each is listed in one summary only
 */
export function summaryOf(
	{ batch, submissionId, status, taskName, differences }: Extracted,
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
		files: entries.map(({ file, fileName, sentName, item, field, bytes, state, rows, failedPages }) => ({
			file_name: fileName,
			sent_name: sentName,
			item,
			field,
			bytes,
			sha256: file.digest.sha256 ?? null,
			state,
			rows,
			pages_failed: failedPages.length,
		})),
		files_without_rows: entries
			.filter(({ state }) => state === 'no_rows')
			.map(({ sentName, fileName }) => sentName ?? fileName),
		left_out_files: namesInState(others, 'left_out'),
		skipped_files: namesInState(others, 'skipped'),
		failed_files: namesInState(others, 'failed'),
		pages_successful: pages?.successful_count ?? 0,
		pages_failed: failedPagesOf(pages).count,
		failure_reasons: pages?.failure_reasons ?? [],
		review_count: review?.count ?? 0,
		review_items: review?.items ?? [],
		notes: status.ai_uncertainty_notes ?? [],
		credits_deducted: status.credits_deducted ?? null,
		credits_available: creditsAvailable(status),
	};
}
