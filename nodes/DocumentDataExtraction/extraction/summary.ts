import type { Extracted } from './extract';

/** One extraction in figures: what came of it, what needs attention, what it cost. */
export function summaryOf({ batch, submissionId, status }: Extracted, skippedFiles: string[]) {
	const { pages, review_needed: review, credits_balance: balance, credits_reserved: reserved } = status;
	return {
		extraction_id: status.extraction_id,
		submission_id: submissionId,
		task_name: batch.request.task_name,
		status: status.status,
		output_structure: status.output_structure ?? batch.request.output_structure,
		output_expires_at: status.output_expires_at ?? null,
		files: batch.files.map(({ sessionName, itemIndex, fieldName, bytes }) => ({
			file_name: sessionName,
			item: itemIndex,
			field: fieldName,
			bytes,
		})),
		skipped_files: skippedFiles,
		pages_successful: pages?.successful_count ?? 0,
		pages_failed: pages?.failed_count ?? 0,
		failure_reasons: pages?.failure_reasons ?? [],
		review_count: review?.count ?? 0,
		review_items: review?.items ?? [],
		notes: status.ai_uncertainty_notes ?? [],
		credits_deducted: status.credits_deducted ?? 0,
		credits_available:
			typeof balance === 'number' && typeof reserved === 'number' ? balance - reserved : null,
	};
}

export type Summary = ReturnType<typeof summaryOf>;
