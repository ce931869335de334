import { attempt, type Attempt } from '../../../api/ServiceError';
import { blamed } from '../../../extraction/blame';
import { extract, type Batch, type Extracted } from '../../../extraction/extract';
import { concurrently } from '../../../files/concurrently';
import { uploadPool } from '../../../files/upload';
import type { Outputs, Run } from '../../operation';
import type { Group } from './groups';
import type { OutputChoice } from './outputChoice';
import { outputsOf } from './outputs';

/** Extractions under way at once: enough to use the waiting time, few enough not to hit the service's own limit. */
const EXTRACTIONS_AT_ONCE = 5;

/** One extraction to make, and what came of it. */
export interface Job {
	group: Group;
	batch: Batch;
	result?: Attempt<{ extracted: Extracted; outputs: Outputs }>;
}

/**
 * Makes the extractions, several at a time. A failure ends all unless the node continues on fail.
 *
 * @throws ServiceError with the item it is about, where it is about one
 */
export async function runJobs({ context, api }: Run, jobs: Job[], choice: OutputChoice): Promise<void> {
	const pool = uploadPool();
	await concurrently(jobs, EXTRACTIONS_AT_ONCE, async (job) => {
		const { parameters, skipped } = job.group;
		const result = await attempt(async () => {
			const extracted = await extract(api, job.batch, pool, {
				maximumWaitMs: parameters.maximumWaitMs,
				acceptRecommendations: parameters.questions === 'accept',
				cancelWhenStopped: parameters.cancelWhenStopped,
			});
			const { submissionId } = parameters;
			const request = { choice, skippedFiles: skipped, hasOwnId: submissionId !== '' };
			return { extracted, outputs: await outputsOf(api, context, extracted, request) };
		});
		job.result = result.ok ? result : { ok: false, error: blamed(result.error, job.batch.files) };
		if (!job.result.ok && !context.continueOnFail()) throw job.result.error;
	});
}
