import { isServiceError, LOCAL_CODES, ServiceError } from '../../api/errors/ServiceError';
import { OTHER_ID } from '../../api/errors/stepForTool';
import { withNote } from '../afterSubmission';

const goesOn = ({ isOfContents }: IdOfBatch): string =>
	`Run again with the same ${isOfContents ? 'files' : 'Submission ID and files'} to continue where this run stopped. Nothing is charged twice.`;
const EXTRACT_AGAIN =
	'With Extract Again, a run also finds what an earlier run of the same request extracted again, at no further cost.';
const SAME_FILES_AFTER_ALL =
	'If they are the same files, the service has dropped them and received others under this ID since. Get Many lists the earlier extraction, and Get Rows with its ID collects its rows at no cost.';
const OTHERS_STAY =
	'Send only the changed file. The other files of this run were extracted under this Submission ID and are charged.';

/** Codes of failures that only another file corrects. It needs another ID, because the service expects the same files under the same ID. */
const NEEDS_OTHER_FILE = new Set([
	'DUPLICATE_FILE_ID',
	'DUPLICATE_FILE_NAME',
	'ENCRYPTED_FILE',
	'FILE_PAGE_LIMIT_EXCEEDED',
	'FILE_SIZE_LIMIT_EXCEEDED',
	'FILE_TOO_LARGE',
	'NO_PAGES_FOUND',
	'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED',
	'TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED',
	'VALIDATION_FAILED',
]);

/** After these codes, a run with the same ID would end in the same way. */
const SAME_END = new Set<string>([
	...NEEDS_OTHER_FILE,
	'FILE_ABORTED',
	'FILE_NOT_FOUND',
	LOCAL_CODES.fileLost,
	// It may be the file that has changed, or only its upload.
	'OBJECT_SIZE_MISMATCH',
	'SESSION_ALREADY_INITIALIZED',
	'SUBMISSION_ID_ALREADY_USED',
	'UPLOAD_ID_NOT_FOUND',
	LOCAL_CODES.pagesFailed,
]);

/** After these codes, Extract Again helps. */
const ENDED = new Set<string>([LOCAL_CODES.extractionCancelled, 'OUTPUT_EXPIRED']);

/** Whether a run with the same ID passes over the failed extraction and goes on. If the files are to blame, it would fail again. */
export const canGoOnWithSameId = (code: string): boolean => !SAME_END.has(code);

/** What to do if the next step of a code is a new ID, but the ID is made of the files and stays the same. */
const STEPS_OF_CONTENTS = new Map<string, string>([
	[
		LOCAL_CODES.extractionCancelled,
		'Pages that were already processed are charged. To extract the documents anyway, turn on the option Extract Again.',
	],
	[
		LOCAL_CODES.extractionUnknown,
		`Use Get Many to check whether it is listed. If it is, Get Rows with its ID outputs its rows at no cost. If not, run again. If that fails the same way, ${OTHER_ID}.`,
	],
	[LOCAL_CODES.fileLost, `Run again. If it happens every time, remove this file, or ${OTHER_ID}.`],
	['FILE_ABORTED', `To upload the file again, ${OTHER_ID}.`],
	['OUTPUT_EXPIRED', 'To extract the documents again, turn on the option Extract Again.'],
	['SESSION_ALREADY_INITIALIZED', `To extract these files anyway, ${OTHER_ID}.`],
	[
		'SUBMISSION_ID_ALREADY_USED',
		`If the earlier extraction is completed, Get Rows with its ID outputs its rows at no cost. To extract these files anyway, ${OTHER_ID}.`,
	],
	['UPLOAD_ID_NOT_FOUND', `To upload the files again, ${OTHER_ID}.`],
]);

/** Where the ID of a batch comes from. */
interface IdOfBatch {
	/** Whether another execution has it too. */
	hasOwnId: boolean;
	/** Whether it is made of the files. */
	isOfContents?: boolean;
}

/** Gives a failure a next step that needs no new ID, if the ID is made of the files. */
export function withoutNewId(error: ServiceError, { isOfContents }: IdOfBatch): ServiceError {
	const nextStep = isOfContents ? STEPS_OF_CONTENTS.get(error.code) : undefined;
	return nextStep === undefined ? error : new ServiceError({ ...error.failure, nextStep });
}

/** If another run with the ID helps, because another execution has it too, adds to a failure of a batch what such a run does. */
export function withSameId(failure: unknown, id: IdOfBatch): unknown {
	if (!id.hasOwnId || !isServiceError(failure)) return failure;
	const error = withoutNewId(failure, id);
	if (ENDED.has(error.code)) return withNote(error, EXTRACT_AGAIN);
	if (error.code === 'SESSION_ALREADY_INITIALIZED') return withNote(error, SAME_FILES_AFTER_ALL);
	if (!canGoOnWithSameId(error.code) || error.failure.note?.includes('same Submission ID')) return error;
	return withNote(error, goesOn(id));
}

/** If a file has to be changed, adds to its failure that the others of its batch need no second extraction. */
export const withOthersStay = (error: ServiceError): ServiceError =>
	NEEDS_OTHER_FILE.has(error.code) ? (withNote(error, OTHERS_STAY) as ServiceError) : error;
