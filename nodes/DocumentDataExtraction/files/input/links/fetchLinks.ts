import type { IExecuteFunctions } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import type { Outage } from '../../../api/http/retry';
import { hasCode, isServiceError, LOCAL_CODES, messageOf } from '../../../api/errors/ServiceError';
import { attempt } from '../../../shared/attempt';
import { concurrently } from '../../../shared/concurrently';
import type { Problem, Step } from '../../../shared/problems';
import { leftOutBy, type FileChoice } from '../fileChoice';
import { addFile, noFiles, openFile, type ItemFiles } from '../inputFiles';
import { fetchLink, type FetchedLink } from './fetchLink';
import { LINKS_PARAMETER, type Link } from './Link';

/** Some servers take few connections of one client, and a store may keep what arrives in memory. */
const LINKS_AT_ONCE = 5;

/** The binary field for the file of a link. n8n's own nodes use the same name. */
const FIELD = 'data';

/** The links of one item, and which of their files are wanted. */
export interface ItemLinks {
	itemIndex: number;
	choice: FileChoice & { links: Link[] };
}

/** A link of an item, with its place among them. */
interface LinkJob extends Pick<ItemLinks, 'itemIndex' | 'choice'> {
	position: number;
	link: Link;
	fetched?: FetchedLink;
}

const notFetched = (): never => {
	throw new Error('The file was not fetched');
};

function problemWith(itemIndex: number, error: unknown): Problem {
	const about = { parameter: LINKS_PARAMETER, itemIndex };
	if (!isServiceError(error)) return { ...about, text: messageOf(error) };
	const { code, retryable } = error.failure;
	const text = describeFailure(error.failure).message;
	const nextStep: Step = (how) => describeFailure(error.failure, how).nextStep;
	return { ...about, text, nextStep, code, retryable };
}

/** Adds a file to the chosen, left-out or refused ones. */
async function sortFile(found: ItemFiles, context: IExecuteFunctions, job: LinkJob): Promise<void> {
	const { itemIndex, position, choice, fetched } = job;
	if (!fetched) return;
	const { file: got, ...about } = fetched;
	const at = { itemIndex, position, fieldName: FIELD };
	const opened = got.ok ? await attempt(async () => await openFile(context, at, got.value)) : got;
	if (opened.ok) {
		addFile(found, choice, opened.value);
		return;
	}
	const file = { ...at, ...about, bytes: 0, inOnePiece: false, read: notFetched, digest: {} };
	// Whatever did not come at all must be reported, and its size is unknown.
	const by = hasCode(opened.error, LOCAL_CODES.linkUnsupported) ? leftOutBy(choice, file) : undefined;
	if (by) found.leftOut.push({ ...file, by });
	else found.refused.push({ ...file, problem: problemWith(itemIndex, opened.error) });
}

/**
 * Fetches the files behind the links of some items, several at once.
 *
 * @returns the files of each item by its index, in the order of its links
 * @throws ServiceError `EXECUTION_CANCELLED` when the execution is stopped. What is wrong with a link comes with its item
 */
export async function fetchLinks(
	context: IExecuteFunctions,
	items: ItemLinks[],
): Promise<Map<number, ItemFiles>> {
	const jobs = items.flatMap(({ itemIndex, choice }) =>
		choice.links.map((link, position): LinkJob => ({ itemIndex, choice, position, link })),
	);
	const outages = new Map<string, Outage>();
	await concurrently(jobs, LINKS_AT_ONCE, async (job) => {
		const { host } = job.link.url;
		const outage = outages.get(host) ?? { spentMs: 0 };
		outages.set(host, outage);
		job.fetched = await fetchLink(context, job.link, outage);
	});
	const byItem = new Map(items.map(({ itemIndex }) => [itemIndex, noFiles()]));
	for (const job of jobs) await sortFile(byItem.get(job.itemIndex)!, context, job);
	return byItem;
}
