import type { IExecuteFunctions } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import type { Outage } from '../../../api/http/retry';
import { hasCode, isServiceError, LOCAL_CODES, messageOf } from '../../../api/errors/ServiceError';
import { attempt } from '../../../shared/attempt';
import { concurrently } from '../../../shared/concurrently';
import type { Problem, Step } from '../../../shared/problems';
import { leftOutBy, type FileChoice } from '../fileChoice';
import { possibleNames } from '../fileNames';
import { openFile, type ItemFiles } from '../inputFiles';
import type { InputFile } from '../InputFile';
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
interface LinkJob {
	itemIndex: number;
	position: number;
	link: Link;
	fetched?: FetchedLink;
}

/** What is known of a file that did not come. */
function absentFile({ itemIndex, position }: LinkJob, { fileName, mimeType }: FetchedLink): InputFile {
	const about = { itemIndex, position, fieldName: FIELD, fileName, mimeType, bytes: 0 };
	const read = () => {
		throw new Error('The file was not fetched');
	};
	return { ...about, inOnePiece: false, read, digest: {} };
}

function problemWith(itemIndex: number, error: unknown): Problem {
	const about = { parameter: LINKS_PARAMETER, itemIndex };
	if (!isServiceError(error)) return { ...about, text: messageOf(error) };
	const { code, retryable } = error.failure;
	const text = describeFailure(error.failure).message;
	const nextStep: Step = (how) => describeFailure(error.failure, how).nextStep;
	return { ...about, text, nextStep, code, retryable };
}

/** Adds a file to the chosen, left-out or refused ones. */
async function sortFile(
	{ files, leftOut, refused }: ItemFiles,
	context: IExecuteFunctions,
	job: LinkJob,
	choice: FileChoice,
): Promise<void> {
	const { itemIndex, position, fetched } = job;
	if (!fetched) return;
	const { fileName, mimeType, file: got } = fetched;
	if (!got.ok) {
		const file = absentFile(job, fetched);
		const isOther = hasCode(got.error, LOCAL_CODES.linkUnsupported);
		// Whatever did not come at all must be reported, and its size is unknown.
		const by = isOther ? leftOutBy(choice, possibleNames(fileName, mimeType), 0) : undefined;
		if (by) leftOut.push({ ...file, by });
		else refused.push({ ...file, problem: problemWith(itemIndex, got.error) });
		return;
	}
	const place = { fieldName: FIELD, parameter: got.value };
	const opened = await attempt(async () => await openFile(context, itemIndex, position, place, got.value));
	if (!opened.ok) {
		refused.push({ ...absentFile(job, fetched), problem: problemWith(itemIndex, opened.error) });
		return;
	}
	const file = opened.value;
	const by = leftOutBy(choice, possibleNames(file.fileName, file.mimeType), file.bytes);
	if (by) leftOut.push({ ...file, by });
	else files.push(file);
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
	const planned = items.map(({ itemIndex, choice }) => ({
		itemIndex,
		choice,
		jobs: choice.links.map((link, position): LinkJob => ({ itemIndex, position, link })),
	}));
	const all = planned.flatMap(({ jobs }) => jobs);
	const outages = new Map<string, Outage>();
	await concurrently(all, LINKS_AT_ONCE, async (job) => {
		const { host } = job.link.url;
		const outage = outages.get(host) ?? { spentMs: 0 };
		outages.set(host, outage);
		job.fetched = await fetchLink(context, job.link, outage);
	});
	const byItem = new Map<number, ItemFiles>();
	for (const { itemIndex, choice, jobs } of planned) {
		const found: ItemFiles = { files: [], leftOut: [], refused: [], problems: [] };
		for (const job of jobs) await sortFile(found, context, job, choice);
		byItem.set(itemIndex, found);
	}
	return byItem;
}
