import { getExtractionDetails, isTerminal } from '../../api/extractions';
import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/http/sleep';
import { LIMITS } from '../../api/limits';
import { hasCode, isCutOff, serviceError, type ServiceError } from '../../api/errors/ServiceError';
import type { ExtractionDetails } from '../../api/schemas/extractions';
import type { SessionFile } from '../../files/input/InputFile';
import { attempt, explain } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';
import { outcomeError } from '../outcome';
import {
	claimOf,
	isOutputExpired,
	isTooOldToAsk,
	wasThereBefore,
	type Next,
	type Wanted,
} from '../request/claim';
import { differencesFrom } from '../request/compare';
import { isProcessing } from '../stillProcessing';
import { waitForOutcome } from '../waitForOutcome';
import { withFreeWay } from './afterSubmission';
import { coveredIn, type Batch, type BatchRun, type Extracted } from './batch';
import { cancelBehind } from './stopSubmission';
import type { Submitted } from './submission';

/** Another server of the service may lag this far behind the one that accepted a submission. */
const LAG_MS = 60_000;

/** What came of an extraction for the files of its batch. */
export type End =
	/** It has rows, or questions. */
	| { kind: 'extracted'; extracted: Extracted }
	| Next
	/** It should have rows of these files, and has none. */
	| { kind: 'failed'; error: ServiceError; files: SessionFile[] };

/**
 * Asks about an extraction that the service has just accepted. If the service does not know it yet, asks again for a while.
 *
 * @param deadline until when to ask at most, by `steadyNow`
 */
async function onceKnown<T>(
	api: Pick<ApiClient, 'signal'>,
	deadline: number,
	ask: () => Promise<T>,
): Promise<T> {
	const until = Math.min(steadyNow() + LAG_MS, deadline);
	for (let pauseMs = LIMITS.pollPauseMs; ; pauseMs *= 2) {
		const asked = await attempt(ask);
		if (asked.ok) return asked.value;
		if (!hasCode(asked.error, 'EXTRACTION_NOT_FOUND') || steadyNow() + pauseMs > until) throw asked.error;
		await pause(pauseMs, api.signal);
	}
}

/**
 * Checks that an extraction is the right one, and waits until it ends or asks questions.
 *
 * @throws ServiceError with the extraction's ID and how to get its rows at no cost
 */
export async function follow(run: BatchRun, submitted: Submitted): Promise<End> {
	const { extractionId, mayBeEarlier } = submitted;
	let status = mayBeEarlier ? 'unknown' : undefined;
	const tell = async (): Promise<End> => {
		if (!mayBeEarlier) return await waited(run, submitted, submitted.named);
		const details = await getExtractionDetails(run.api, extractionId);
		({ status } = details);
		const want = wantedOf(run, submitted);
		const claim = claimOf(want, details);
		if (claim.kind === 'refuse') throw claim.error;
		keepAwaited(want, details);
		const end = claim.kind === 'next' ? claim : await waited(run, submitted, claim.files, details);
		if (end.kind === 'next' && isTooOldToAsk(run.batch.request, details, submitted.sentAt))
			run.session.leave();
		return end;
	};
	return await explain(
		async () => await onceKnown(run.api, run.deadline, tell),
		async (error) => {
			if (isCutOff(error) && run.choice.cancelWhenStopped) await cancelBehind(run.api, extractionId);
			return withFreeWay(error, extractionId, status);
		},
	);
}

function wantedOf(
	{ api, batch, choice, outcome }: BatchRun,
	{ named, sentAt, wasRefused }: Submitted,
): Wanted<SessionFile> {
	const { files, idFrom, request } = batch;
	const now = Date.now();
	// Extractions have times of the service's clock. The clock of this machine need not be right.
	const aheadMs = (api.serviceTime() ?? now) - now;
	const { execution } = choice;
	return {
		request,
		files,
		named,
		covered: coveredIn(outcome),
		sentAt,
		wasRefused,
		// Whoever chose an ID or the execution gets another one by choosing again. Files stay the same.
		execution:
			idFrom === 'files' && execution
				? { ...execution, startedAt: execution.startedAt + aheadMs }
				: undefined,
	};
}

/** Keeps for all tries in this execution that it waits for an extraction of an earlier one. */
function keepAwaited({ execution }: Wanted<SessionFile>, details: ExtractionDetails): void {
	const { extraction_id, status } = details;
	if (!execution || isTerminal(status) || !wasThereBefore(details, execution.startedAt)) return;
	if (!execution.waitedFor.includes(extraction_id)) execution.waitedFor.push(extraction_id);
}

/** @param earlier what is known of it, if it may be an earlier run's */
async function waited(
	run: BatchRun,
	submitted: Submitted,
	files: SessionFile[],
	earlier?: ExtractionDetails,
): Promise<End> {
	const { api, batch, choice, deadline } = run;
	const { extractionId, submissionId, sentAt } = submitted;
	const status = await waitForOutcome(api, extractionId, {
		deadline,
		acceptRecommendations: choice.questions === 'accept',
	});
	const isTaken = choice.takesProcessing && isProcessing(status);
	const error = isTaken
		? undefined
		: isOutputExpired(status, sentAt)
			? expired(extractionId)
			: outcomeError(status);
	if (earlier) {
		// An earlier run's may have failed only now.
		const { output_expires_at = earlier.output_expires_at } = status;
		const now = { ...earlier, status: status.status, error: status.error, output_expires_at };
		const claim = claimOf(wantedOf(run, submitted), now);
		if (claim.kind === 'next') return claim;
	}
	if (error) return { kind: 'failed', error, files };
	// One that is only seconds old is this run's, unless its files were there before and it was no longer processing when it was found.
	const isEarlier =
		earlier !== undefined &&
		(wasThereBefore(earlier, sentAt) ||
			(batch.idFrom !== undefined && run.session.foundSentFiles && earlier.status !== 'processing'));
	return {
		kind: 'extracted',
		extracted: {
			batch,
			submissionId,
			status,
			files,
			taskName: earlier?.task_name ?? batch.request.task_name,
			isEarlier,
			createdAt: earlier?.created_at ?? undefined,
			differences: earlier ? differencesOf(batch, earlier) : [],
		},
	};
}

/** In what an earlier request differs that somebody else may have made. Under a derived ID only values of expressions can differ. */
const differencesOf = ({ idFrom, request }: Batch, earlier: ExtractionDetails): string[] =>
	idFrom
		? // The ID says that all that decides is the same. The names of extractions may differ with the order of the files.
			differencesFrom(request, earlier).filter((name) => idFrom === 'own' || name !== 'task_name')
		: [];

const expired = (extractionId: string): ServiceError => serviceError('OUTPUT_EXPIRED', '', { extractionId });
