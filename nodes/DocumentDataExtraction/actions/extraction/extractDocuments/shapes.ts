import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isServiceError } from '../../../api/errors/ServiceError';
import type { ApiClient } from '../../../api/http/client';
import type { ResultRow } from '../../../api/schemas/extractions';
import { DocumentRows } from '../../../extraction/ledger/DocumentRows';
import { failedPagesBySource } from '../../../extraction/ledger/failedPages';
import { filesWithFailedPages, type ExtractionAccount } from '../../../extraction/ledger/ledger';
import { RowTally } from '../../../extraction/ledger/RowTally';
import { reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import { questionsOpenError } from '../../../extraction/questions/questionsOpenError';
import { ExtractionRows } from '../../../extraction/rows/invoices/ExtractionRows';
import type { Grouping } from '../../../extraction/rows/invoices/groupRows';
import { invoiceItems } from '../../../extraction/rows/invoices/invoiceItems';
import { rowPages, type RowRange, type RowsPage } from '../../../extraction/rows/pages';
import { reviewsWithoutRow } from '../../../extraction/rows/review';
import { rowItems, type RowItem, type RoutedRows } from '../../../extraction/rows/rowItems';
import { pairingOf, SOURCE_COLUMN, SourceIndex, type Pairing } from '../../../extraction/rows/SourceIndex';
import type { Extracted } from '../../../extraction/run/batch';
import { isProcessing, stillProcessing } from '../../../extraction/stillProcessing';
import { outputBinaries } from '../../../files/download/download';
import type { SessionFile } from '../../../files/upload/SessionFile';
import { attempt } from '../../../shared/attempt';
import { itemIndexesOf } from '../../perGroup';
import type { Output } from './parameters';
import { binaryOfAll, withSourceFile } from './sourceFile';

/** The items of rows and invoices. */
export interface RowOutputs {
	main: INodeExecutionData[];
	/** Those to review, if they have an output of their own. */
	review: INodeExecutionData[];
}

/** What came of one extraction, and its output. Summary and Documents are made from it once all extractions have ended. */
export interface ShapedExtraction {
	account: ExtractionAccount;
	outputs: Partial<RowOutputs>;
	binary?: INodeExecutionData['binary'];
	/** For Documents. */
	documents?: DocumentRows<SessionFile>;
	/** For Invoices with Lines. */
	grouping?: Grouping;
}

/** A completed extraction whose rows are counted by file while they are read. */
class CompletedExtraction {
	readonly files: SessionFile[];
	readonly sources: SourceIndex<SessionFile>;
	readonly tally: RowTally<SessionFile>;

	/** @param withheld documents whose rows are kept back, because pages of them failed */
	constructor(
		readonly api: ApiClient,
		readonly context: IExecuteFunctions,
		readonly extracted: Extracted,
		readonly choice: Output,
		private readonly withheld: ReadonlySet<SessionFile>,
	) {
		this.files = extracted.files;
		this.sources = new SourceIndex(this.files);
		this.tally = new RowTally(this.sources, this.files);
	}

	async *pages(range?: RowRange): AsyncGenerator<RowsPage> {
		for await (const page of rowPages(this.api, this.extracted.status.extraction_id, range)) {
			for (const row of page.rows) this.tally.add(row[SOURCE_COLUMN]);
			yield page;
		}
	}

	/** Whether rows are kept back, by their Source File. If all documents are withheld, so are rows of an unknown source. */
	get isLeftOut(): ((source: unknown) => boolean) | undefined {
		const { files, sources, withheld } = this;
		if (withheld.size === 0) return undefined;
		return (source) => {
			if (withheld.size === files.length) return true;
			const file = sources.fileOf(source);
			return file !== undefined && withheld.has(file);
		};
	}

	/** What the service wants reviewed and names no row. Known once all rows are read. */
	reviewsWithoutRow() {
		return reviewsWithoutRow(this.extracted.status.review_needed?.items ?? [], this.tally.total);
	}

	account(reviewsOfNoRow: string[] = []): ExtractionAccount {
		return { extracted: this.extracted, tally: this.tally, reviewsWithoutRow: reviewsOfNoRow };
	}
}

/** Makes the output of an extraction. @throws ServiceError when its rows or files cannot be had */
type Shape = (of: CompletedExtraction) => Promise<ShapedExtraction>;

/** Adds the items to the outputs, and what needs review in no row: as items for the second output, or else for a note on the node. */
function routed(
	of: CompletedExtraction,
	rows: RoutedRows,
	toItem: (row: RowItem) => INodeExecutionData,
): ShapedExtraction {
	const { sources } = of;
	const outputs: RowOutputs = { main: rows.main.map(toItem), review: rows.review.map(toItem) };
	const unseen = of.reviewsWithoutRow();
	if (!of.choice.separateReview)
		return { account: of.account(unseen.map(({ message }) => message)), outputs };
	const pairing = (named: string[]): Pairing => {
		const found = named.flatMap((source) => sources.fileOf(source)?.itemIndex ?? []);
		return found.length > 0 ? pairingOf(found) : sources.ofAll;
	};
	outputs.review.push(...reviewsWithoutRowItems(unseen, pairing).map(toItem));
	return { account: of.account(), outputs };
}

/** One item for each row. */
const rowsOf: Shape = async (of) => {
	const { sources, isLeftOut } = of;
	const { separateReview, keepSourceFile } = of.choice;
	const rows: RoutedRows = { main: [], review: [] };
	for await (const page of of.pages()) {
		const { main, review } = rowItems(page, sources, { separateReview, isLeftOut });
		// One by one: a page may have more rows than a call takes arguments.
		for (const item of main) rows.main.push(item);
		for (const item of review) rows.review.push(item);
	}
	return routed(of, rows, (row) => {
		const item = row as INodeExecutionData;
		return keepSourceFile ? withSourceFile(item, sources.originOf(row.json[SOURCE_COLUMN])) : item;
	});
};

/** The rows of an item: the lines of an invoice, or the item itself. */
const rowsIn = ({ lines, ...row }: ResultRow): ResultRow[] =>
	Array.isArray(lines) ? (lines as ResultRow[]) : [row];

/** One item for each invoice. */
const invoicesOf: Shape = async (of) => {
	const { sources, isLeftOut, choice } = of;
	const { separateReview, keepSourceFile } = choice;
	const read = new ExtractionRows();
	for await (const page of of.pages()) read.add(page);
	const failedPagesOf = failedPagesBySource(of.extracted.status.pages);
	const { grouping, ...invoices } = invoiceItems(read, sources, choice, {
		separateReview,
		isLeftOut,
		failedPagesOf,
	});
	const shaped = routed(of, invoices, (item) => {
		const invoice = item as INodeExecutionData;
		if (!keepSourceFile) return invoice;
		const named = rowsIn(item.json).flatMap((row) => sources.originOf(row[SOURCE_COLUMN]) ?? []);
		return named.length > 0 ? { ...invoice, binary: binaryOfAll(new Set(named)) } : invoice;
	});
	return { ...shaped, grouping };
};

/** Makes no items: `gatherDocuments` later outputs all documents in one order, those that were not extracted among them. */
const documentsOf: Shape = async (of) => {
	const documents = new DocumentRows(of.sources, of.isLeftOut);
	for await (const page of of.pages()) documents.add(page);
	documents.addReviews(of.reviewsWithoutRow());
	return { account: of.account(), outputs: {}, documents };
};

/** Codes that say that an extraction has no rows to read, now or any more. */
const NO_ROWS_TO_READ = new Set(['OUTPUT_NOT_AVAILABLE', 'OUTPUT_EXPIRED']);

/** No item yet: the summary is made once all extractions have ended. It holds every point to review. */
const summaryOf: Shape = async (of) => {
	const { batch } = of.extracted;
	// Their number is enough if the rows need not be told apart, or cannot.
	const isNumberEnough =
		of.files.length === 1 || batch.request.options?.exclude_columns?.includes('source_file') === true;
	const counted = await attempt(async () => {
		for await (const { rows, page } of of.pages(isNumberEnough ? { limit: 1 } : {}))
			if (isNumberEnough) of.tally.addUnseen(Math.max(0, (page.total_rows ?? rows.length) - rows.length));
	});
	if (counted.ok) return { account: of.account(), outputs: {} };
	if (!isServiceError(counted.error) || !NO_ROWS_TO_READ.has(counted.error.code)) throw counted.error;
	return { account: { ...of.account(), tally: undefined }, outputs: {} };
};

/** The output files, to come out with the summary. */
const filesOf: Shape = async (of) => {
	const { api, context, extracted, choice } = of;
	const made = await summaryOf(of);
	const binary = await outputBinaries(api, context, {
		extractionId: extracted.status.extraction_id,
		taskName: extracted.taskName,
		formats: choice.formats,
		fieldName: choice.fieldName,
	});
	return { ...made, binary };
};

const SHAPES: Record<Output['kind'], Shape> = {
	documents: documentsOf,
	files: filesOf,
	invoices: invoicesOf,
	rows: rowsOf,
	summary: summaryOf,
};

/** For an AI agent, instead of the output that is still to come. */
function processingItem({
	files,
	status: { extraction_id, status },
	submissionId,
}: Extracted): INodeExecutionData {
	const json = { extraction_id, submission_id: submissionId, status, note: stillProcessing(extraction_id) };
	return { json, pairedItem: itemIndexesOf(files).map((item) => ({ item })) };
}

/** Documents and the summary say that there are questions. Other outputs would have nothing to show for them. */
const isWithoutOutput = ({ kind, questions }: Output): boolean =>
	questions !== 'ask' && kind !== 'documents' && kind !== 'summary';

/**
 * Makes the output of an extraction that has ended, in the chosen shape.
 *
 * @param failsWithPages whether a document fails if any of its pages has failed: its rows are not output then
 * @throws ServiceError when its rows or files cannot be had, or when it asks questions that have no output
 */
export async function shapeOutput(
	{ api, context }: { api: ApiClient; context: IExecuteFunctions },
	extracted: Extracted,
	choice: Output,
	failsWithPages: boolean,
): Promise<ShapedExtraction> {
	const { status } = extracted;
	const account = { extracted, tally: undefined, reviewsWithoutRow: [] };
	if (isProcessing(status)) {
		const main = choice.kind === 'documents' ? [] : [processingItem(extracted)];
		return { account, outputs: { main } };
	}
	if (status.status === 'input_required') {
		if (isWithoutOutput(choice)) throw questionsOpenError(status.questions?.length ?? 0);
		return { account, outputs: {} };
	}
	const withheld = failsWithPages ? filesWithFailedPages(extracted) : new Set<SessionFile>();
	return await SHAPES[choice.kind](new CompletedExtraction(api, context, extracted, choice, withheld));
}
