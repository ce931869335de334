import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import { hasCode } from '../../../api/errors/ServiceError';
import type { ResultRow } from '../../../api/schemas/extractions';
import { Account } from '../../../extraction/account/Account';
import type { Hint } from '../../../extraction/account/hints';
import { extractedEntries, rowsLackSource, type LedgerEntry } from '../../../extraction/ledger/ledger';
import { reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import { questionsOpenError } from '../../../extraction/questions/asked';
import { ColumnNames } from '../../../extraction/rows/ColumnNames';
import { contentsByFile, type ContentsByFile } from '../../../extraction/shapes/documents';
import { rowPages, type RowsPage } from '../../../extraction/rows/pages';
import type { RowItem } from '../../../extraction/shapes/rowItems';
import { shapedRows } from '../../../extraction/shapes/shapes';
import { SOURCE_COLUMN, SourceIndex } from '../../../extraction/rows/SourceIndex';
import type { Batch, Extracted } from '../../../extraction/run/batch';
import { isProcessing, stillProcessing } from '../../../extraction/status/outcome';
import { outputBinaries } from '../../../files/download/download';
import type { InputFile, SessionFile } from '../../../files/input/InputFile';
import { attempt } from '../../../shared/attempt';
import type { ItemsByOutput, OperationRun } from '../../operation';
import { itemIndexesOf } from '../../itemGroups';
import type { ExtractionGroup } from './groups';
import type { Asked, Output } from './parameters';

/** A batch of a group, to become an extraction. */
export interface ExtractionJob {
	group: ExtractionGroup;
	asked: Asked;
	batch: Batch;
}

/** What is made of an extraction. Summary and Documents are made from it once all extractions have ended. */
interface Shaped {
	/** Items that are made already. */
	outputs?: Partial<ItemsByOutput>;
	binary?: INodeExecutionData['binary'];
	/** For Documents. */
	documents?: ContentsByFile;
	/** Notes on how rows became invoices. */
	hints?: Hint[];
}

/** What came of one extraction. */
export interface DoneExtraction extends Shaped {
	group: ExtractionGroup;
	extracted: Extracted;
	account: Account<SessionFile>;
	/** What came of its files, in their order. */
	entries: LedgerEntry[];
}

/** A completed extraction. */
interface Completed extends OperationRun, Pick<DoneExtraction, 'extracted' | 'account'> {
	choice: Output;
	names: ColumnNames;
}

/** Makes the output of an extraction. @throws ServiceError when its rows or files cannot be had */
type Shape = (of: Completed) => Promise<Shaped>;

const pagesOf = ({ api, extracted, account }: Completed): AsyncGenerator<RowsPage> =>
	rowPages(api, extracted.status.extraction_id, { account });

/**
 * The item with the documents that it came from, if they are known. Each is in the field that it came in; a further one in the same field
 * gets a number. It is n8n's reference to the file, so no byte is copied. A link may have given no file.
 */
export function withSourceFiles(item: INodeExecutionData, files: Iterable<InputFile>): INodeExecutionData {
	const binary: IBinaryKeyData = {};
	for (const { fieldName, data } of files) {
		if (!data) continue;
		let free = fieldName;
		for (let number = 2; free in binary; number++) free = `${fieldName}_${number}`;
		binary[free] = data;
	}
	return Object.keys(binary).length > 0 ? { ...item, binary } : item;
}

/** The documents that an item came from: those of an invoice's lines, or that of a row. */
function sourcesOf({ account, choice, names }: Completed, { json }: RowItem): Set<SessionFile> {
	const isOfLines = choice.kind === 'invoices' && Array.isArray(json.lines);
	const rows = isOfLines ? (json.lines as ResultRow[]) : [json];
	const source = names.of(SOURCE_COLUMN);
	return new Set(rows.flatMap((row) => account.sources.originOf(row[source]) ?? []));
}

/** One item for each row or invoice. What needs review in no row goes to the second output, or else into a note on the node. */
const rowsOf: Shape = async (of) => {
	const { account, choice, names } = of;
	const { separateReview, keepSourceFile } = choice;
	const how = { ...choice, isOfInvoices: choice.kind === 'invoices', names };
	const { main, review, hints } = await shapedRows(pagesOf(of), account, how);
	if (separateReview)
		for (const item of reviewsWithoutRowItems(account.withoutRow(), account.sources, names))
			review.push(item);
	const toItem = (row: RowItem): INodeExecutionData => {
		const item = row as INodeExecutionData;
		return keepSourceFile ? withSourceFiles(item, sourcesOf(of, row)) : item;
	};
	return {
		outputs: { main: main.map(toItem), review: review.map(toItem) },
		hints,
	};
};

/** Makes no items: `render` puts all documents in one order, also those that were not extracted. */
const documentsOf: Shape = async (of) => ({
	documents: await contentsByFile(pagesOf(of), of.account, of.names),
});

/** No item yet: the summary is made once all extractions have ended. It holds every point to review. */
const summaryOf: Shape = async (of) => {
	const reading = await attempt(async () => {
		const pages = pagesOf(of);
		while (!(await pages.next()).done);
	});
	if (!reading.ok && !hasCode(reading.error, 'OUTPUT_NOT_AVAILABLE')) throw reading.error;
	return {};
};

/** The output files, to come out with the summary. */
const filesOf: Shape = async (of) => {
	const { api, context, extracted, choice } = of;
	await summaryOf(of);
	const binary = await outputBinaries(api, context, {
		extractionId: extracted.status.extraction_id,
		taskName: extracted.taskName,
		formats: choice.formats,
		fieldName: choice.fieldName,
	});
	return { binary };
};

const SHAPES: Record<Output['kind'], Shape> = {
	documents: documentsOf,
	files: filesOf,
	invoices: rowsOf,
	rows: rowsOf,
	summary: summaryOf,
};

/** The item of an extraction whose output is still to come. */
function openItem({ files, status: extraction, submissionId }: Extracted, more: object): INodeExecutionData {
	const { extraction_id, status } = extraction;
	const json = { extraction_id, submission_id: submissionId, status, ...more };
	return { json, pairedItem: itemIndexesOf(files).map((item) => ({ item })) };
}

/** @throws ServiceError when an extraction asks questions that have no output */
function openOutputs(extracted: Extracted, choice: Output): Partial<ItemsByOutput> {
	const { extraction_id, answer_by, questions } = extracted.status;
	if (isProcessing(extracted.status))
		// For an AI agent, whose call had to end.
		return choice.kind === 'documents'
			? {}
			: { main: [openItem(extracted, { note: stillProcessing(extraction_id) })] };
	// Documents and the summary say that there are questions. Other outputs would have nothing to show for them.
	if (choice.questions !== 'ask' && choice.kind !== 'documents' && choice.kind !== 'summary')
		throw questionsOpenError(questions?.length ?? 0);
	return { questions: [openItem(extracted, { answer_by, questions })] };
}

/**
 * Makes the output of an extraction that has ended, in the chosen shape.
 *
 * @throws ServiceError when its rows or files cannot be had, or when it asks questions that have no output
 */
export async function shapeOutput(
	{ api, context }: OperationRun,
	{ group, asked }: ExtractionJob,
	extracted: Extracted,
	choice: Output,
): Promise<DoneExtraction> {
	const account = new Account(new SourceIndex(extracted.files));
	account.addStatus(extracted.status);
	const isCompleted = extracted.status.status === 'completed';
	if (isCompleted && asked.ifPagesFail === 'fail' && !choice.separateReview)
		account.failWithPages(rowsLackSource(extracted));
	const names = new ColumnNames(choice.columnNames);
	const shaped = isCompleted
		? await SHAPES[choice.kind]({ api, context, extracted, account, choice, names })
		: { outputs: openOutputs(extracted, choice) };
	return { group, extracted, account, ...shaped, entries: extractedEntries(extracted, account) };
}
