import { type ExtractionStatus, isTerminal } from '../../api/schemas/extractions';
import {
	isServiceError,
	LOCAL_CODES,
	ServiceError,
	serviceError,
	type ServiceFailure,
} from '../../api/errors/ServiceError';
import { serviceMessage } from '../../api/errors/errorTexts';
import { nameKey } from '../../files/input/fileNames';
import type { SessionFile } from '../../files/input/InputFile';
import type { FileFailures } from '../../files/upload/uploadFiles';
import type { SourceFile } from '../rows/SourceIndex';

const CANCELLATION_REASONS: Readonly<Record<string, string>> = {
	user: 'somebody cancelled it',
	unanswered: 'its questions were not answered in time',
	answers_rejected: 'the service refused three answers',
};

/** Says why an extraction that should have rows has none; undefined if it is completed or asks questions. */
export function outcomeError(status: ExtractionStatus): ServiceError | undefined {
	const { cancellation_reason, extraction_id: extractionId, progress, status: name } = status;
	if (name === 'completed' || name === 'input_required') return undefined;
	if (name === 'failed') {
		const { code = 'INTERNAL_ERROR', message = '', retryable = false, details } = status.error ?? {};
		const said = serviceMessage(code, message);
		return new ServiceError({ code, message: said, retryable, details, extractionId, stage: 'failed' });
	}
	if (name === 'cancelled') {
		const why = cancellation_reason ?? '';
		return serviceError(LOCAL_CODES.extractionCancelled, CANCELLATION_REASONS[why] ?? why, { extractionId });
	}
	const done = typeof progress === 'number' ? ` (${progress}%)` : '';
	const message = `its status is ${name}${done}`;
	return serviceError(LOCAL_CODES.waitExceeded, message, { extractionId, stage: 'processing' });
}

/** Whether an extraction goes on by itself. */
export const isProcessing = ({ status }: Pick<ExtractionStatus, 'status'>): boolean =>
	!isTerminal(status) && status !== 'input_required';

/** Tells an AI agent, whose calls are short, how to go on with a long extraction. */
export const stillProcessing = (extractionId: string): string =>
	`Still processing. Call Get Status with extraction_id ${extractionId} in a minute. Once it is completed, call Get Rows.`;

/** The file names in the details of a failure. */
function fileNamesIn(details: ServiceFailure['details']): string[] {
	const names = details?.file_names ?? details?.file_name ?? [];
	return (Array.isArray(names) ? names : [names]).filter((name) => typeof name === 'string');
}

/** Failures that are about the files they name, even if they name all. */
const ABOUT_FILES = new Set(['ENCRYPTED_FILE', 'FILE_PAGE_LIMIT_EXCEEDED']);

/**
 * Finds the files that made an extraction fail, each with its own failure. Without them, the others would be extracted.
 *
 * @returns an empty map if the failure is not about single files
 */
export function filesToBlame(error: ServiceError, files: SessionFile[]): FileFailures {
	const { code, details } = error.failure;
	const keys = new Set(fileNamesIn(details).map(nameKey));
	const named = files.filter(({ sessionName }) => keys.has(nameKey(sessionName)));
	if (named.length === files.length && !ABOUT_FILES.has(code)) return new Map();
	return new Map(
		named.map((file) => {
			const ofFile = { ...details, file_names: [file.sessionName] };
			return [file, error.with({ details: ofFile, itemIndex: file.itemIndex })];
		}),
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

/**
 * Adds the extraction to a failure that came after its submission: its ID, and how far it had come. Its rows cost nothing more.
 *
 * @param status the extraction's; nothing if it may be one of an earlier run that ended long ago
 */
export function withExtraction(error: unknown, extractionId: string, status?: string): unknown {
	if (!isServiceError(error)) return error;
	// The service gave this ID to the node itself.
	const code = error.code === 'EXTRACTION_NOT_FOUND' ? LOCAL_CODES.extractionUnknown : error.code;
	const hasEnded = status === undefined || isTerminal(status);
	const stage = status === 'completed' ? status : hasEnded ? 'unknown' : 'processing';
	return error.with({ code, extractionId, stage: error.failure.stage ?? stage });
}

/**
 * Adds to a failure the other extractions of the run that were completed. They are charged, and their rows cost nothing more. The
 * failure already names its own extraction.
 */
export function withFinished(
	error: unknown,
	extractions: Array<{ status: ExtractionStatus; files: SourceFile[] }>,
): unknown {
	if (!isServiceError(error)) return error;
	const { extractionId, finished = [] } = error.failure;
	const more = extractions
		.filter(({ status }) => status.status === 'completed' && status.extraction_id !== extractionId)
		.map(({ status, files }) => ({
			extraction_id: status.extraction_id,
			items: [...new Set(files.map(({ itemIndex }) => itemIndex))],
		}));
	return more.length > 0 ? error.with({ finished: [...finished, ...more] }) : error;
}
