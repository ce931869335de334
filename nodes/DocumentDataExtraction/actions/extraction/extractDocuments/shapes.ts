import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isServiceError } from '../../../api/errors/ServiceError';
import type { ApiClient } from '../../../api/http/client';
import type { ResultRow } from '../../../api/schemas/extractions';
import { Account } from '../../../extraction/ledger/Account';
import { DocumentRows } from '../../../extraction/ledger/DocumentRows';
import { failedPagesBySource } from '../../../extraction/ledger/failedPages';
import { filesWithFailedPages } from '../../../extraction/ledger/ledger';
import { reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import { questionsOpenError } from '../../../extraction/questions/asked';
import { ExtractionRows } from '../../../extraction/rows/invoices/ExtractionRows';
import type { Grouping } from '../../../extraction/rows/invoices/groupRows';
import { invoiceItems } from '../../../extraction/rows/invoices/invoiceItems';
import { rowPages, type RowRange, type RowsPage } from '../../../extraction/rows/pages';
import { rowItems, type RowItem, type RoutedRows } from '../../../extraction/rows/rowItems';
import { pairingOf, SOURCE_COLUMN, type Pairing } from '../../../extraction/rows/SourceIndex';
import type { Extracted } from '../../../extraction/run/batch';
import { isProcessing, stillProcessing } from '../../../extraction/stillProcessing';
import { outputBinaries } from '../../../files/download/download';
import type { SessionFile } from '../../../files/input/InputFile';
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
	extracted: Extracted;
	account: Account<SessionFile>;
	/** Review entries that no row of the output carries. */
	reviewsWithoutRow?: string[];
	outputs: Partial<RowOutputs>;
	binary?: INodeExecutionData['binary'];
	/** For Documents. */
	documents?: DocumentRows<SessionFile>;
	/** For Invoices with Lines. */
	grouping?: Grouping;
}

/** A completed extraction whose rows are taken into account while they are read. */
class CompletedExtraction {
	/** @param withheld documents whose rows are kept back, because pages of them failed */
	constructor(
		readonly api: ApiClient,
		readonly context: IExecuteFunctions,
		readonly extracted: Extracted,
		readonly account: Account<SessionFile>,
		readonly choice: Output,
		private readonly withheld: ReadonlySet<SessionFile>,
	) {}

	async *pages(range?: RowRange): AsyncGenerator<RowsPage> {
		for await (const page of rowPages(this.api, this.extracted.status.extraction_id, range)) {
			this.account.addPage(page);
			yield page;
		}
	}

	/** Whether rows are kept back, by their Source File. If all documents are withheld, so are rows of an unknown source. */
	get isLeftOut(): ((source: unknown) => boolean) | undefined {
		const { withheld } = this;
		const { sources } = this.account;
		if (withheld.size === 0) return undefined;
		return (source) => {
			if (withheld.size === this.extracted.files.length) return true;
			const file = sources.fileOf(source);
			return file !== undefined && withheld.has(file);
		};
	}

	/** @param reviewsWithoutRow review entries that no row of the output carries */
	shaped(
		outputs: ShapedExtraction['outputs'],
		reviewsWithoutRow?: Array<{ message: string }>,
	): ShapedExtraction {
		const { extracted, account } = this;
		return {
			extracted,
			account,
			outputs,
			reviewsWithoutRow: reviewsWithoutRow?.map(({ message }) => message),
		};
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
	const { account } = of;
	const { sources } = account;
	const outputs: RowOutputs = { main: rows.main.map(toItem), review: rows.review.map(toItem) };
	const unseen = account.withoutRow();
	if (!of.choice.separateReview) return of.shaped(outputs, unseen);
	const pairing = (named: string[]): Pairing => {
		const found = named.flatMap((source) => sources.fileOf(source)?.itemIndex ?? []);
		return found.length > 0 ? pairingOf(found) : sources.ofAll;
	};
	outputs.review.push(...reviewsWithoutRowItems(unseen, pairing).map(toItem));
	return of.shaped(outputs);
}

/** One item for each row. */
const rowsOf: Shape = async (of) => {
	const { isLeftOut } = of;
	const { sources } = of.account;
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
	const { isLeftOut, choice } = of;
	const { sources } = of.account;
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
	const { account } = of;
	const documents = new DocumentRows(account.sources, of.isLeftOut);
	for await (const page of of.pages()) documents.add(page);
	documents.addReviews(account.withoutRow());
	return { ...of.shaped({}), documents };
};

/** Codes that say that an extraction has no rows to read, now or any more. */
const NO_ROWS_TO_READ = new Set(['OUTPUT_NOT_AVAILABLE', 'OUTPUT_EXPIRED']);

/** No item yet: the summary is made once all extractions have ended. It holds every point to review. */
const summaryOf: Shape = async (of) => {
	const { batch, files } = of.extracted;
	// Their number is enough if the rows need not be told apart, or cannot.
	const isNumberEnough =
		files.length === 1 || batch.request.options?.exclude_columns?.includes('source_file') === true;
	const counted = await attempt(async () => {
		const pages = of.pages(isNumberEnough ? { limit: 1 } : {});
		while (!(await pages.next()).done);
	});
	if (!counted.ok && !(isServiceError(counted.error) && NO_ROWS_TO_READ.has(counted.error.code)))
		throw counted.error;
	if (counted.ok && isNumberEnough) of.account.countAll();
	return of.shaped({});
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
	const account = new Account(extracted.files);
	account.addStatus(status);
	if (isProcessing(status)) {
		const main = choice.kind === 'documents' ? [] : [processingItem(extracted)];
		return { extracted, account, outputs: { main } };
	}
	if (status.status === 'input_required') {
		if (isWithoutOutput(choice)) throw questionsOpenError(status.questions?.length ?? 0);
		return { extracted, account, outputs: {} };
	}
	const withheld = failsWithPages ? filesWithFailedPages(extracted, account) : new Set<SessionFile>();
	return await SHAPES[choice.kind](
		new CompletedExtraction(api, context, extracted, account, choice, withheld),
	);
}
