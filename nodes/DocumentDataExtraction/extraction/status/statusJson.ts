import type { IDataObject } from 'n8n-workflow';
import { describeFailure } from '../../api/errors/describeFailure';
import { serviceMessage } from '../../api/errors/errorTexts';
import type { ExtractionStatus, ExtractionDetails, ListedExtraction } from '../../api/schemas/extractions';
import type { ServiceFailure } from '../../api/errors/ServiceError';
import { without } from '../../shared/json';
import { InputProblems } from '../../shared/problems';
import { failedPagesOf } from '../account/failedPages';
import { extractionError } from '../../api/schemas/errors';

/** The error of an extraction; the list names only code and retryable. */
type ExtractionFailure = Pick<ServiceFailure, 'code' | 'details' | 'extractionId' | 'stage'> &
	Partial<Pick<ServiceFailure, 'message' | 'retryable'>>;

/** Why an extraction failed. It cannot be called `error`: n8n takes an item with that key for a failed one. */
export function failureJson(failure: ExtractionFailure): IDataObject {
	const { code, message: words = '', retryable = false, details, extractionId, stage } = failure;
	const message = serviceMessage(code, words);
	const described = describeFailure({ code, message, retryable, details, extractionId, stage });
	return {
		code,
		message: described.message,
		retryable,
		details: (details ?? null) as IDataObject | null,
		next_step: described.nextStep,
	};
}

const URL_OF = '_url';

/** Turns `{xlsx_url, csv_url, json_url}` into the formats that exist. Anybody can download with the URLs, so they stay out of items. */
export const formatsOf = (output: Record<string, unknown>): string[] =>
	Object.entries(output)
		.filter(([key, url]) => typeof url === 'string' && url !== '' && key.endsWith(URL_OF))
		.map(([key]) => key.slice(0, -URL_OF.length));

/** What a response says about the pages and doubts of an extraction. */
export type StatusFacts = Partial<Pick<ExtractionStatus, 'pages' | 'review_needed'>>;

/** Picks what needs attention in a completed extraction. Fields that the response lacks are omitted. */
export const attentionIn = ({ pages, review_needed: review }: StatusFacts = {}): IDataObject => ({
	...(pages && {
		pages_failed: failedPagesOf(pages).count,
		failure_reasons: pages.failure_reasons as unknown as IDataObject[],
	}),
	...(typeof review?.count === 'number' && { review_count: review.count }),
});

/** Likewise, but what a response does not tell counts as nothing. */
export const attentionOf = (told: StatusFacts): IDataObject => ({
	pages_failed: 0,
	failure_reasons: [],
	review_count: 0,
	...attentionIn(told),
});

/** The item of a status payload ("Payload by status"), whatever the status. */
export function statusJson(status: ExtractionStatus): IDataObject {
	const { error, output, extraction_id, status: name, ...rest } = status;
	return {
		extraction_id,
		status: name,
		...without(rest as IDataObject, 'success'),
		// At the top of the item, so that a workflow need not look for it in lists.
		...(name === 'completed' && attentionOf(status)),
		...(output ? { available_outputs: formatsOf(output) } : {}),
		...(error ? { failure: failureJson(error) } : {}),
	};
}

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

/** How much of a record comes out: all of it, some fields, or those that most workflows need. */
export type Detail = 'raw' | 'selected' | 'simplified';

/**
 * The item of a record, as detailed as it is asked for.
 *
 * @param how.fields those that are selected
 * @throws InputProblems if none is
 */
export function detailed(
	extraction: ExtractionDetails | ListedExtraction,
	{ detail, fields }: { detail: Detail; fields: string[] },
): IDataObject {
	if (detail === 'simplified') return simplified(extraction);
	const record = extractionJson(extraction);
	if (detail === 'raw') return record;
	if (fields.length === 0)
		throw new InputProblems([{ parameter: 'Fields', text: 'No field is listed. Enter at least one' }]);
	return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
}
