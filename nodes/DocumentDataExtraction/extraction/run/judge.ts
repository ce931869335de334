import { getExtractionDetails } from '../../api/extractions';
import { isCutOff } from '../../api/http/cancelSignal';
import type { ExtractionDetails, ExtractionStatus } from '../../api/schemas/extractions';
import { type ServiceError, serviceError } from '../../api/errors/ServiceError';
import type { FileFailures } from '../../files/upload/uploadFiles';
import type { SessionFile } from '../../files/input/InputFile';
import type { Batch, Extracted } from './batch';
import type { BatchRun } from './batchRun';
import {
	coveredFiles,
	differencesFrom,
	isTooOldToAsk,
	leftByOther,
	wasThereBefore,
} from '../request/earlierRequest';
import { filesToBlame } from '../request/filesToBlame';
import { waitForOutcome } from '../waitForOutcome';
import { withFreeWay } from './afterSubmission';
import { onceKnown } from './notKnownYet';
import { usedForOtherFiles } from '../request/otherFiles';
import { outcomeError } from '../outcome';
import { isProcessing } from '../stillProcessing';
import { cancelBehind } from './stopSubmission';
import type { Submitted } from './submitBatch';
import { explain } from '../../shared/attempt';

/** Says what an extraction means for the files of its batch. */
export type Verdict =
	/** It has rows, or questions. */
	| { kind: 'extracted'; extracted: Extracted }
	/** An earlier run left it, and it has nothing to give. `young` if it could be this run's after all. */
	| { kind: 'passedOver'; young?: { error: ServiceError; isOtherRequest: boolean } }
	/** It failed because of single files; the others can go on. */
	| { kind: 'failedByFiles'; failures: FileFailures }
	| { kind: 'failed'; error: ServiceError };

const PASSED: Verdict = { kind: 'passedOver' };

/**
 * Checks that an extraction is the right one, waits until it ends or asks questions, and judges it.
 *
 * @throws ServiceError with the extraction's ID and how to get its rows at no cost
 */
export async function judge(run: BatchRun, submitted: Submitted): Promise<Verdict> {
	const { extractionId, mayBeEarlier } = submitted;
	let status = mayBeEarlier ? 'unknown' : undefined;
	const tell = async (): Promise<Verdict> => {
		if (!mayBeEarlier) return await followed(run, submitted);
		const details = await getExtractionDetails(run.api, extractionId);
		({ status } = details);
		const verdict =
			leftBehind(run, submitted, details) ?? (await checkedAndFollowed(run, submitted, details));
		if (verdict.kind === 'passedOver' && isTooOldToAsk(run.batch.request, details, submitted.sentAt))
			run.uploads.leave();
		return verdict;
	};
	return await explain(
		async () => await onceKnown(run.api, run.deadline, tell),
		async (error) => {
			if (isCutOff(error) && run.choice.cancelWhenStopped) await cancelBehind(run.api, extractionId);
			return withFreeWay(error, extractionId, status);
		},
	);
}

/** Passes over an extraction that an earlier run left failed or cancelled, whatever its files are: it has no rows. */
function leftBehind(
	run: BatchRun,
	{ files, sentAt, wasRefused }: Submitted,
	details: ExtractionDetails,
): Verdict | undefined {
	const { batch, choice } = run;
	const { status, error } = details;
	if (status === 'cancelled' && choice.extractAgain) return PASSED;
	if (status !== 'failed') return undefined;
	const earlier = leftByOther(batch.request, details, sentAt);
	const isRefusal = wasRefused && error?.code === 'INVALID_INPUT';
	const failure = outcomeError(details as ExtractionStatus);
	if (!failure || (!earlier && !isRefusal)) return undefined;
	// The same bytes fail in the same way again.
	const byFiles = choice.goOnWithoutFailedFiles ? failedByFiles(failure, files) : undefined;
	if (byFiles || !earlier?.isYoung) return byFiles ?? PASSED;
	return { kind: 'passedOver', young: { error: failure, isOtherRequest: earlier.isOtherRequest } };
}

/** Checks that an extraction of an earlier run has the same files. */
async function checkedAndFollowed(
	run: BatchRun,
	submitted: Submitted,
	details: ExtractionDetails,
): Promise<Verdict> {
	const { batch, outcome } = run;
	const covered = coveredFiles(details, batch.files, submitted.files);
	if (!covered) throw usedForOtherFiles(details, sessionNamesOf(batch.files), batch.files.length);
	const isNew = (file: SessionFile): boolean =>
		submitted.files.includes(file) || outcome.failedFiles.has(file);
	return covered.some(isNew) ? await followed(run, { ...submitted, files: covered }, details) : PASSED;
}

async function followed(run: BatchRun, submitted: Submitted, earlier?: ExtractionDetails): Promise<Verdict> {
	const { api, batch, choice, deadline } = run;
	const { extractionId, submissionId, files, sentAt } = submitted;
	const status = await waitForOutcome(api, extractionId, {
		deadline,
		acceptRecommendations: choice.questions === 'accept',
	});
	const isTaken = choice.takesProcessing && isProcessing(status);
	const failure = isTaken ? undefined : outcomeError(status);
	const error = isOutputExpired(status, sentAt) ? expiredError(extractionId) : failure;
	if (error?.code === 'OUTPUT_EXPIRED' && choice.extractAgain) return PASSED;
	// An earlier run's, and it failed only now.
	const left =
		earlier && leftBehind(run, submitted, { ...earlier, status: status.status, error: status.error });
	if (left) return left;
	if (error) {
		const byFiles = choice.goOnWithoutFailedFiles ? failedByFiles(error, files) : undefined;
		return byFiles ?? { kind: 'failed', error };
	}
	const taskName = earlier?.task_name ?? batch.request.task_name;
	const isEarlier =
		earlier !== undefined &&
		(wasThereBefore(earlier, sentAt) || (batch.hasOwnId && run.uploads.foundSentFiles));
	const differences = earlier ? differencesOf(batch, earlier) : [];
	return {
		kind: 'extracted',
		extracted: {
			batch,
			submissionId,
			status,
			files,
			taskName,
			isEarlier,
			createdAt: earlier?.created_at ?? undefined,
			differences,
		},
	};
}

/** In what an earlier request differs that somebody else may have made. Under a derived ID only values of expressions can differ. */
const differencesOf = ({ hasOwnId, isOfContents, request }: Batch, earlier: ExtractionDetails): string[] =>
	hasOwnId
		? // The ID says that all that decides is the same. The names of extractions may differ with the order of the files.
			differencesFrom(request, earlier).filter((name) => !isOfContents || name !== 'task_name')
		: [];

const sessionNamesOf = (files: SessionFile[]): string[] => files.map(({ sessionName }) => sessionName);

function failedByFiles(error: ServiceError, files: SessionFile[]): Verdict | undefined {
	const failures: FileFailures = error.failure.retryable ? new Map() : filesToBlame(error, files);
	return failures.size > 0 ? { kind: 'failedByFiles', failures } : undefined;
}

const isOutputExpired = ({ status, output_expires_at }: ExtractionStatus, now: number): boolean =>
	status === 'completed' && Date.parse(output_expires_at ?? '') <= now;

const expiredError = (extractionId: string): ServiceError =>
	serviceError('OUTPUT_EXPIRED', '', { extractionId });
