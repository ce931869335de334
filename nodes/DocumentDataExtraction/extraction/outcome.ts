import type { ExtractionStatus } from '../api/schemas/extractions';
import { isServiceError, LOCAL_CODES, ServiceError, serviceError } from '../api/errors/ServiceError';
import { serviceMessage } from '../api/errors/errorTexts';
import type { SourceFile } from './rows/SourceIndex';
import { fileNamesIn } from './request/filesToBlame';

const CANCELLATION_REASONS: Readonly<Record<string, string>> = {
	user: 'somebody cancelled it',
	unanswered: 'its questions were not answered in time',
	answers_rejected: 'the service refused three answers',
};

/** Says why an extraction that should have rows has none; undefined if it is completed or asks questions. */
export function outcomeError(status: ExtractionStatus): ServiceError | undefined {
	const extractionId = status.extraction_id;
	if (status.status === 'completed' || status.status === 'input_required') return undefined;
	if (status.status === 'failed') {
		const { code = 'INTERNAL_ERROR', message = '', retryable = false, details } = status.error ?? {};
		const said = serviceMessage(code, message);
		return new ServiceError({ code, message: said, retryable, details, extractionId, stage: 'failed' });
	}
	if (status.status === 'cancelled')
		return serviceError(
			LOCAL_CODES.extractionCancelled,
			CANCELLATION_REASONS[status.cancellation_reason ?? ''] ?? status.cancellation_reason ?? '',
			{ extractionId },
		);
	return serviceError(
		LOCAL_CODES.waitExceeded,
		`its status is ${status.status}${typeof status.progress === 'number' ? ` (${status.progress}%)` : ''}`,
		{ extractionId },
	);
}

/** Adds to the failure of an extraction its input item: the item of the files that it names, otherwise the only item. */
export function withItemIndex(error: unknown, files: SourceFile[]): unknown {
	if (!isServiceError(error) || error.failure.itemIndex !== undefined) return error;
	const names = fileNamesIn(error.failure.details);
	const named = files.filter(({ sessionName }) => names.includes(sessionName));
	const [itemIndex, ...others] = new Set((named.length > 0 ? named : files).map((file) => file.itemIndex));
	return others.length > 0 ? error : error.with({ itemIndex });
}
