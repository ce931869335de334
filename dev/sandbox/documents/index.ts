import { dateOrderMatter, dateOrderQuestion } from './ambiguities/dateOrder';
import { supplierMatter, supplierQuestion } from './ambiguities/supplierName';
import { checkPrompt } from './prompt/checkPrompt';
import { columnsFor } from './prompt/columns';
import { decideStructure } from './prompt/structure';
import { documentReader } from './reading/DocumentReader';
import { pageResult, readFiles, type ReadFile } from './reading/readFiles';
import { promptNotes } from './rows/notes';
import { reviewItems } from './rows/review';
import { rowsOf } from './rows/rows';
import { wordingFor } from './wording/wordingFor';
import type { DocumentOutcome, DocumentRequest, Question } from './types';

export { isRejectedAnswer } from './prompt/badFaith';
export { DocumentReader, documentReader } from './reading/DocumentReader';
export * from './types';

/**
 * Reads the files of an extraction, with `readDocument`, and makes its rows. PDFs are read as text; JPG and PNG images, and PDF pages that are
 * only a picture, by character recognition in English; all in threads of their own. With `askQuestions`, ambiguous dates
 * and suppliers come back as questions until `answers` (all answers given so far, earlier rounds included) settle them;
 * without, the recommendation is taken and the rows are marked for review. Failures carry the codes of the contract's
 * "Processing failures"; a fault of the reader itself rejects.
 */
export async function processDocuments(
	request: DocumentRequest,
	readDocument = documentReader.read,
): Promise<DocumentOutcome> {
	const problem = checkPrompt(request.prompt);
	if (problem) return { kind: 'failed', ...problem, details: null };
	const files = await readFiles(request.files, readDocument);
	return fileFailure(files) ?? outcomeOf(request, files);
}

function outcomeOf(request: DocumentRequest, files: ReadFile[]): DocumentOutcome {
	const invoices = files.flatMap((file) => file.invoices);
	const outputStructure = decideStructure(request.outputStructure, request.prompt);
	const columns = columnsFor(request.prompt, outputStructure, invoices);
	const dates = dateOrderMatter(invoices, columns, request);
	const supplier = supplierMatter(invoices, columns, request);
	const questions: Question[] = [];
	if (dates.settled.state === 'open') questions.push(dateOrderQuestion(dates.settled.questionId, dates));
	if (supplier.settled.state === 'open')
		questions.push(supplierQuestion(supplier.settled.questionId, supplier));
	if (questions.length > 0) return { kind: 'questions', questions };

	const wording = wordingFor(request.outputLanguage ?? 'automatic', request.prompt);
	const rows = rowsOf(invoices, columns, outputStructure, {
		dateOrder: 'choice' in dates.settled ? dates.settled.choice : dates.recommended,
		supplier: 'choice' in supplier.settled ? supplier.settled.choice : 'letterhead',
		supplierDoubts: supplier.doubts,
	});
	return {
		kind: 'completed',
		outputStructure,
		columns: columns.map((column) => column.name),
		rows: rows.flatMap((ofInvoice) => ofInvoice.rows),
		pages: pageResult(files),
		reviewItems: reviewItems(rows, { columns, structure: outputStructure, dates, supplier, wording }),
		notes: promptNotes(columns, dates, supplier, wording),
	};
}

function fileFailure(files: ReadFile[]): DocumentOutcome | null {
	const named = (status: ReadFile['status']) =>
		files.filter((file) => file.status === status).map((file) => file.fileName);
	const encrypted = named('encrypted');
	if (encrypted.length > 0) {
		const message = 'Some files are protected by a password and cannot be read.';
		return { kind: 'failed', code: 'ENCRYPTED_FILE', message, details: { file_names: encrypted } };
	}
	const tooLong = named('too-many-pages');
	if (tooLong.length > 0) {
		const message = 'Some files have more pages than one extraction can take.';
		return { kind: 'failed', code: 'FILE_PAGE_LIMIT_EXCEEDED', message, details: { file_names: tooLong } };
	}
	if (files.some((file) => file.pageFailures.length > 0)) return null;
	if (named('large').length > 0) {
		const message = 'Part of a PDF grew too large during processing.';
		return { kind: 'failed', code: 'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED', message, details: null };
	}
	const why = named('slow').length > 0 ? ': reading them takes too long' : '';
	const message = `No pages were found in the files${why}.`;
	return { kind: 'failed', code: 'NO_PAGES_FOUND', message, details: null };
}
