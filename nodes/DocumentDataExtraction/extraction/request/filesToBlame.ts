import type { ServiceError, ServiceFailure } from '../../api/errors/ServiceError';
import { nameKey } from '../../files/input/fileNames';
import type { FileFailures } from '../../files/upload/uploadFiles';
import type { SessionFile } from '../../files/input/InputFile';

/** Failures that are about the files they name, even if they name all. */
const ABOUT_FILES = new Set(['ENCRYPTED_FILE', 'FILE_PAGE_LIMIT_EXCEEDED']);

/** The file names in the details of a failure. */
export function fileNamesIn(details: ServiceFailure['details']): string[] {
	const names = details?.file_names ?? details?.file_name ?? [];
	return (Array.isArray(names) ? names : [names]).filter((name) => typeof name === 'string');
}

/**
 * Finds the files that made an extraction fail, each with its own failure. Without them, the others would be extracted.
 *
 * @returns an empty map if the failure is not about single files
 */
export function filesToBlame(error: ServiceError, files: SessionFile[]): FileFailures {
	const { failure } = error;
	const keys = new Set(fileNamesIn(failure.details).map(nameKey));
	const named = files.filter(({ sessionName }) => keys.has(nameKey(sessionName)));
	if (named.length === files.length && !ABOUT_FILES.has(failure.code)) return new Map();
	return new Map(
		named.map((file) => {
			const details = { ...failure.details, file_names: [file.sessionName] };
			return [file, error.with({ details, itemIndex: file.itemIndex })];
		}),
	);
}
