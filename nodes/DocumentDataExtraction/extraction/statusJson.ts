import type { IDataObject } from 'n8n-workflow';
import { describeFailure } from '../api/describeFailure';
import type { ExtractionStatus } from '../api/schemas/extractions';

/** The error of an extraction; the list names only code and retryable. */
interface ExtractionFailure {
	code: string;
	message?: string;
	retryable?: boolean;
	details?: Record<string, unknown> | null;
}

/** Why an extraction failed. It cannot be called `error`: n8n takes an item with that key for a failed one. */
export function failureJson({
	code,
	message = '',
	retryable = false,
	details,
}: ExtractionFailure): IDataObject {
	const described = describeFailure({ code, message, retryable, details });
	return {
		code,
		message: described.message,
		retryable,
		details: (details ?? null) as IDataObject | null,
		next_step: described.nextStep,
	};
}

/** `{xlsx_url, csv_url, json_url}` to the formats that there are. The URLs let anybody download, so they stay out of items. */
const formatsOf = (output: Record<string, string | null>): string[] =>
	Object.entries(output)
		.filter(([, url]) => url !== null)
		.map(([key]) => key.replace(/_url$/, ''));

/** The item of a status payload ("Payload by status"), whatever the status. */
export function statusJson(status: ExtractionStatus): IDataObject {
	const { success: _, error, output, extraction_id, status: name, ...rest } = status;
	return {
		extraction_id,
		status: name,
		...(rest as IDataObject),
		...(output ? { available_outputs: formatsOf(output) } : {}),
		...(error ? { failure: failureJson(error) } : {}),
	};
}
