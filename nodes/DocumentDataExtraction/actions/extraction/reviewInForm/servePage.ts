import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import { isServiceError, type ServiceError } from '../../../api/errors/ServiceError';
import type { DecidedRow } from '../../../extraction/review/judge';
import { countRows, readDoubts } from '../../../extraction/review/readRows';
import { reviewedItems } from '../../../extraction/review/reviewedRows';
import { messagePage } from '../../../pages/messagePages';
import type { Page } from '../../../pages/page';
import { gonePage, letsGoOn } from '../../../pages/review/gonePage';
import { EXTRACTION_FIELD } from '../../../pages/review/postedReview';
import type { FindDocument } from '../../../pages/review/sourceList';
import { parkedOptions } from '../../../parameters/personWait';
import { attempt } from '../../../shared/attempt';
import { MINUTE_MS } from '../../../shared/time';
import type { PageAnswer, PageRun } from '../../operation';
import { parkedItems, unchanged } from '../../person';
import { Taken } from '../../Taken';
import { reviewDocuments, type Documents } from './documents';
import { linksToNothing } from './links';
import { options, parkedReviewInput, type ReviewInput } from './parameters';
import { answerPost, firstReviewPage, type Review } from './review';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';

/** How long a link to a document works: as long as a person may keep the page open. */
const LINK_LIFETIME = '12 hours';

/**
 * The reviews that somebody has finished: n8n lets only the first of two go on, but both would be thanked. Kept for as long as n8n takes to
 * mark an execution as running. If it could not go on, somebody may hand the review in again.
 */
const finished = new Taken(MINUTE_MS);

/** Codes that say that there are no rows to review any more. */
const NO_ROWS_CODES = new Set(['EXTRACTION_NOT_FOUND', 'OUTPUT_EXPIRED', 'OUTPUT_NOT_AVAILABLE']);

/** Links of n8n's own, to files in its store. */
const linksTo =
	(context: IWebhookFunctions, documents: Documents): FindDocument =>
	(source) => {
		const file = documents.fileOf(source);
		if (!file) return undefined;
		const { data, fileName } = file;
		const url = data.id ? context.helpers.createBinarySignedUrl(data, LINK_LIFETIME) : undefined;
		return { fileName, url };
	};

function thanks(decided: Iterable<DecidedRow>): Page {
	const counts = { accepted: 0, corrected: 0, rejected: 0 };
	for (const { decision } of decided) counts[decision]++;
	const told = Object.entries(counts).filter(([, count]) => count > 0);
	const text = told.map(([decision, count]) => `${count} ${decision}`).join(', ');
	const rows = text === '' ? '' : `Rows: ${text}. `;
	return messagePage('Thank You', `${rows}The workflow continues. You can close this page.`);
}

const TOO_LATE = messagePage(
	'Already Reviewed',
	'Someone else has just finished this review, and the workflow continues with it. Your decisions were not used.',
	409,
);

const UNREVIEWED_PAGE = messagePage(
	'The Workflow Continues',
	'The rows were not reviewed. The workflow continues with its input items. You can close this page.',
);

/** The parked execution: its items, and what they name. */
interface Parked extends ReviewInput {
	items: INodeExecutionData[];
}

function parkedIn(context: IWebhookFunctions): Parked {
	const items = parkedItems(context);
	return { items, ...parkedReviewInput(context, items.length) };
}

/** The page for rows that cannot be read any more, and for the person who lets the workflow go on without them. */
function withoutRows(
	{ failure }: ServiceError,
	{ context, posted }: PageRun,
	{ extractionId }: Parked,
): PageAnswer {
	if (posted && letsGoOn(posted) && posted.get(EXTRACTION_FIELD) === extractionId)
		return { page: UNREVIEWED_PAGE, outputs: unchanged(context) };
	return { page: gonePage(describeFailure(failure).message, extractionId, posted) };
}

async function takeReview(
	{ context, api, posted }: PageRun,
	{ items, extractionId, named, others }: Parked,
): Promise<PageAnswer> {
	const combined = keepsFilesInJson(context);
	const documents = reviewDocuments(items, named, combined);
	const extraction = { extractionId, scope: parkedOptions(context, options).scope };
	const doubts = await readDoubts(api, extraction, await countRows(api, extraction));
	const shown: Review = { api, extraction, doubts, findDocument: linksTo(context, documents) };
	if (!posted) return { page: await firstReviewPage(shown) };
	const answered = await answerPost(shown, posted);
	if ('page' in answered) return answered;
	const review = [context.getExecutionId(), context.getNode().id, extractionId].join(' ');
	if (!finished.take(review)) return { page: TOO_LATE };
	const { rows, decided } = answered.reviewed;
	const reviewed = { rows, concerns: doubts.concerns, decided };
	const linkRow = linksToNothing(context);
	const whole = others.length > 0 ? unchanged(context).main : [];
	const passedOn = others.map((index) => ({ ...whole[index]!, pairedItem: linkRow(undefined) }));
	return {
		page: thanks(decided.values()),
		outputs: { main: [...reviewedItems(reviewed, linkRow), ...passedOn] },
	};
}

/** Shows the rows to review, and takes the decisions about them. What was typed survives a service that is away. */
export async function servePage(run: PageRun): Promise<PageAnswer> {
	const parked = parkedIn(run.context);
	const answered = await attempt(async () => await takeReview(run, parked));
	if (answered.ok) return answered.value;
	const { error } = answered;
	if (!isServiceError(error) || !NO_ROWS_CODES.has(error.code)) throw error;
	return withoutRows(error, run, parked);
}
