import { ApiError } from './errors';
import { DOWNLOAD_URL_TTL_MS, PREVIEW_NAMES, RETENTION_MS } from './limits';
import { progressOf } from './processing/progress';
import { credits } from './state/Accounts';
import { charged, type Extraction, type OutputFormat, type Result } from './state/extraction';
import type { Scope } from './visibility';
import type { World } from './world';

const FORMATS: OutputFormat[] = ['xlsx', 'csv', 'json'];
const iso = (time: number) => new Date(time).toISOString();

export const outputExpiresAt = (extraction: Extraction) => extraction.createdAt + RETENTION_MS;
export const isExpired = (world: World, extraction: Extraction) =>
	outputExpiresAt(extraction) <= world.clock.now();

/** The result, when this format of it can be had. Throws `OUTPUT_NOT_AVAILABLE` or `OUTPUT_EXPIRED`. */
export function requireOutput(world: World, extraction: Extraction, format: OutputFormat): Result {
	const { result, status } = extraction;
	if (status !== 'completed' || !result) throw new ApiError('OUTPUT_NOT_AVAILABLE');
	if (isExpired(world, extraction)) throw new ApiError('OUTPUT_EXPIRED');
	if (!result.outputs.includes(format)) throw new ApiError('OUTPUT_NOT_AVAILABLE');
	return result;
}

/** A fresh signed URL of an output, or null when it was not generated or has expired. */
export function downloadUrl(world: World, extraction: Extraction, format: OutputFormat): string | null {
	if (!extraction.result?.outputs.includes(format) || isExpired(world, extraction)) return null;
	return world.urls.sign(`/storage/outputs/${extraction.objectId}/${format}`, DOWNLOAD_URL_TTL_MS);
}

const reviewNeeded = ({ result }: Extraction) => ({
	count: result?.reviewItems.length ?? 0,
	items: result?.reviewItems ?? [],
});

/** "Payload by status" of the status endpoint. */
export function statusPayload(world: World, extraction: Extraction): Record<string, unknown> {
	const { id, status, account, result } = extraction;
	const base = { success: status !== 'failed', status, extraction_id: id };
	switch (status) {
		case 'input_required':
			return {
				...base,
				progress: progressOf(world, extraction),
				answer_by: iso(extraction.answerBy),
				questions: extraction.openQuestions,
			};
		case 'completed':
			return {
				...base,
				credits_deducted: charged(extraction),
				...credits(account),
				output_structure: extraction.outputStructure,
				output_expires_at: iso(outputExpiresAt(extraction)),
				pages: result?.pages,
				ai_uncertainty_notes: result?.notes ?? [],
				review_needed: reviewNeeded(extraction),
				output: Object.fromEntries(
					FORMATS.map((format) => [`${format}_url`, downloadUrl(world, extraction, format)]),
				),
			};
		case 'failed':
			return { ...base, error: extraction.error };
		case 'cancelled':
			return {
				...base,
				credits_deducted: charged(extraction),
				cancellation_reason: extraction.cancellationReason,
				...credits(account),
			};
		default:
			return { ...base, progress: progressOf(world, extraction) };
	}
}

/** What a list item and the details record have in common. */
function commonFields(world: World, extraction: Extraction, scope: Scope) {
	const { status, fileNames } = extraction;
	return {
		extraction_id: extraction.id,
		submission_id: extraction.submissionId,
		task_name: extraction.taskName,
		status,
		created_at: iso(extraction.createdAt),
		submission_method: extraction.submissionMethod,
		file_count: fileNames.length,
		output_structure: extraction.outputStructure,
		...(status === 'processing' || status === 'input_required'
			? { progress: progressOf(world, extraction) }
			: {}),
		...(status === 'completed' || status === 'cancelled' ? { credits_deducted: charged(extraction) } : {}),
		...(status === 'completed'
			? {
					available_outputs: isExpired(world, extraction) ? [] : (extraction.result?.outputs ?? []),
					output_expires_at: iso(outputExpiresAt(extraction)),
				}
			: {}),
		...(scope === 'team' ? { submitted_by: { email: extraction.account.email } } : {}),
	};
}

/** A slim item of the list. */
export function listItem(world: World, extraction: Extraction, scope: Scope) {
	const { fileNames, error } = extraction;
	return {
		...commonFields(world, extraction, scope),
		file_names_preview: fileNames.slice(0, PREVIEW_NAMES),
		file_names_truncated: fileNames.length > PREVIEW_NAMES,
		...(error ? { error: { code: error.code, retryable: error.retryable } } : {}),
	};
}

/** The full record of the details endpoint. */
export function detailsRecord(world: World, extraction: Extraction, scope: Scope) {
	const { result, error, status } = extraction;
	return {
		...commonFields(world, extraction, scope),
		file_names: extraction.fileNames,
		prompt: extraction.prompt,
		options: extraction.shownOptions ?? extraction.options,
		...(status === 'completed'
			? {
					pages: result?.pages,
					ai_uncertainty_notes: result?.notes ?? [],
					review_needed: reviewNeeded(extraction),
				}
			: {}),
		...(error ? { error } : {}),
	};
}
