import type { IWebhookFunctions } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import { isServiceError, type ServiceError } from '../../../api/errors/ServiceError';
import type { DecidedRow } from '../../../extraction/review/judge';
import { readDoubts } from '../../../extraction/review/readRows';
import { messagePage, sendAgainPage, unavailablePage } from '../../../pages/messagePages';
import type { Page } from '../../../pages/page';
import type { PostedForm } from '../../../pages/postedForm';
import type { FindDocument } from '../../../pages/review/rowFields';
import { extractionLocator, findExtractionId } from '../../../parameters/extraction';
import { readScope } from '../../../parameters/filters';
import { attempt } from '../../../shared/attempt';
import type { PageAnswer, PageRun } from '../../operation';
import { parkedItems } from '../../person';
import { documentsOf, type Documents } from './documents';
import { isFirstToFinish } from './firstToFinish';
import { linksToNothing } from './links';
import { outputsOf } from './outputs';
import { readAllRows } from './properties';
import { answerPost, firstPage, type Review } from './review';

/** A link to a document is good for as long as somebody may sit before the page. */
const LINK_LIFETIME = '12 hours';

/** Codes that say that there are no rows to review any more. */
const GONE = new Set(['EXTRACTION_NOT_FOUND', 'OUTPUT_EXPIRED', 'OUTPUT_NOT_AVAILABLE']);

const AFTER_THE_WAIT =
	'The rows cannot be reviewed as long as that is so. When the wait is over, the workflow goes on with what came into the node';

/** Links of n8n's own, to files in its store. */
const linksTo =
	(context: IWebhookFunctions, documents: Documents): FindDocument =>
	(source) => {
		const file = documents.fileOf(source);
		if (!file?.data.id) return undefined;
		return {
			fileName: file.fileName,
			url: context.helpers.createBinarySignedUrl(file.data, LINK_LIFETIME),
		};
	};

function thanks(decided: Iterable<DecidedRow>): Page {
	const counts = { accepted: 0, corrected: 0, rejected: 0 };
	for (const { decision } of decided) counts[decision]++;
	const told = Object.entries(counts).filter(([, count]) => count > 0);
	const text = told.map(([decision, count]) => `${count} ${decision}`).join(', ');
	return messagePage('Thank You', `Rows: ${text}. The workflow goes on. You can close this page.`);
}

const TOO_LATE = messagePage(
	'Already Reviewed',
	'Somebody else has just handed in this review, and the workflow goes on with it. What you have sent was not used.',
	409,
);

function failurePage(error: ServiceError, posted: PostedForm | undefined): Page {
	const { message } = describeFailure(error.failure);
	const reason = GONE.has(error.code) ? `${message}. ${AFTER_THE_WAIT}` : message;
	return posted ? sendAgainPage(reason, posted) : unavailablePage(reason);
}

async function answer({ context, api, posted }: PageRun): Promise<PageAnswer> {
	const documents = documentsOf(
		parkedItems(context),
		context.getWorkflowSettings?.().binaryMode === 'combined',
	);
	const extractionId = findExtractionId(context.getNodeParameter(extractionLocator.name, '')) ?? '';
	const extraction = { extractionId, scope: readScope(context.getNodeParameter('options', {}) as object) };
	const withAllRows = readAllRows((name, otherwise) => context.getNodeParameter(name, otherwise as string));
	const doubts = await readDoubts(api, extraction);
	const review: Review = { api, extraction, doubts, findDocument: linksTo(context, documents), withAllRows };
	if (!posted) return { page: await firstPage(review) };
	const answered = await answerPost(review, posted);
	if ('page' in answered) return answered;
	if (!isFirstToFinish(`${context.getExecutionId()} ${extractionId}`, Date.now())) return { page: TOO_LATE };
	const { rows, decided } = answered.reviewed;
	const reviewed = { rows, concerns: doubts.concerns, decided };
	const linkRow = linksToNothing(context);
	return { page: thanks(decided.values()), outputs: outputsOf(reviewed, { linkRow, withAllRows }) };
}

/** Shows the rows to review, and takes the decisions about them. What was typed survives a service that is away. */
export async function servePage(run: PageRun): Promise<PageAnswer> {
	const answered = await attempt(async () => await answer(run));
	if (answered.ok) return answered.value;
	if (!isServiceError(answered.error)) throw answered.error;
	return { page: failurePage(answered.error, run.posted) };
}
