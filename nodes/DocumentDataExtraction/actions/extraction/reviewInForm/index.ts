import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { getExtractionStatus, getResults } from '../../../api/endpoints/extractions';
import { LIMITS } from '../../../api/limits';
import { outputOrReason, throwUnlessCompleted } from '../../../extraction/status/outputOrReason';
import { doubtsIn } from '../../../extraction/review/rows';
import {
	extractionIdOfItem,
	namedExtractionId,
	parkedExtractionId,
	scope,
} from '../../../parameters/ids/extraction';
import { columnNames } from '../../../parameters/outputShape';
import { propertiesOf, readItem, type Values } from '../../../parameters/param';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';
import { valueOf } from '../../../shared/problems';
import { type Operation, type PageRun, showHints } from '../../operation';
import {
	expectOne,
	parkedItems,
	personPage,
	unchanged,
	linkNotice,
	parkedOptions,
	personWait,
} from '../../person';
import { reviewDocuments } from './documents';
import { answerPost, firstReviewPage, rowsWithoutDoubts, thanks, type Review } from './review';
import { keepLinks, linksToItems, linksToNothing, reviewedItems } from './reviewedItems';

const NAME = 'Review in a Form';

/** For the first item, because there is one review. */
const parameters = {
	extractionId: extractionIdOfItem,
	waitMs: personWait(
		7 * 24,
		LIMITS.retentionDays * 24,
		'How long to wait for a person. After that, the node outputs its input items unchanged, without <code>review_decision</code>.',
	),
};

const options = { columnNames, scope };

/** The input items of a review. Each names the extraction, or nothing, such as a document that was not extracted. */
interface ReviewInput {
	extractionId: string;
	items: INodeExecutionData[];
	/** The indexes of the items that name the extraction. */
	named: number[];
	/** Those of the items that name none. They come out as they are. */
	others: number[];
}

function inputOf(items: INodeExecutionData[], idOf: (itemIndex: number) => string | undefined): ReviewInput {
	const ids = items.map((_, itemIndex) => idOf(itemIndex));
	const indexes = [...ids.keys()];
	const different = new Set(ids.filter((id) => id !== undefined));
	expectOne(NAME, different.size, 'extraction');
	const [extractionId = valueOf(extractionIdOfItem.check(''))] = different;
	return {
		extractionId,
		items,
		named: indexes.filter((index) => ids[index] !== undefined),
		others: indexes.filter((index) => ids[index] === undefined),
	};
}

/** What the page is about. */
type Reviewed = ReviewInput & Values<typeof options>;

function readReviewed(context: IWebhookFunctions): Reviewed {
	const input = inputOf(parkedItems(context), (itemIndex) => parkedExtractionId(context, itemIndex));
	return { ...input, ...parkedOptions(context, options) };
}

/** How long a link to a document works: as long as a person may keep the page open. */
const LINK_LIFETIME = '12 hours';

async function openReview({ context, api }: PageRun, reviewed: Reviewed): Promise<Review> {
	const { items, extractionId, named, scope: of } = reviewed;
	const documents = reviewDocuments(items, named, keepsFilesInJson(context));
	return {
		api,
		extractionId,
		scope: of,
		doubts: doubtsIn(await getExtractionStatus(api, extractionId, { scope: of })),
		findDocument(source) {
			const file = documents.fileOf(source);
			// No link leads to a file that n8n keeps in memory.
			if (!file?.data.id) return undefined;
			const { data, fileName } = file;
			return { fileName, url: context.helpers.createBinarySignedUrl(data, LINK_LIFETIME) };
		},
	};
}

export const reviewInForm: Operation = {
	name: NAME,
	value: 'reviewInForm',
	action: 'Review rows in form',
	description: 'Wait until a person has accepted, corrected or rejected the rows that need review',
	properties: [linkNotice, ...propertiesOf(parameters, options)],
	...personPage<Reviewed>({
		name: NAME,
		instead: 'Use Get Rows as a tool, or review in a workflow.',
		async look({ context, api }) {
			const idOf = (itemIndex: number) => namedExtractionId(context, itemIndex);
			const { extractionId, items, named, others } = inputOf(context.getInputData(), idOf);
			const { waitMs, ...given } = readItem(context, 0, { waitMs: parameters.waitMs }, options);
			const until = new Date(Date.now() + waitMs);
			const { scope: of } = given;
			const asked = { extractionId, scope: of, formats: ['json'] as const };
			const status = await getExtractionStatus(api, extractionId, { scope: of });
			throwUnlessCompleted(status);
			const readFirstRow = async () => await getResults(api, extractionId, { limit: 1, scope: of });
			await outputOrReason(api, asked, readFirstRow);
			const { concerns, withoutRow } = doubtsIn(status);
			if (concerns.size + withoutRow.length > 0) {
				keepLinks(context);
				return until;
			}
			const undoubted = await rowsWithoutDoubts(api, asked);
			showHints(context, undoubted.hints);
			const documents = reviewDocuments(items, named, keepsFilesInJson(context));
			const linkRow = linksToItems(documents, named);
			const reviewed = reviewedItems(undoubted, linkRow, given.columnNames);
			const passedOn = others.map((item) => ({ ...items[item]!, pairedItem: { item } }));
			return { main: [...reviewed, ...passedOn] };
		},
		subject: readReviewed,
		open: async (run, reviewed, notice) => await firstReviewPage(await openReview(run, reviewed), notice),
		async post(run, reviewed, form) {
			const answered = await answerPost(await openReview(run, reviewed), form);
			if (!('decided' in answered)) return { page: answered };
			const { context } = run;
			const linkRow = linksToNothing(context);
			const { others, columnNames: names } = reviewed;
			// Files of parked items have no contents, unless they are read as a whole.
			const whole = others.length > 0 ? unchanged(context).main : [];
			const passedOn = others.map((index) => ({ ...whole[index]!, pairedItem: linkRow(undefined) }));
			return {
				page: thanks(answered),
				outputs: { main: [...reviewedItems(answered, linkRow, names), ...passedOn] },
			};
		},
	}),
};
