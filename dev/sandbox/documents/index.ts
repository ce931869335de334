import { dateDoubts, dateOrderFor, dateOrderQuestion } from './dateOrder';
import { columnsFor, structureFor } from './prompt';
import { pageResult, readFiles, type ReadFile } from './reading/readFiles';
import { promptNotes, reviewItems } from './review';
import { rowsOf } from './rows';
import type { DocumentOutcome, DocumentRequest } from './types';

export { documentReader } from './reading/DocumentReader';
export * from './types';

/**
 * Reads the files of an extraction and makes its rows: PDFs by their text, pictures by the text that the example documents carry. With
 * `askQuestions`, ambiguous dates come back as a question until `answers` settle it; without, the recommendation is taken
 * and the rows are marked for review. Failures carry the codes of the contract's "Processing failures". Whatever else a service may
 * say, `control.planExtractions` makes it say.
 */
export async function processDocuments(request: DocumentRequest): Promise<DocumentOutcome> {
	const files = await readFiles(request.files);
	return failureOf(files) ?? outcomeOf(request, files);
}

function outcomeOf(request: DocumentRequest, files: ReadFile[]): DocumentOutcome {
	const structure = structureFor(request);
	const columns = columnsFor(request.prompt, structure);
	const invoices = files.flatMap((file) => file.invoices);
	const doubts = dateDoubts(invoices, columns);
	const order = dateOrderFor(request);
	if (doubts[0] && !order) return { kind: 'questions', questions: [dateOrderQuestion(doubts[0])] };
	const { reading, isAssumed } = order ?? { reading: 'dayFirst', isAssumed: false };
	const rows = rowsOf(invoices, { columns, structure, reading });
	const context = { columns, structure, doubts, order: { reading, isAssumed } };
	return {
		kind: 'completed',
		outputStructure: structure,
		columns: columns.map(({ name }) => name),
		rows: rows.flatMap((ofInvoice) => ofInvoice.rows),
		pages: pageResult(files),
		reviewItems: reviewItems(rows, context),
		notes: promptNotes(context),
	};
}

function failureOf(files: ReadFile[]): DocumentOutcome | undefined {
	const encrypted = files.filter(({ status }) => status === 'encrypted').map(({ fileName }) => fileName);
	if (encrypted.length > 0) {
		const message = 'Some files are protected by a password and cannot be read.';
		return { kind: 'failed', code: 'ENCRYPTED_FILE', message, details: { file_names: encrypted } };
	}
	if (files.some(({ status }) => status === 'read')) return undefined;
	const why = files.some(({ status }) => status === 'slow') ? ': reading them takes too long' : '';
	return {
		kind: 'failed',
		code: 'NO_PAGES_FOUND',
		message: `No pages were found in the files${why}.`,
		details: null,
	};
}
