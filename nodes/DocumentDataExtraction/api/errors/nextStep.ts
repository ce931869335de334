import { itemNumbers, listed } from '../../shared/text';
import { said, type Step, type Telling } from '../../shared/problems';
import { IF_SET, type ErrorText } from './localTexts';
import {
	isKeyCode,
	LOCAL_CODES,
	type FinishedExtraction,
	type ServiceFailure,
	type Stage,
} from './ServiceError';

/** Failures that only a changed file corrects. */
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

/** Failures of a file that the service has under the ID. A changed one needs another ID. */
const KEPT_UNDER_ID = new Set([
	'ENCRYPTED_FILE',
	'FILE_PAGE_LIMIT_EXCEEDED',
	'FILE_SIZE_LIMIT_EXCEEDED',
	'NO_PAGES_FOUND',
	'OBJECT_SIZE_MISMATCH',
	'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED',
]);

/** After these, a run with the same ID would end in the same way. */
const SAME_END = new Set<string>([
	...NEEDS_OTHER_FILE,
	LOCAL_CODES.extractionCancelled,
	'OUTPUT_EXPIRED',
	'OUTPUT_NOT_AVAILABLE',
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

/** Whose next step says how to get the rows, or after which there are none. */
const SAYS_ALL = new Set<string>([
	LOCAL_CODES.columnUnknown,
	LOCAL_CODES.extractionUnknown,
	LOCAL_CODES.questionsOpen,
	'OUTPUT_EXPIRED',
	'SESSION_ALREADY_INITIALIZED',
	'SUBMISSION_ID_ALREADY_USED',
]);

const CHARGED = 'The extraction is completed and charged.';

/** What to do about an extraction, whatever has failed. To run again could be charged again, so the step of the code is not said. */
const WAYS: Partial<Record<Stage, string>> = {
	completed: `${CHARGED} Get Rows with its ID collects the rows at no cost.`,
	downloading: `${CHARGED} Download Output with its ID downloads the file again at no cost.`,
	processing:
		'The extraction continues on the service. Wait and Get Rows with its ID collect the rows at no cost.',
	unknown:
		'Get Status with its ID shows the status of the extraction. Once it is completed, Get Rows collects the rows at no cost.',
	'maybe answered':
		'It is not known whether the answer arrived, and a refused answer counts each time. Get Questions shows after a minute which questions are still open. Answer only these again, and in another way where an earlier answer was refused.',
};

/** It passes over what earlier ones left cancelled or expired. */
const IN_NEW_EXECUTION = 'extract them in a new execution';

/** The next step of a code that asks for a new ID, if the ID is made of the files and stays the same. @param otherId how to get another one */
const STEPS_OF_CONTENTS: Readonly<Record<string, (otherId: string, how: Telling) => string>> = {
	[LOCAL_CODES.extractionCancelled]: (otherId, { isTool }) =>
		`Pages that were already processed are charged. ${isTool ? `If the user wants the documents extracted anyway, at new cost, ${otherId}` : `To extract the documents anyway, at new cost, ${IN_NEW_EXECUTION}, some seconds later`}.`,
	[LOCAL_CODES.fileLost]: (otherId) =>
		`Run again. If it happens every time, remove this file, or ${otherId}.`,
	FILE_ABORTED: (otherId) => `To upload the file again, ${otherId}.`,
	OUTPUT_EXPIRED: (otherId, { isTool }) =>
		`To extract the documents again, at new cost, ${isTool ? otherId : IN_NEW_EXECUTION}.`,
	SESSION_ALREADY_INITIALIZED: (otherId) => `To extract these files anyway, ${otherId}.`,
	SUBMISSION_ID_ALREADY_USED: (otherId) =>
		`If the earlier extraction is completed, Get Rows with its ID outputs its rows at no cost. To extract these files anyway, ${otherId}.`,
	UPLOAD_ID_NOT_FOUND: (otherId) => `To upload the files again, ${otherId}.`,
};

/** What to do if no place was free for as long as the run may wait. */
const WAITED =
	'Extract Documents waits for a free place up to its Maximum Wait. That time is over. Increase Maximum Wait.';

/** How to get another ID than the one that led to a failure. */
const otherIdOf = ({ idFrom }: ServiceFailure, { isTool }: Telling): string => {
	if (idFrom !== 'files') return 'use a new Submission ID';
	return isTool
		? 'call again with other words in the prompt'
		: 'set Prevent Duplicates By to My Own ID, and enter an ID that no request has had';
};

const nameOf = ({ extraction_id, items }: FinishedExtraction): string =>
	`${extraction_id} (${itemNumbers(items).toLowerCase()})`;

/**
 * Says what to do after a failure: first what is charged or may be, then the step, then what else helps. Each sentence comes of facts, so
 * nothing is said twice, and to run again is said only where it costs nothing more.
 */
export function nextStepOf(failure: ServiceFailure, text: ErrorText, how: Telling): string {
	const { code, details, extractionId, finished = [], idFrom, stage, submissionId } = failure;
	const otherId = otherIdOf(failure, how);
	const ofContents = idFrom === 'files' ? STEPS_OF_CONTENTS[code]?.(otherId, how) : undefined;
	const replaced = failure.nextStep ?? (failure.hasWaited ? WAITED : ofContents);
	const sayStep = (own: Step): string => {
		const words = said(replaced ?? own, how);
		return idFrom === 'own' ? words.replace(IF_SET, '') : words;
	};
	const remedy = sayStep(text.remedy);
	const isLast = replaced === undefined && text.isLast;
	const way = stage && !SAYS_ALL.has(code) ? WAYS[stage] : undefined;
	const findsAll = idFrom && !SAME_END.has(code);
	const goesOn = findsAll && stage !== 'failed';
	const order = isKeyCode(code) ? 'Before that' : 'If that fails too';
	const isGone = code === LOCAL_CODES.extractionUnknown;
	const same = idFrom === 'files' ? 'files' : 'Submission ID';
	const others =
		finished.length > 0 &&
		`Other extractions of this run are charged: ${listed(finished.map(nameOf))}. Get Rows with these IDs collects their rows at no cost.`;
	const paysAgain = !way && !idFrom;
	const othersStay = failure.othersStay && !findsAll && !way;
	const needsOtherFile = NEEDS_OTHER_FILE.has(code);
	// Then the changed file runs again, and not all.
	const step = othersStay && needsOtherFile ? remedy : sayStep(text.nextStep);
	const sentences = [
		stage === 'completed' && code === LOCAL_CODES.columnUnknown && CHARGED,
		way,
		paysAgain && others && `${others} For the rest:`,
		stage === 'maybe submitted' &&
			!idFrom &&
			`The service may have accepted the submission anyway. Use Get Many to look for an extraction with the Submission ID ${submissionId}. Get Rows collects its rows at no cost. If there is none:`,
		!way && !goesOn && step,
		!way &&
			!goesOn &&
			idFrom !== 'files' &&
			KEPT_UNDER_ID.has(code) &&
			`A changed file needs a different Submission ID${idFrom ? '' : IF_SET}.`,
		!way && goesOn && !isLast && remedy,
		typeof details?.resumes_at === 'string' && `It expects to resume at ${details.resumes_at.slice(0, 40)}.`,
		goesOn &&
			`Run again with the same ${same}${idFrom === 'own' ? ' and files' : ''} to continue where this run stopped. Nothing is charged twice${isGone ? ', unless somebody deleted the extraction' : ''}.`,
		(way || (goesOn && isLast)) && remedy && `${order}: ${remedy}`,
		goesOn && isGone && `If that fails too, ${otherId}.`,
		findsAll &&
			stage === 'failed' &&
			`A run with the same ${same}${idFrom === 'own' ? ` "${submissionId}"` : ''} skips the failed extraction.`,
		idFrom &&
			code === 'SESSION_ALREADY_INITIALIZED' &&
			'If they are the same files, the service has dropped them and received others under this ID since. Get Many lists the earlier extraction, and Get Rows with its ID collects its rows at no cost.',
		othersStay &&
			`Send only ${needsOtherFile ? 'the changed' : 'this'} file. The other files of this run were extracted and are charged.`,
		!paysAgain && others,
		extractionId && `Extraction ID: ${extractionId}.`,
	];
	return `${sentences.filter(Boolean).join(' ')} (${code})`;
}
