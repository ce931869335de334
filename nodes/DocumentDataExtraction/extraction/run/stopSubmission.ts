import { createClient, type ApiClient } from '../../api/http/client';
import { cancelExtraction, submitExtraction, type SubmissionRequest } from '../../api/extractions';
import { sleepUnlessStopped } from '../../api/http/sleep';
import { attempt } from '../../shared/attempt';

/** How long a stop waits for the work that it leaves in the background, in milliseconds. */
const STOP_GRACE_MS = 500;

/** Does the work with a client that outlives the execution. Waits a moment for it, then lets it go on in the background. */
async function behind(api: ApiClient, work: (outliving: ApiClient) => Promise<unknown>): Promise<void> {
	const done = attempt(async () => await work(await createClient(api.context, { signal: () => undefined })));
	await Promise.race([done, sleepUnlessStopped(STOP_GRACE_MS)]);
}

/** Cancels an extraction although the execution has been stopped. */
export const cancelBehind = async (api: ApiClient, extractionId: string): Promise<void> =>
	await behind(api, async (outliving) => await cancelExtraction(outliving, extractionId));

/**
 * A stop came before the response to a submission: finds out whether there is an extraction, and cancels it. Submitting the same again
 * returns its ID and starts nothing new.
 */
export const cancelSubmissionBehind = async (api: ApiClient, body: SubmissionRequest): Promise<void> =>
	await behind(api, async (outliving) => {
		const { extraction_id } = await submitExtraction(outliving, body, { retry: outliving.retry });
		await cancelExtraction(outliving, extraction_id);
	});
