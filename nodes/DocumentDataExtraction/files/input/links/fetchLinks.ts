import type { IExecuteFunctions } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import {
	isCutOff,
	isServiceError,
	LOCAL_CODES,
	messageOf,
	serviceError,
} from '../../../api/errors/ServiceError';
import { PATIENT, retrying, type Outage, type RetryPolicy } from '../../../api/http/retry';
import { pause } from '../../../api/rate/sleep';
import { shownAddress } from '../../../api/links/openLink';
import { attempt, concurrently } from '../../../shared/attempt';
import type { Problem } from '../../../shared/problems';
import { MINUTE_MS } from '../../../shared/time';
import type { FoundFile } from '../InputFile';
import { absentFile, openFile } from '../inputFiles';
import { LINKS_PARAMETER, type Link } from '../Link';
import { linkFileName } from './linkFileName';
import { fetchLink, type About } from './fetchLink';
import { getOrAdd } from '../../../shared/json';

/** Some servers take few connections of one client, and a store may keep what arrives in memory. */
const LINKS_AT_ONCE = 5;

/** The binary field for the file of a link. n8n's own nodes use the same name. */
const FILE_FIELD = 'data';

/** Another try begins with the link itself: what it redirects to may be good for a moment only. */
export const LINK_RETRY: RetryPolicy = { ...PATIENT, maxAskedPauseMs: MINUTE_MS };

/** The problem with a link. It names the link, also if an address that the link led to failed. */
function linkProblem({ url }: Link, itemIndex: number, error: unknown): Problem {
	const { failure } = isServiceError(error) ? error : serviceError(LOCAL_CODES.storeFailed, messageOf(error));
	const given = shownAddress(url);
	const message = failure.message.includes(given) ? failure.message : `${given}, ${failure.message}`;
	const about = { ...failure, message, retryAfterMs: undefined };
	return {
		parameter: LINKS_PARAMETER,
		itemIndex,
		text: describeFailure(about).message,
		nextStep: (how) => describeFailure(about, how).nextStep,
		code: failure.code,
		retryable: failure.retryable,
	};
}

/** The links of one item. */
export interface ItemLinks {
	itemIndex: number;
	links: Link[];
}

/**
 * Fetches the files behind the links of some items, several at once. Retries failures that may pass.
 *
 * @returns the files of each item by its index, in the order of its links
 * @throws ServiceError `EXECUTION_CANCELLED` when the execution is stopped. What is wrong with a link comes with its file
 */
export async function fetchLinks(
	context: IExecuteFunctions,
	items: ItemLinks[],
): Promise<Map<number, FoundFile[]>> {
	const signal = context.getExecutionCancelSignal();
	const outages = new Map<string, Outage>();
	const found = new Map(items.map(({ itemIndex }) => [itemIndex, [] as FoundFile[]]));
	const jobs = items.flatMap(({ itemIndex, links }) =>
		links.map((link, position) => ({ link, place: { itemIndex, position, fieldName: FILE_FIELD } })),
	);
	await concurrently(jobs, LINKS_AT_ONCE, async ({ link, place }) => {
		const outage = getOrAdd(outages, link.url.host, () => ({ spentMs: 0 }));
		const about: About = { fileName: linkFileName(link), mimeType: '', contents: 'other' };
		const file = await attempt(async () => {
			const fetchOnce = async () => await fetchLink(context, link, about);
			const sleep = async (ms: number) => await pause(ms, signal);
			return await openFile(context, place, await retrying(fetchOnce, LINK_RETRY, { sleep, outage }));
		});
		if (!file.ok && isCutOff(file.error)) throw file.error;
		const absent = (error: unknown): FoundFile => {
			const problem = linkProblem(link, place.itemIndex, error);
			return absentFile({ ...place, ...about, problem }, new Error('The file was not fetched'));
		};
		found.get(place.itemIndex)![place.position] = file.ok ? file.value : absent(file.error);
	});
	return found;
}
