import type { IDataObject } from 'n8n-workflow';
import type { ExtractionDetails, ListedExtraction } from '../api/schemas/extractions';
import { serviceErrorBody } from '../api/schemas/errors';
import { failureJson } from './statusJson';

/** The item of an extraction's record, full or as listed. What went wrong is its `failure`. */
export function extractionJson(extraction: ExtractionDetails | ListedExtraction): IDataObject {
	const { error, ...record } = extraction as IDataObject;
	const failure = serviceErrorBody.safeParse(error);
	return failure.success ? { ...record, failure: failureJson(failure.data) } : record;
}

/** The ten fields that most workflows need. All are always there, null where the extraction has none. */
export function simplified(extraction: ExtractionDetails | ListedExtraction): IDataObject {
	const record = extractionJson(extraction);
	const { extraction_id, submission_id, task_name, status, created_at, submission_method } = record;
	return {
		extraction_id,
		submission_id: submission_id ?? null,
		task_name: task_name ?? null,
		status,
		created_at,
		submission_method: submission_method ?? null,
		file_names: record.file_names ?? record.file_names_preview ?? [],
		credits_deducted: record.credits_deducted ?? null,
		available_outputs: record.available_outputs ?? [],
		failure: record.failure ?? null,
	};
}
