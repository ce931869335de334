import { cancelExtraction, getExtractionDetails } from '../../api/endpoints/extractions';
import { pause } from '../../api/rate/sleep';
import { LIMITS } from '../../api/limits';
import { hasCode, isCutOff, type ServiceError } from '../../api/errors/ServiceError';
import { type ExtractionDetails, type ExtractionStatus, isTerminal } from '../../api/schemas/extractions';
import type { SessionFile } from '../../files/input/InputFile';
import { attempt, explain } from '../../shared/attempt';
import { MINUTE_MS, steadyNow } from '../../shared/time';
import { isProcessing, outcomeError, withExtraction } from '../status/outcome';
import { recommendedAnswers } from '../questions/answers';
import { ANSWERS_PER_REQUEST, sendAnswers } from '../questions/sendAnswers';
import { claimOf, isTooOldToAsk, wasThereBefore, type Next, type ThisExecution } from '../request/claim';
import { waitForExtraction } from '../status/wait';
import { coveredIn, differencesOf, type BatchRun, type Extracted } from './batch';
import { behind, type Holder } from './submission';

/** Another server of the service may lag this far behind the one that accepted a submission. */
const LAG_MS = MINUTE_MS;

/** If questions come back this often, accepting the recommendation does not settle them. */
const ROUNDS_OF_QUESTIONS = 20;

/** What came of an extraction for the files of its batch. */
type End =
	/** It has rows, or questions. */
	| { kind: 'extracted'; extracted: Extracted }
	| Next
	/** It should have rows, and has none. */
	| { kind: 'failed'; error: ServiceError };

/**
 * Checks that an extraction is the right one, and waits until it ends or asks questions. If the service does not know it yet, asks
 * again for a while.
 *
 * @param named the files that the submission named
 * @throws ServiceError with the extraction's ID and how to get its rows at no cost
 */
export async function follow(run: BatchRun, holder: Holder, named: SessionFile[]): Promise<End> {
	const { api, batch, choice, deadline, outcome, session, whole } = run;
	const { extractionId, mayBeEarlier, sentAt } = holder;
	const { files, request } = batch;
	let earlier: ExtractionDetails | undefined;
	const tell = async (): Promise<End> => {
		if (!mayBeEarlier) return await endOf(run, holder, named);
		earlier = await getExtractionDetails(api, extractionId);
		const execution = executionOf(run);
		const want = { request, files, named, covered: coveredIn(outcome), whole, sentAt, execution };
		const claim = claimOf(want, earlier);
		if (claim.kind === 'next') {
			if (isTooOldToAsk(request, earlier, sentAt)) session.leave();
			return claim;
		}
		// For all tries in this execution: whoever cancels it while they wait for it must not be charged for another one.
		if (execution && !isTerminal(earlier.status) && wasThereBefore(earlier, execution.startedAt))
			execution.waitedFor.push(extractionId);
		return await endOf(run, holder, claim.files, earlier);
	};
	const end = Math.min(steadyNow() + LAG_MS, deadline);
	return await explain(
		async () => {
			for (let pauseMs = LIMITS.pollPauseMs; ; pauseMs *= 2) {
				const told = await attempt(tell);
				if (told.ok) return told.value;
				if (!hasCode(told.error, 'EXTRACTION_NOT_FOUND') || steadyNow() + pauseMs > end) throw told.error;
				await pause(pauseMs, api.signal);
			}
		},
		async (error) => {
			if (isCutOff(error) && choice.cancelWhenStopped)
				await behind(api, async (outliving) => await cancelExtraction(outliving, extractionId));
			return withExtraction(error, extractionId, mayBeEarlier ? earlier?.status : 'processing');
		},
	);
}

/** The execution by the service's clock, if what earlier ones left without rows is to be extracted again. */
function executionOf({ api, batch, choice }: BatchRun): ThisExecution | undefined {
	const { execution } = choice;
	// Whoever chose an ID or the execution gets another one by choosing again. Files stay the same.
	if (!execution || batch.idFrom !== 'files') return undefined;
	const now = Date.now();
	return { ...execution, startedAt: execution.startedAt + (api.serviceTime() ?? now) - now };
}

/** @param earlier what is known of it, if it may be an earlier run's */
async function endOf(
	run: BatchRun,
	{ extractionId, sentAt, submissionId }: Holder,
	files: SessionFile[],
	earlier?: ExtractionDetails,
): Promise<End> {
	const { batch, choice } = run;
	const status = await waitForOutcome(run, extractionId);
	const error = choice.takesProcessing && isProcessing(status) ? undefined : outcomeError(status);
	if (error) return { kind: 'failed', error };
	return {
		kind: 'extracted',
		extracted: {
			batch,
			submissionId,
			status,
			files,
			taskName: earlier?.task_name ?? batch.request.task_name,
			isEarlier: earlier !== undefined && wasThereBefore(earlier, sentAt),
			createdAt: earlier?.created_at ?? undefined,
			differences: earlier ? differencesOf(batch, earlier) : [],
		},
	};
}

/** Waits until it has ended or asks questions. If the user wants it, accepts recommendations; a question without one is left to a person. */
async function waitForOutcome(
	{ api, choice, deadline }: BatchRun,
	extractionId: string,
): Promise<ExtractionStatus> {
	for (let rounds = 0; ;) {
		const status = await waitForExtraction(api, extractionId, { deadline });
		if (choice.questions !== 'accept' || status.status !== 'input_required') return status;
		const questions = status.questions ?? [];
		const answers = recommendedAnswers(questions).slice(0, ANSWERS_PER_REQUEST);
		const leftMs = deadline - steadyNow();
		if (questions.length === 0 && leftMs > 0) {
			// It waits for answers but lists no question yet: they are still to come.
			await pause(Math.min(leftMs, LIMITS.pollPauseMs), api.signal);
		} else if (answers.length === 0 || rounds++ >= ROUNDS_OF_QUESTIONS) {
			return status;
		} else {
			await sendAnswers(api, extractionId, answers, { before: status });
		}
	}
}
