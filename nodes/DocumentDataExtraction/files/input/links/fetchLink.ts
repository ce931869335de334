import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { isServiceError, LOCAL_CODES, serviceError } from '../../../api/errors/ServiceError';
import { cancelledError, isCutOff } from '../../../api/http/cancelSignal';
import { pause } from '../../../api/http/sleep';
import { PATIENT, retrying, type Outage, type RetryPolicy } from '../../../api/http/retry';
import { openLink, shownAddress } from '../../../api/links/openLink';
import { attempt, explain, type Attempt } from '../../../shared/attempt';
import { MINUTE_MS } from '../../../shared/time';
import type { Link } from './Link';
import { linkFileName } from './linkFileName';
import { receiveFile, saidType } from './receiveFile';

/** Another try begins with the link itself: what it redirects to may be good for a moment only. */
export const LINK_RETRY: RetryPolicy = { ...PATIENT, maxAskedPauseMs: MINUTE_MS };

/** A server may send its headers, or a file, as slowly as it likes. In milliseconds for each try. */
export const LONGEST_FETCH = { ms: 60 * 60_000 };

/** What is known of the file behind a link, also if it could not be fetched. */
export interface FetchedLink {
	fileName: string;
	/** From its server or its first bytes; empty if it is unknown. */
	mimeType: string;
	/** The file in n8n's binary store, or why there is none. */
	file: Attempt<IBinaryData>;
}

/** Names the link in an error that is about an address it led to. */
function ofLink({ url }: Link, error: unknown): unknown {
	if (!isServiceError(error)) return error;
	const given = shownAddress(url);
	const message = error.message.includes(given) ? error.message : `${given}, ${error.message}`;
	return error.with({ message, retryAfterMs: undefined });
}

/**
 * Fetches the file behind a link. Retries failures that may pass.
 *
 * @param outage of its server
 * @throws ServiceError `EXECUTION_CANCELLED` when the execution is stopped; nothing else
 */
export async function fetchLink(
	context: IExecuteFunctions,
	link: Link,
	outage: Outage,
): Promise<FetchedLink> {
	const signal = context.getExecutionCancelSignal();
	const fetched: Omit<FetchedLink, 'file'> = { fileName: linkFileName(link), mimeType: '' };

	async function fetchOnce(): Promise<IBinaryData> {
		const late = AbortSignal.timeout(LONGEST_FETCH.ms);
		const either = signal ? AbortSignal.any([signal, late]) : late;
		const fetch = async (): Promise<IBinaryData> => {
			const opened = await openLink(context, link.url, either);
			fetched.fileName = linkFileName(link, opened);
			fetched.mimeType = saidType(opened.headers);
			return await receiveFile(context, opened, fetched.fileName, (mimeType) => {
				fetched.mimeType = mimeType;
			});
		};
		return await explain(fetch, (error) => {
			if (signal?.aborted) return cancelledError();
			return late.aborted ? serviceError(LOCAL_CODES.linkFailed, 'it took more than an hour') : error;
		});
	}

	const file = await attempt(
		async () =>
			await retrying(fetchOnce, LINK_RETRY, { sleep: async (ms) => await pause(ms, signal), outage }),
	);
	if (!file.ok && isCutOff(file.error)) throw file.error;
	return { ...fetched, file: file.ok ? file : { ok: false, error: ofLink(link, file.error) } };
}
