import { cancelExtraction, getExtractionDetails } from '../../api/endpoints/extractions';
import { isCutOff } from '../../api/errors/ServiceError';
import { type ExtractionDetails, isTerminal } from '../../api/schemas/extractions';
import type { SessionFile } from '../../files/input/InputFile';
import { attempt, explain } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';
import { LAG_MS, untilKnown } from '../status/untilKnown';
import { askStatus, type AskedStatus } from '../status/wait';
import { isProcessing, outcomeError, withExtraction } from '../status/outcome';
import { claimOf, isTooOldToAsk, wasThereBefore, type ThisExecution } from '../request/claim';
import { waitForOutcome } from './waitForOutcome';
import { namesOfRun, withNamesOfRun, type NamesOfRun } from '../rows/namesOfRun';
import { coveredIn, differencesOf, type Batch, type BatchRun, type End } from './batch';
import { behind, byServiceClock, type Holder } from './submission';

/**
 * Checks that an extraction is the right one, and waits until it ends or asks questions. If the service does not know it yet, asks
 * again for a while.
 *
 * @param named the files that the submission named
 * @throws ServiceError with the extraction's ID and how to get its rows at no cost
 */
export async function follow(run: BatchRun, holder: Holder, named: SessionFile[]): Promise<End> {
	const { api, batch, choice, deadline, outcome, session, whole } = run;
	const { extractionId, mayBeEarlier, sentAt, submissionId } = holder;
	const { files, request } = batch;
	let earlier: ExtractionDetails | undefined;
	const tell = async (): Promise<End> => {
		if (!mayBeEarlier) return await endOf(run, holder, named);
		const execution = inExecution(run);
		const isOfContents = batch.idFrom === 'files';
		const covered = coveredIn(outcome);
		const want = { request, files, named, covered, whole, isOfContents, sentAt, execution };
		const asked = attempt(async () => {
			earlier = await getExtractionDetails(api, extractionId);
			return { details: earlier, claim: claimOf(want, earlier) };
		});
		// Of a series, all before the last have failed.
		const beside = submissionId === batch.id ? statusBeside(run, extractionId) : undefined;
		const claimed = await asked;
		if (!claimed.ok || claimed.value.claim.kind === 'next') beside?.cut();
		if (!claimed.ok) throw claimed.error;
		const { details, claim } = claimed.value;
		if (claim.kind === 'next') {
			if (isTooOldToAsk(request, details, sentAt)) session.leave();
			const names = namesIn(batch, named, details);
			const error = claim.error?.with({ details: withNamesOfRun(claim.error.failure.details, names) });
			return { ...claim, error, extractionId };
		}
		// For all tries in this execution: whoever cancels it while they wait for it must not be charged for another one.
		if (execution && !isTerminal(details.status) && wasThereBefore(details, execution.startedAt))
			execution.waitedFor.push(extractionId);
		return await endOf(run, holder, claim.files, { earlier: details, first: beside?.asked });
	};
	return await explain(
		async () => await untilKnown(api, Math.min(steadyNow() + LAG_MS, deadline), tell),
		async (error) => {
			if (isCutOff(error) && choice.cancelWhenStopped)
				await behind(api, async (outliving) => await cancelExtraction(outliving, extractionId));
			return withExtraction(error, extractionId, mayBeEarlier ? earlier?.status : 'processing');
		},
	);
}

/**
 * Asks for the status beside what the ID was used for: most extractions are this run's own, and the two requests take the time of one.
 *
 * @returns the request, and what ends it if the extraction is another one
 */
function statusBeside({ api, deadline }: BatchRun, extractionId: string) {
	const controller = new AbortController();
	const signal = AbortSignal.any([controller.signal, ...(api.signal ? [api.signal] : [])]);
	const leftMs = Math.max(0, Math.round(deadline - steadyNow()));
	return { asked: askStatus(api, extractionId, { leftMs, signal }), cut: () => controller.abort() };
}

/** The execution by the service's clock, if what earlier ones left without rows is to be extracted again. */
function inExecution({ api, batch, choice }: BatchRun): ThisExecution | undefined {
	const { execution } = choice;
	// With an own ID or an execution, a new one is easy to get. The ID of file contents never changes.
	return execution && batch.idFrom === 'files' ? byServiceClock(api, execution) : undefined;
}

/** What this run calls the files, if the service may know them by the names of an earlier run. */
const namesIn = ({ idFrom }: Batch, files: SessionFile[], earlier?: ExtractionDetails): NamesOfRun =>
	earlier && idFrom === 'files' ? namesOfRun(earlier, files) : new Map();

/** @param known what is known of it, if it may be an earlier run's, and the request for its status */
async function endOf(
	run: BatchRun,
	{ extractionId, sentAt, submissionId }: Holder,
	files: SessionFile[],
	{ earlier, first }: { earlier?: ExtractionDetails; first?: AskedStatus } = {},
): Promise<End> {
	const { batch, choice } = run;
	const names = namesIn(batch, files, earlier);
	const status = withNamesOfRun(await waitForOutcome(run, extractionId, first), names);
	const error = choice.takesProcessing && isProcessing(status) ? undefined : outcomeError(status);
	if (error) return { kind: 'failed', error };
	return {
		kind: 'extracted',
		extracted: {
			batch,
			submissionId,
			status,
			files,
			names,
			taskName: earlier?.task_name ?? batch.request.task_name,
			isEarlier: earlier !== undefined && wasThereBefore(earlier, sentAt),
			createdAt: earlier?.created_at ?? undefined,
			differences: earlier ? differencesOf(batch, earlier) : [],
		},
	};
}
