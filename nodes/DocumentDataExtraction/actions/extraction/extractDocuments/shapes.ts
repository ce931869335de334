import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { hasCode } from '../../../api/errors/ServiceError';
import { Account } from '../../../extraction/account/Account';
import {
	extractedEntries,
	rowsLackSource,
	withCopies,
	type LedgerEntry,
} from '../../../extraction/ledger/ledger';
import { questionsOpenError } from '../../../extraction/questions/asked';
import { ColumnNames } from '../../../extraction/rows/ColumnNames';
import { SourceIndex } from '../../../extraction/rows/SourceIndex';
import type { Extracted } from '../../../extraction/run/batch';
import { isProcessing, stillProcessing } from '../../../extraction/status/outcome';
import { outputBinaries } from '../../../files/download/download';
import { attempt } from '../../../shared/attempt';
import type { OperationRun } from '../../operation';
import { itemIndexesOf } from '../../itemGroups';
import type { ExtractionGroup, ExtractionJob } from './groups';
import type { Output } from './parameters';
import {
	documentsOf,
	rowsPages,
	rowsOf,
	withReferences,
	type Completed,
	type MadeItems,
	type Shape,
	type Shaped,
} from './rows';

/** What came of one extraction. */
export interface DoneExtraction extends Shaped {
	group: ExtractionGroup;
	extracted: Extracted;
	account: Completed['account'];
	names: ColumnNames;
	/** What came of its files and their copies. */
	entries: LedgerEntry[];
}

/** No item yet: the summary is made once all extractions have ended. It holds every point to review. */
const summaryShape: Shape = async (of) => {
	const reading = await attempt(async () => {
		const pages = rowsPages(of);
		while (!(await pages.next()).done);
	});
	if (!reading.ok && !hasCode(reading.error, 'OUTPUT_NOT_AVAILABLE')) throw reading.error;
	return {};
};

/** The output files, to come out with the summary. */
const outputFiles: Shape = async (of) => {
	const { api, context, extracted, choice } = of;
	await summaryShape(of);
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
	files: outputFiles,
	invoices: rowsOf,
	rows: rowsOf,
	summary: summaryShape,
};

/** The item of an extraction whose output is still to come. */
function openItem({ files, status: extraction, submissionId }: Extracted, more: object): INodeExecutionData {
	const { extraction_id, status } = extraction;
	const json = { extraction_id, submission_id: submissionId, status, ...more };
	return { json, pairedItem: itemIndexesOf(files).map((item) => ({ item })) };
}

/** @throws ServiceError when an extraction asks questions that have no output */
function openOutputs(context: IExecuteFunctions, extracted: Extracted, choice: Output): MadeItems {
	const { extraction_id, answer_by, questions } = extracted.status;
	if (isProcessing(extracted.status))
		// For an AI agent, whose call had to end.
		return choice.kind === 'documents'
			? {}
			: { main: [openItem(extracted, { note: stillProcessing(extraction_id) })] };
	// Documents and the summary say that there are questions. Other outputs would have nothing to show for them.
	if (choice.questions !== 'ask' && choice.kind !== 'documents' && choice.kind !== 'summary')
		throw questionsOpenError(questions?.length ?? 0);
	const file_names = extracted.files.map(({ fileName }) => fileName);
	const item = openItem(extracted, { file_names, answer_by, questions });
	return { questions: [withReferences(context, item, extracted.files)] };
}

/**
 * Makes the output of an extraction that has ended, in the chosen shape.
 *
 * @throws ServiceError when its rows or files cannot be had, or when it asks questions that have no output
 */
export async function shapeOutput(
	{ api, context }: OperationRun,
	{ group, asked, copies }: ExtractionJob,
	extracted: Extracted,
	choice: Output,
): Promise<DoneExtraction> {
	const account = new Account(new SourceIndex(extracted.files));
	account.addStatus(extracted.status);
	const isCompleted = extracted.status.status === 'completed';
	if (isCompleted && asked.ifPagesFail === 'fail' && !choice.separateReview)
		account.failWithPages(rowsLackSource(extracted));
	const { extraction_id: id } = extracted.status;
	const names = new ColumnNames(choice.columnNames, choice.addRowId ? id : undefined);
	if (names.ids) names.ids.sources = account.sources;
	const shaped = isCompleted
		? await SHAPES[choice.kind]({ api, context, extracted, account, choice, names })
		: { outputs: [openOutputs(context, extracted, choice)] };
	const entries = withCopies(extractedEntries(extracted, account), copies);
	return { group, extracted, account, names, ...shaped, entries };
}
