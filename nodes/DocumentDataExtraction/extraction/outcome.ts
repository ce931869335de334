import type { ExtractionStatus } from '../api/schemas/extractions';
import { isServiceError, LOCAL_CODES, ServiceError } from '../api/errors/ServiceError';
import { serviceMessage } from '../api/errors/serviceMessage';
import type { SourceFile } from './rows/SourceIndex';
import { fileNamesIn } from './request/filesToBlame';
import { canGoOnWithSameId } from './request/sameId';

const CANCELLATION_REASONS: Readonly<Record<string, string>> = {
	user: 'somebody cancelled it',
	unanswered: 'its questions were not answered in time',
	answers_rejected: 'the service refused three answers',
};

/** A failed extraction keeps its ID. The next run goes on under the next ID of the series. */
const sameIdAgain = (id: string): string =>
	`A run with the same Submission ID "${id}" skips the failed extraction.`;

/**
 * Says why an extraction that should have rows has none; undefined if it is completed or asks questions.
 *
 * @param ownId the Submission ID, if the user chose it
 */
export function outcomeError(status: ExtractionStatus, ownId?: string): ServiceError | undefined {
	const extractionId = status.extraction_id;
	if (status.status === 'completed' || status.status === 'input_required') return undefined;
	if (status.status === 'failed') {
		const { code = 'INTERNAL_ERROR', message = '', retryable = false, details } = status.error ?? {};
		const failure = { code, message: serviceMessage(code, message), retryable, details, extractionId };
		const goesOn = ownId !== undefined && canGoOnWithSameId(code);
		return new ServiceError(goesOn ? { ...failure, note: sameIdAgain(ownId) } : failure);
	}
	if (status.status === 'cancelled')
		return new ServiceError({
			code: LOCAL_CODES.extractionCancelled,
			message: CANCELLATION_REASONS[status.cancellation_reason ?? ''] ?? status.cancellation_reason ?? '',
			retryable: false,
			extractionId,
		});
	return new ServiceError({
		code: LOCAL_CODES.waitExceeded,
		message: `its status is ${status.status}${typeof status.progress === 'number' ? ` (${status.progress}%)` : ''}`,
		retryable: false,
		extractionId,
	});
}

/** Adds to the failure of an extraction its input item: the item of the files that it names, otherwise the only item. */
export function withItemIndex(error: unknown, files: SourceFile[]): unknown {
	if (!isServiceError(error) || error.failure.itemIndex !== undefined) return error;
	const names = fileNamesIn(error.failure.details);
	const named = files.filter(({ sessionName }) => names.includes(sessionName));
	const [itemIndex, ...others] = new Set((named.length > 0 ? named : files).map((file) => file.itemIndex));
	return others.length > 0 ? error : error.with({ itemIndex });
}
