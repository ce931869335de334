import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ApiClient } from '../../../api/http/client';
import { isServiceError } from '../../../api/errors/ServiceError';
import { filesWithFailedPages, type ExtractionAccount } from '../../../extraction/ledger/ledger';
import { reviewsWithoutRow } from '../../../extraction/rows/review';
import { rowItems } from '../../../extraction/rows/rowItems';
import { rowPages } from '../../../extraction/rows/pages';
import { RowTally } from '../../../extraction/ledger/RowTally';
import type { Extracted } from '../../../extraction/run/runExtraction';
import { pairingOf, SOURCE_COLUMN, SourceIndex, type Pairing } from '../../../extraction/rows/SourceIndex';
import { reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import type { SessionFile } from '../../../files/upload/uploadFiles';
import type { ItemsByOutput } from '../../operation';
import { outputBinaries } from '../../../files/download/downloadOutputs';
import type { OutputSettings } from './outputSettings';
import { attempt } from '../../../shared/attempt';

/** What came of one extraction, and its output. The summary is made from the account once all extractions have ended. */
export interface Made {
	account: ExtractionAccount;
	outputs: ItemsByOutput;
	binary?: INodeExecutionData['binary'];
}

/** Codes that say that an extraction has no rows to read, now or any more. */
const NO_ROWS_TO_READ = new Set(['OUTPUT_NOT_AVAILABLE', 'OUTPUT_EXPIRED']);

/** The item that replaces the rows if the service asks: its questions, the deadline and the ID to answer to. */
function questionsItem({ files, status: asked, submissionId }: Extracted): INodeExecutionData {
	const { extraction_id, status, answer_by, questions } = asked;
	const json = { extraction_id, submission_id: submissionId, status, answer_by, questions };
	return { json: json as IDataObject, pairedItem: everyItemOf(files) };
}

export const everyItemOf = (files: Array<{ itemIndex: number }>): Array<{ item: number }> =>
	[...new Set(files.map(({ itemIndex }) => itemIndex))].map((item) => ({ item }));

/** @param withheld files whose rows are not output */
async function rowsOf(
	api: ApiClient,
	extracted: Extracted,
	separateReview: boolean,
	withheld: ReadonlySet<SessionFile>,
): Promise<Made> {
	const { files, status } = extracted;
	const sources = new SourceIndex(files);
	const tally = new RowTally(sources, files);
	const outputs: Required<ItemsByOutput> = { main: [], review: [] };
	const isLeftOut = (source: unknown): boolean => {
		if (withheld.size === files.length) return true;
		const file = sources.fileOf(source);
		return file !== undefined && withheld.has(file);
	};
	let rows = 0;
	for await (const page of rowPages(api, status.extraction_id)) {
		for (const row of page.rows) tally.add(row[SOURCE_COLUMN]);
		rows += page.rows.length;
		const { main, review } = rowItems(page, sources, {
			separateReview,
			...(withheld.size > 0 ? { isLeftOut } : {}),
		});
		for (const item of main) outputs.main.push(item as INodeExecutionData);
		for (const item of review) outputs.review.push(item as INodeExecutionData);
	}
	const unseen = reviewsWithoutRow(status.review_needed?.items ?? [], rows);
	if (!separateReview)
		return {
			account: { extracted, tally, reviewsWithoutRow: unseen.map(({ message }) => message) },
			outputs,
		};
	const pairing = (named: string[]): Pairing => {
		const found = named.flatMap((source) => sources.fileOf(source)?.itemIndex ?? []);
		return found.length > 0 ? pairingOf(found) : sources.ofAll;
	};
	outputs.review.push(...(reviewsWithoutRowItems(unseen, pairing) as INodeExecutionData[]));
	return { account: { extracted, tally, reviewsWithoutRow: [] }, outputs };
}

/** Counts the rows of an extraction that outputs none. Undefined if there are no rows to read. */
async function tallied(
	api: ApiClient,
	{ batch, files, status }: Extracted,
): Promise<ExtractionAccount['tally']> {
	// Their number is enough if the rows need not be told apart, or cannot.
	const isNumberEnough =
		files.length === 1 || batch.request.options?.exclude_columns?.includes('source_file') === true;
	const range = isNumberEnough ? { limit: 1 } : {};
	const tally = new RowTally(new SourceIndex(files), files);
	const counted = await attempt(async () => {
		for await (const { rows, page } of rowPages(api, status.extraction_id, range)) {
			for (const row of rows) tally.add(row[SOURCE_COLUMN]);
			if (isNumberEnough) tally.addUnseen(Math.max(0, (page.total_rows ?? rows.length) - rows.length));
		}
	});
	if (counted.ok) return tally;
	if (isServiceError(counted.error) && NO_ROWS_TO_READ.has(counted.error.code)) return undefined;
	throw counted.error;
}

/**
 * Makes the output of an extraction that has ended, in the chosen shape.
 *
 * @param failsWithPages whether a document fails if any of its pages has failed: its rows are not output then
 * @throws ServiceError when its rows or files cannot be had
 */
export async function toItems(
	api: ApiClient,
	context: IExecuteFunctions,
	extracted: Extracted,
	choice: OutputSettings,
	failsWithPages: boolean,
): Promise<Made> {
	const { status, taskName } = extracted;
	if (status.status === 'input_required')
		return {
			account: { extracted, tally: undefined, reviewsWithoutRow: [] },
			outputs: { main: [questionsItem(extracted)] },
		};
	if (choice.kind === 'rows') {
		const withheld = failsWithPages ? filesWithFailedPages(extracted) : new Set<SessionFile>();
		return await rowsOf(api, extracted, choice.separateReview, withheld);
	}
	// The summary holds every point to review.
	const account = { extracted, tally: await tallied(api, extracted), reviewsWithoutRow: [] };
	if (choice.kind === 'summary') return { account, outputs: { main: [] } };
	const binary = await outputBinaries(api, context, {
		extractionId: status.extraction_id,
		taskName,
		formats: choice.formats,
		fieldName: choice.fieldName,
	});
	return { account, outputs: { main: [] }, binary };
}
