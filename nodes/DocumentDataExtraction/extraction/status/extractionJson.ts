import type { IDataObject } from 'n8n-workflow';
import type { ExtractionDetails, ListedExtraction } from '../../api/schemas/extractions';
import { extractionError } from '../../api/schemas/errors';
import { failureJson } from './statusJson';

/** The item of an extraction's record, full or as listed. What went wrong is its `failure`. */
export function extractionJson(extraction: ExtractionDetails | ListedExtraction): IDataObject {
	const { error, ...record } = extraction as IDataObject;
	const failure = extractionError.safeParse(error);
	return failure.success ? { ...record, failure: failureJson(failure.data) } : record;
}

/** The fields that most workflows need. All are always there; a field that the extraction lacks is null. */
export function simplified(extraction: ExtractionDetails | ListedExtraction): IDataObject {
	const record = extractionJson(extraction);
	const { extraction_id, submission_id, task_name, status, created_at, submission_method } = record;
	const names: unknown[] = (record.file_names ?? record.file_names_preview ?? []) as unknown[];
	return {
		extraction_id,
		submission_id: submission_id ?? null,
		task_name: task_name ?? null,
		status,
		created_at,
		submission_method: submission_method ?? null,
		file_names: names as string[],
		file_names_truncated: record.file_names_truncated === true,
		file_count: record.file_count ?? names.length,
		credits_deducted: record.credits_deducted ?? null,
		available_outputs: record.available_outputs ?? [],
		failure: record.failure ?? null,
		submitted_by: record.submitted_by ?? null,
	};
}
