import type { ApiClient } from '../../api/http/client';
import { getExtractionDetails, submitExtraction, type SubmissionRequest } from '../../api/extractions';
import type { ExtractionDetails, Submission } from '../../api/schemas/extractions';
import { differencesFrom, leftByOther } from '../request/earlierRequest';
import { isServiceError } from '../../api/errors/ServiceError';
import { withFreeWay, withUnknownEnd } from './afterSubmission';
import { submissionId } from '../request/identity';
import { hasTheseFiles, usedForOtherFiles } from '../request/otherFiles';
import { PASSED_OVER, tooManyFailures, YOUNG_PASSED_OVER } from '../request/passedOver';
import { idUsedBy } from '../request/refusedFiles';
import { submittedAt } from '../request/submittedAt';
import { attempt, explain } from '../../shared/attempt';

export interface SubmissionAlone {
	request: SubmissionRequest;
	/** Whether another execution has the same Submission ID, because the user chose it, or it is made of what is asked. */
	hasOwnId: boolean;
	/** The names of its files; empty if they are not known. */
	fileNames: string[];
}

export interface SubmittedAlone {
	extraction_id: string;
	submission_id: string;
	submission_state: Submission['submission_state'];
	/** The status of the extraction under the user's ID, which may be an earlier one that has ended. */
	status?: string;
	/** In what an earlier request under the ID differs. */
	differences: string[];
}

interface Found {
	submission: Submission;
	/** Only if it may be the extraction of another run. */
	details?: ExtractionDetails;
	sentAt: number;
}

/** Submits under an ID, or finds the extraction that was submitted under it. */
async function submitOrFind(api: ApiClient, request: SubmissionRequest, hasOwnId: boolean): Promise<Found> {
	const startedAt = Date.now();
	const submitted = await attempt(async () => await submitExtraction(api, request));
	const sentAt = submittedAt(api, startedAt);
	const usedBy = submitted.ok ? undefined : idUsedBy(submitted.error);
	if (!submitted.ok && usedBy === undefined)
		throw hasOwnId || !isServiceError(submitted.error)
			? submitted.error
			: withUnknownEnd(submitted.error, request.submission_id);
	const submission = submitted.ok ? submitted.value : { extraction_id: usedBy ?? '' };
	if (submitted.ok && !hasOwnId) return { submission, sentAt };
	const details = await explain(
		async () => await getExtractionDetails(api, submission.extraction_id),
		(error) => withFreeWay(error, submission.extraction_id, 'unknown'),
	);
	return { submission, details, sentAt };
}

/**
 * Submits without waiting. If another run has submitted under the user's ID, finds its extraction instead: it must have the same files.
 * Failed extractions of earlier runs are passed over.
 *
 * @throws ServiceError
 */
export async function submitAlone(
	api: ApiClient,
	{ request, hasOwnId, fileNames }: SubmissionAlone,
): Promise<SubmittedAlone> {
	for (let number = 1, youngOnes = 0; ; number++) {
		const submission_id = submissionId(request.submission_id, number);
		const { submission, details, sentAt } = await submitOrFind(api, { ...request, submission_id }, hasOwnId);
		const { extraction_id, submission_state } = submission;
		const earlier = details?.status === 'failed' ? leftByOther(request, details, sentAt) : undefined;
		if (earlier && (!earlier.isYoung || ++youngOnes <= YOUNG_PASSED_OVER)) {
			if (number > PASSED_OVER) throw tooManyFailures(extraction_id);
			continue;
		}
		const count = request.file_ids.length;
		if (details && !hasTheseFiles(details, fileNames, count))
			throw usedForOtherFiles(details, fileNames, count);
		const differences = details ? differencesFrom(request, details) : [];
		const found = details ? { status: details.status } : {};
		return { extraction_id, submission_id, submission_state, ...found, differences };
	}
}
