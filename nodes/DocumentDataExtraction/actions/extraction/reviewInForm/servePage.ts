import { describeFailure } from '../../../api/errors/describeFailure';
import { isServiceError } from '../../../api/errors/ServiceError';
import { getExtractionStatus } from '../../../api/extractions';
import { countRows, doubtsIn } from '../../../extraction/review/doubts';
import type { DecidedRow } from '../../../extraction/review/judge';
import { messagePage } from '../../../pages/messagePages';
import type { Page } from '../../../pages/page';
import { gonePage, letsGoOn } from '../../../pages/review/reviewPage';
import { parkedOptions } from '../../../parameters/waits';
import { attempt } from '../../../shared/attempt';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';
import type { PageAnswer, PageRun } from '../../operation';
import { unchanged } from '../../person';
import { reviewDocuments } from './documents';
import { options, parkedReviewInput, type ReviewInput } from './parameters';
import { answerPost, firstReviewPage, type Review } from './review';
import { linksToNothing, reviewedItems } from './reviewedItems';

/** How long a link to a document works: as long as a person may keep the page open. */
const LINK_LIFETIME = '12 hours';

/** Codes that say that there are no rows to review any more. */
const NO_ROWS_CODES = new Set(['EXTRACTION_NOT_FOUND', 'OUTPUT_EXPIRED', 'OUTPUT_NOT_AVAILABLE']);

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

async function openReview({ context, api }: PageRun, input: ReviewInput): Promise<Review> {
	const { items, extractionId, named } = input;
	const documents = reviewDocuments(items, named, keepsFilesInJson(context));
	const { scope } = parkedOptions(context, options);
	const extraction = { extractionId, scope };
	const rowCount = await countRows(api, extraction);
	return {
		api,
		extraction,
		doubts: doubtsIn(await getExtractionStatus(api, extractionId, { scope }), rowCount),
		findDocument(source) {
			const file = documents.fileOf(source);
			if (!file) return undefined;
			const { data, fileName } = file;
			const url = data.id ? context.helpers.createBinarySignedUrl(data, LINK_LIFETIME) : undefined;
			return { fileName, url };
		},
	};
}

async function takeReview(run: PageRun, input: ReviewInput): Promise<PageAnswer> {
	const { context, posted } = run;
	const review = await openReview(run, input);
	if (!posted) return { page: await firstReviewPage(review) };
	const answered = await answerPost(review, posted);
	if ('page' in answered) return answered;
	const linkRow = linksToNothing(context);
	const { columnNames } = parkedOptions(context, options);
	const whole = input.others.length > 0 ? unchanged(context).main : [];
	const passedOn = input.others.map((index) => ({ ...whole[index]!, pairedItem: linkRow(undefined) }));
	return {
		page: thanks(answered.reviewed.decided.values()),
		outputs: { main: [...reviewedItems(answered.reviewed, linkRow, columnNames), ...passedOn] },
		tooLate: TOO_LATE,
	};
}

/** Shows the rows to review, and takes the decisions about them. What was typed survives a service that is away. */
export async function servePage(run: PageRun): Promise<PageAnswer> {
	const { context, posted } = run;
	const input = parkedReviewInput(context);
	const answered = await attempt(async () => await takeReview(run, input));
	if (answered.ok) return answered.value;
	const { error } = answered;
	if (!isServiceError(error) || !NO_ROWS_CODES.has(error.code)) throw error;
	if (posted && letsGoOn(posted, input.extractionId))
		return { page: UNREVIEWED_PAGE, outputs: unchanged(context) };
	return { page: gonePage(describeFailure(error.failure).message, input.extractionId, posted) };
}
