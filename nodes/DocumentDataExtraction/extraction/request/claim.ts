import type { ExtractionDetails, ExtractionStatus } from '../../api/schemas/extractions';
import { hasCode, isServiceError, serviceError, type ServiceError } from '../../api/errors/ServiceError';
import { joinNames } from '../../shared/text';
import { timeOf } from '../../shared/time';
import { outcomeError } from '../status/outcome';
import { coveredFiles, differencesFrom, hasAsMany, namesOtherFiles, type Terms, type Named } from './compare';

/** An extraction that was created this long before a submission is an earlier run's. The clocks of the service agree to within it. */
const OLDER_MS = 3000;

/** Below this age nobody can be sure, because the clocks may differ. */
const UNSURE_BELOW_MS = 60_000;

/** How many failures a run passes over under one ID, and how many of them may be its own. */
const PASSED_OVER = 200;
const UNSURE_PASSED_OVER = 3;

/** Questions have to be answered within 40 hours of the upload. Files older than this leave too little of that time. */
const ANSWERABLE_MS = 24 * 3_600_000;

const isOlderThan = ({ created_at }: ExtractionDetails, time: number, ms: number): boolean =>
	timeOf(created_at ?? '') < time - ms;

/** Whether an extraction was there before this run submitted, or its execution began, by the service's clock. */
export const wasThereBefore = (details: ExtractionDetails, time: number): boolean =>
	isOlderThan(details, time, OLDER_MS);

/** Whether the files of an extraction were uploaded too long ago for another one that may ask questions. */
export const isTooOldToAsk = ({ options }: Terms, details: ExtractionDetails, now: number): boolean =>
	options?.ask_questions === true && isOlderThan(details, now, ANSWERABLE_MS);

/** What tells extractions of earlier executions from those of this one. */
export interface ThisExecution {
	/** When the node was first tried in it, in milliseconds since the epoch. */
	startedAt: number;
	/** The earlier extractions that it has waited for. What somebody cancels then is cancelled in this execution. */
	waitedFor: string[];
}

/** What a run submitted, and what of it is done. */
export interface Wanted<F extends Named> {
	request: Terms;
	/** All files of the request. */
	files: F[];
	/** The files that the submission names. */
	named: F[];
	/** The files that an extraction of this run already covers. */
	covered?: ReadonlySet<F>;
	/** Whether an extraction of only some of the files is one of another request. */
	whole?: boolean;
	/** Whether the ID is made of the contents of the files. An earlier run may have called them otherwise. */
	isOfContents?: boolean;
	/** When it was sent, by the service's clock, in milliseconds since the epoch. */
	sentAt: number;
	/** The execution, if what earlier ones left without rows is to be extracted again. By the service's clock too. */
	execution?: ThisExecution;
}

/** An earlier run left it, and it has nothing to give: the next ID of the series follows. */
export interface Next {
	kind: 'next';
	/** Why it has no rows, if it failed. Files that are to blame fail in the same way again. */
	error?: ServiceError;
	/** It may be this run's after all, if the clocks of the service differ or it rewrites requests. */
	mayBeOurs: boolean;
	/** The extraction, if it may have been charged in vain. */
	inVain?: ExtractionDetails;
	/** It has files that this request lacks. Then files of these names in later extractions of the series may be others. */
	isOfOtherFiles: boolean;
}

/** What the extraction that holds the ID of a submission means for the run that submitted. */
export type Claim<F> =
	/** It is this run's, or an earlier run's of the same request. */
	{ kind: 'follow'; files: F[] } | Next;

/** Whether the failure is an earlier run's. Our own failures are reported instead. */
function isFailureOfOther({ request, sentAt }: Wanted<Named>, details: ExtractionDetails): boolean {
	if (details.status !== 'failed') return false;
	// Processing never fails with this code: the service has kept a submission that it refused.
	const isRefusal = details.error?.code === 'INVALID_INPUT';
	// A failure costs nothing. Without its time nobody can tell whose it is, so that it would block every later run.
	const isOfOther = Number.isNaN(timeOf(details.created_at ?? '')) || wasThereBefore(details, sentAt);
	return isRefusal || isOfOther || differencesFrom(request, details).length > 0;
}

/**
 * Whether an earlier execution left it cancelled or expired. If someone cancels an extraction of this execution, we must not start a
 * second one.
 */
function isLeftInVain({ startedAt, waitedFor }: ThisExecution, details: ExtractionDetails): boolean {
	const { extraction_id, output_expires_at, status } = details;
	if (status === 'completed') return timeOf(output_expires_at ?? '') <= startedAt;
	return status === 'cancelled' && wasThereBefore(details, startedAt) && !waitedFor.includes(extraction_id);
}

function usedForOtherFiles({ extraction_id, file_names }: ExtractionDetails): ServiceError {
	const files = file_names && file_names.length > 0 ? `the files ${joinNames(file_names)}` : 'other files';
	return serviceError('SUBMISSION_ID_ALREADY_USED', `the earlier extraction has ${files}`, {
		extractionId: extraction_id,
	});
}

/**
 * Says what the extraction that holds the ID of a submission means for this run ("If that extraction failed, the same id returns the
 * failed task").
 *
 * @param details what the service says of the extraction now
 * @throws ServiceError if it has other files: the node must not output its rows
 */
export function claimOf<F extends Named>(want: Wanted<F>, details: ExtractionDetails): Claim<F> {
	const { covered, execution, files, isOfContents, named, sentAt, whole } = want;
	const isInVain = execution !== undefined && isLeftInVain(execution, details);
	if (isInVain || isFailureOfOther(want, details))
		return {
			kind: 'next',
			error: outcomeError(details as ExtractionStatus),
			mayBeOurs: !isOlderThan(details, sentAt, UNSURE_BELOW_MS),
			inVain: isInVain ? details : undefined,
			isOfOtherFiles: !isOfContents && namesOtherFiles(details, files),
		};
	const sameContents = hasAsMany(details, named) ? named : undefined;
	const found = isOfContents ? sameContents : coveredFiles(details, files, named);
	if (!found || (whole && found.length < files.length)) throw usedForOtherFiles(details);
	return found.some((file) => !covered?.has(file))
		? { kind: 'follow', files: found }
		: { kind: 'next', mayBeOurs: false, isOfOtherFiles: false };
}

/**
 * Whether a run passes over what an earlier one left under this number of the series, without a pause. If a clock is wrong, a failure of
 * this run could look like one.
 *
 * @throws ServiceError if there are too many in all
 */
export function isPassedOver({ mayBeOurs }: Next, number: number, extractionId: string): boolean {
	if (number > PASSED_OVER)
		throw serviceError(
			'SUBMISSION_ID_ALREADY_USED',
			`earlier runs left more than ${PASSED_OVER} failed extractions under it`,
			{ extractionId },
		);
	return !mayBeOurs || number <= UNSURE_PASSED_OVER;
}

/** The extraction that already has the ID, if a service refuses the ID for another request. */
export function idUsedBy(error: unknown): string | undefined {
	if (!hasCode(error, 'SUBMISSION_ID_ALREADY_USED') || !isServiceError(error)) return undefined;
	const id = error.failure.details?.extraction_id;
	return typeof id === 'string' ? id : undefined;
}
