import type { ExtractionDetails } from '../../api/schemas/extractions';
import { type ServiceError, serviceError } from '../../api/errors/ServiceError';
import { joinNames } from '../../shared/text';
import { coveredFiles } from './earlierRequest';

const countOf = ({ file_names, file_count }: ExtractionDetails & { file_count?: unknown }): unknown =>
	file_names && file_names.length > 0 ? file_names.length : file_count;

const sessionFilesOf = (count: unknown): string => `${String(count)} file${count === 1 ? '' : 's'}`;

/** Whether an extraction has these files. If their names are not known, their number decides. */
export function hasTheseFiles(details: ExtractionDetails, names: string[], count: number): boolean {
	if (names.length === 0) return [count, undefined, null].includes(countOf(details) as number);
	const files = names.map((sessionName) => ({ sessionName }));
	return coveredFiles(details, files)?.length === count;
}

/** The error if the ID belongs to an extraction of other files: the node must not output its rows. */
export function usedForOtherFiles(details: ExtractionDetails, names: string[], count: number): ServiceError {
	const theirs = details.file_names ?? [];
	const has = theirs.length > 0 ? joinNames(theirs) : sessionFilesOf(countOf(details));
	return serviceError(
		'SUBMISSION_ID_ALREADY_USED',
		`the earlier extraction has ${has}, not ${names.length > 0 ? joinNames(names) : sessionFilesOf(count)}`,
		{ extractionId: details.extraction_id },
	);
}
