import { createClient, type ApiClient } from '../../api/http/client';
import {
	cancelExtraction,
	getExtractionDetails,
	submitExtraction,
	type SubmissionRequest,
} from '../../api/endpoints/extractions';
import { isCutOff, isServiceError, LOCAL_CODES, mayHaveBeenCarriedOut } from '../../api/errors/ServiceError';
import { sleepUnlessStopped } from '../../api/rate/sleep';
import type { SessionFile } from '../../files/input/InputFile';
import { attempt, explain } from '../../shared/attempt';
import { claimOf, idUsedBy, isPassedOver, type ThisExecution } from '../request/claim';
import { differencesFrom } from '../request/compare';
import { submissionId } from '../request/identity';
import { withExtraction } from '../status/outcome';
import type { BatchRun } from './batch';

/** How long a stop waits for the work that it leaves in the background, in milliseconds. */
const STOP_GRACE_MS = 500;

/** An extraction that holds the ID of a submission: the submission made it, or found it. */
export interface Holder {
	extractionId: string;
	/** `received` if the service says so. */
	state?: string | null;
	/** When the submission was sent, by the service's clock, in milliseconds since the epoch. */
	sentAt: number;
	/** Whether it may be the extraction of another run under the same ID. */
	mayBeEarlier: boolean;
	submissionId: string;
}

/**
 * Submits once. A service may refuse an ID that has an extraction, and name that.
 *
 * @param isShared whether another run may have used the ID
 * @param deadline when to stop waiting, by `steadyNow`
 * @throws ServiceError. If the service may have carried out the submission, it says under which ID to look: a new execution makes another
 *     ID and would pay a second time
 */
async function submitOrFind(
	api: ApiClient,
	body: SubmissionRequest,
	isShared: boolean,
	deadline?: number,
): Promise<Holder> {
	const startedAt = Date.now();
	const submitted = await attempt(async () => await submitExtraction(api, body, { deadline }));
	// The extraction's own times are of the service's clock. The clock of this machine need not be right.
	const now = Date.now();
	const sentAt = (api.serviceTime() ?? now) - (now - startedAt);
	const { submission_id: submissionId } = body;
	if (submitted.ok) {
		const { extraction_id: extractionId, submission_state: state } = submitted.value;
		return { extractionId, state, sentAt, mayBeEarlier: isShared, submissionId };
	}
	const { error } = submitted;
	const extractionId = idUsedBy(error);
	if (extractionId !== undefined) return { extractionId, sentAt, mayBeEarlier: true, submissionId };
	if (!isServiceError(error)) throw error;
	const { code, failure } = error;
	// A key or a balance is checked before the ID, so that no refusal says what became of an earlier try.
	const isLost =
		failure.mayHaveWorkedBefore || mayHaveBeenCarriedOut(failure) || code === LOCAL_CODES.connection;
	throw isLost ? error.with({ stage: 'maybe submitted', submissionId }) : error;
}

/**
 * Submits files of a batch under the ID of this number, or finds what another run has submitted under it. If the user wants it, a stop
 * cancels in the background what it may have started.
 *
 * @throws ServiceError
 */
export async function submitBatch(run: BatchRun, named: SessionFile[], number: number): Promise<Holder> {
	const { api, batch, choice, deadline, session } = run;
	const body = {
		...batch.request,
		submission_id: submissionId(batch.id, number),
		upload_session_id: session.id,
		file_ids: named.map(({ fileId }) => fileId),
	};
	const isShared = batch.idFrom !== undefined || session.foundEarlierRun;
	const holder = await attempt(async () => await submitOrFind(api, body, isShared, deadline));
	if (holder.ok) return holder.value;
	if (choice.cancelWhenStopped && isCutOff(holder.error) && !holder.error.failure.notSent)
		// Submitting the same again returns the ID of the extraction, if there is one, and starts nothing new.
		await behind(api, async (outliving) => {
			const { extraction_id } = await submitExtraction(outliving, body, { retry: outliving.retry });
			await cancelExtraction(outliving, extraction_id);
		});
	throw holder.error;
}

/** An execution by the service's clock. */
export function byServiceClock(api: ApiClient, execution: ThisExecution): ThisExecution {
	const now = Date.now();
	return { ...execution, startedAt: execution.startedAt + (api.serviceTime() ?? now) - now };
}

/**
 * Submits without waiting. If another run has used the ID, finds the extraction of that run, which must have the same files. A failed
 * extraction of an earlier run is passed over: the next ID of the series follows.
 *
 * @param submission with `hasOwnId` if another execution may have the same ID: the user chose it, or it is made of the files and what is
 *     asked. Then with the execution too: what earlier ones left cancelled or expired is extracted again
 * @throws ServiceError
 */
export async function submitWithoutWaiting(
	api: ApiClient,
	{
		request,
		fileNames,
		hasOwnId,
		execution,
	}: { request: SubmissionRequest; fileNames: string[]; hasOwnId: boolean; execution?: ThisExecution },
) {
	const files = request.file_ids.map((_, index) => ({ sessionName: fileNames[index] }));
	/** Earlier extractions of the same that have no rows any more. */
	const insteadOf: string[] = [];
	for (let number = 1; ; number++) {
		const submission_id = submissionId(request.submission_id, number);
		const holder = await submitOrFind(api, { ...request, submission_id }, hasOwnId);
		const { extractionId, state, sentAt } = holder;
		const answer = {
			extraction_id: extractionId,
			submission_id,
			submission_state: state,
			submitted_at: new Date(sentAt).toISOString(),
			insteadOf,
			/** The status of an earlier extraction under the ID. */
			status: undefined as string | undefined,
			/** The fields in which its request differs from this one. */
			differences: [] as string[],
		};
		if (!holder.mayBeEarlier) return answer;
		const details = await explain(
			async () => await getExtractionDetails(api, extractionId),
			(error) => withExtraction(error, extractionId),
		);
		const want = { request, files, named: files, whole: true, sentAt };
		const claim = claimOf({ ...want, execution: execution && byServiceClock(api, execution) }, details);
		if (claim.kind === 'next' && isPassedOver(claim, number, extractionId)) {
			if (claim.inVain) insteadOf.push(extractionId);
			continue;
		}
		return { ...answer, status: details.status, differences: differencesFrom(request, details) };
	}
}

/** Does the work with a client that outlives the execution. Waits a moment for it, then lets it go on in the background. */
export async function behind(
	api: ApiClient,
	work: (outliving: ApiClient) => Promise<unknown>,
): Promise<void> {
	const done = attempt(async () => await work(await createClient(api.context, { signal: () => undefined })));
	await Promise.race([done, sleepUnlessStopped(STOP_GRACE_MS)]);
}
