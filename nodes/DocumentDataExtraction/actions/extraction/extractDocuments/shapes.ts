import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isServiceError } from '../../../api/errors/ServiceError';
import type { ApiClient } from '../../../api/http/client';
import type { ResultRow } from '../../../api/schemas/extractions';
import { Account } from '../../../extraction/ledger/Account';
import { DocumentRows } from '../../../extraction/ledger/DocumentRows';
import { failedPagesBySource } from '../../../extraction/ledger/failedPages';
import { extractedEntries, filesWithFailedPages, type LedgerEntry } from '../../../extraction/ledger/ledger';
import { reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import { questionsOpenError } from '../../../extraction/questions/asked';
import { ColumnNames } from '../../../extraction/rows/ColumnNames';
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
import type { ItemsByOutput, OperationRun } from '../../operation';
import { itemIndexesOf } from '../../perGroup';
import type { Output } from './parameters';
import { binaryOfAll, withSourceFile } from './sourceFile';

/** What is made of an extraction. Summary and Documents are made from it once all extractions have ended. */
interface Shaped {
	/** Items that are made already. */
	outputs: Partial<ItemsByOutput>;
	/** Review entries that no row of the output carries. */
	reviewsWithoutRow?: string[];
	binary?: INodeExecutionData['binary'];
	/** For Documents. */
	documents?: DocumentRows<SessionFile>;
	/** For Invoices with Lines. */
	grouping?: Grouping;
}

/** What came of one extraction. */
export interface ShapedExtraction extends Shaped {
	extracted: Extracted;
	account: Account<SessionFile>;
	/** What came of its files, in their order. */
	entries: LedgerEntry[];
}

/** A completed extraction whose rows are taken into account while they are read. */
class CompletedExtraction {
	readonly names: ColumnNames;

	/** @param failing documents that fail with their pages, so that their rows are kept back */
	constructor(
		readonly api: ApiClient,
		readonly context: IExecuteFunctions,
		readonly extracted: Extracted,
		readonly account: Account<SessionFile>,
		readonly choice: Output,
		private readonly failing: ReadonlySet<SessionFile>,
	) {
		this.names = new ColumnNames(choice.columnNames);
	}

	async *pages(range?: RowRange): AsyncGenerator<RowsPage> {
		for await (const page of rowPages(this.api, this.extracted.status.extraction_id, range)) {
			this.account.addPage(page);
			yield page;
		}
	}

	/** Whether rows are kept back, by their Source File. If all documents fail, so are rows of an unknown source. */
	get isLeftOut(): ((source: unknown) => boolean) | undefined {
		const { failing } = this;
		const { sources } = this.account;
		if (failing.size === 0) return undefined;
		return (source) => {
			if (failing.size === this.extracted.files.length) return true;
			const file = sources.fileOf(source);
			return file !== undefined && failing.has(file);
		};
	}
}

/** Makes the output of an extraction. @throws ServiceError when its rows or files cannot be had */
type Shape = (of: CompletedExtraction) => Promise<Shaped>;

/** Adds the items to the outputs, and what needs review in no row: as items for the second output, or else for a note on the node. */
function routed(
	of: CompletedExtraction,
	rows: RoutedRows,
	toItem: (row: RowItem) => INodeExecutionData,
): Shaped {
	const { account } = of;
	const { sources } = account;
	const outputs = { main: rows.main.map(toItem), review: rows.review.map(toItem) };
	const unseen = account.withoutRow();
	if (!of.choice.separateReview) return { outputs, reviewsWithoutRow: unseen.map(({ message }) => message) };
	const pairing = (named: string[]): Pairing => {
		const found = named.flatMap((source) => sources.fileOf(source)?.itemIndex ?? []);
		return found.length > 0 ? pairingOf(found) : sources.ofAll;
	};
	outputs.review.push(...reviewsWithoutRowItems(unseen, pairing, of.names).map(toItem));
	return { outputs };
}

/** One item for each row. */
const rowsOf: Shape = async (of) => {
	const { isLeftOut, names } = of;
	const { sources } = of.account;
	const { separateReview, keepSourceFile } = of.choice;
	const rows: RoutedRows = { main: [], review: [] };
	for await (const page of of.pages()) {
		const { main, review } = rowItems(page, sources, { separateReview, isLeftOut, names });
		// One by one: a page may have more rows than a call takes arguments.
		for (const item of main) rows.main.push(item);
		for (const item of review) rows.review.push(item);
	}
	return routed(of, rows, (row) => {
		const item = row as INodeExecutionData;
		return keepSourceFile ? withSourceFile(item, sources.originOf(row.json[names.of(SOURCE_COLUMN)])) : item;
	});
};

/** The rows of an item: the lines of an invoice, or the item itself. */
const rowsIn = ({ lines, ...row }: ResultRow): ResultRow[] =>
	Array.isArray(lines) ? (lines as ResultRow[]) : [row];

/** One item for each invoice. */
const invoicesOf: Shape = async (of) => {
	const { isLeftOut, choice, names } = of;
	const { sources } = of.account;
	const { separateReview, keepSourceFile } = choice;
	const read = new ExtractionRows();
	for await (const page of of.pages()) read.add(page);
	const failedPagesOf = failedPagesBySource(of.extracted.status.pages);
	const { grouping, ...invoices } = invoiceItems(read, sources, choice, {
		separateReview,
		isLeftOut,
		failedPagesOf,
		names,
	});
	const shaped = routed(of, invoices, (item) => {
		const invoice = item as INodeExecutionData;
		if (!keepSourceFile) return invoice;
		const named = rowsIn(item.json).flatMap((row) => sources.originOf(row[names.of(SOURCE_COLUMN)]) ?? []);
		return named.length > 0 ? { ...invoice, binary: binaryOfAll(new Set(named)) } : invoice;
	});
	return { ...shaped, grouping };
};

/** Makes no items: `render` later outputs all documents in one order, those that were not extracted among them. */
const documentsOf: Shape = async (of) => {
	const { account } = of;
	const documents = new DocumentRows(account.sources, of.isLeftOut, of.names);
	for await (const page of of.pages()) documents.add(page);
	documents.addReviews(account.withoutRow());
	return { outputs: {}, documents };
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
	return { outputs: {} };
};

/** The output files, to come out with the summary. */
const filesOf: Shape = async (of) => {
	const { api, context, extracted, choice } = of;
	const shaped = await summaryOf(of);
	const binary = await outputBinaries(api, context, {
		extractionId: extracted.status.extraction_id,
		taskName: extracted.taskName,
		formats: choice.formats,
		fieldName: choice.fieldName,
	});
	return { ...shaped, binary };
};

const SHAPES: Record<Output['kind'], Shape> = {
	documents: documentsOf,
	files: filesOf,
	invoices: invoicesOf,
	rows: rowsOf,
	summary: summaryOf,
};

/** The item of an extraction whose output is still to come. */
function openItem({ files, status: extraction, submissionId }: Extracted, more: object): INodeExecutionData {
	const { extraction_id, status } = extraction;
	const json = { extraction_id, submission_id: submissionId, status, ...more };
	return { json, pairedItem: itemIndexesOf(files).map((item) => ({ item })) };
}

/** Documents and the summary say that there are questions. Other outputs would have nothing to show for them. */
const isWithoutOutput = ({ kind, questions }: Output): boolean =>
	questions !== 'ask' && kind !== 'documents' && kind !== 'summary';

/** @throws ServiceError when an extraction asks questions that have no output */
function openOutputs(extracted: Extracted, choice: Output): Partial<ItemsByOutput> {
	const { extraction_id, answer_by, questions } = extracted.status;
	if (isProcessing(extracted.status))
		// For an AI agent, whose call had to end.
		return choice.kind === 'documents'
			? {}
			: { main: [openItem(extracted, { note: stillProcessing(extraction_id) })] };
	if (isWithoutOutput(choice)) throw questionsOpenError(questions?.length ?? 0);
	return { questions: [openItem(extracted, { answer_by, questions })] };
}

/**
 * Makes the output of an extraction that has ended, in the chosen shape.
 *
 * @param failsWithPages whether a document fails if any of its pages has failed: its rows are not output then
 * @throws ServiceError when its rows or files cannot be had, or when it asks questions that have no output
 */
export async function shapeOutput(
	{ api, context }: OperationRun,
	extracted: Extracted,
	choice: Output,
	failsWithPages: boolean,
): Promise<ShapedExtraction> {
	const { status } = extracted;
	const account = new Account(extracted.files);
	account.addStatus(status);
	if (status.status !== 'completed') {
		const outputs = openOutputs(extracted, choice);
		return { extracted, account, outputs, entries: extractedEntries(extracted, account) };
	}
	const failing = failsWithPages ? filesWithFailedPages(extracted, account) : new Set<SessionFile>();
	const shaped = await SHAPES[choice.kind](
		new CompletedExtraction(api, context, extracted, account, choice, failing),
	);
	return { extracted, account, ...shaped, entries: extractedEntries(extracted, account, failing) };
}
