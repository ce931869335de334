import type { DocumentOutcome, DocumentRequest, Question } from '../../../dev/sandbox/documents/types';

/** A document whose bytes say what the service will find in it, so that every charge can be traced to its content. */
export interface Doc {
	/** Unique in a history: the content. */
	id: string;
	/** Rows of each page, such as [1, 0, 2]. */
	pages: number[];
	/** Pages that cannot be processed, 1-based. */
	failedPages: number[];
	/** `encrypted` and `too_many_pages` fail the whole extraction; the rows of `doubtful` need review. */
	trait: 'fine' | 'encrypted' | 'too_many_pages' | 'doubtful' | 'ambiguous';
	/** Bytes; at least what the description needs. */
	size: number;
}

/** A document that makes its extraction fail. */
export const isBadTrait = (trait: Doc['trait']): boolean =>
	trait === 'encrypted' || trait === 'too_many_pages';

/** How a PDF begins. The node goes by it. */
const BEGINNING = '%PDF-';

/** The bytes of a document. */
export function bytesOf({ id, pages, failedPages, trait, size }: Doc): Buffer {
	const text = BEGINNING + JSON.stringify([id, pages, failedPages, trait]);
	return Buffer.from(text.padEnd(size, ' '));
}

/** The document that these bytes are. Throws when a byte was lost or swapped on the way. */
export function documentOf(bytes: Buffer): Doc {
	const [id, pages, failedPages, trait] = JSON.parse(bytes.toString().slice(BEGINNING.length)) as [
		string,
		number[],
		number[],
		Doc['trait'],
	];
	return { id, pages, failedPages, trait, size: bytes.length };
}

/** One row as it is extracted. */
export interface DocRow {
	doc: string;
	page: number;
	line: number;
}

/** The rows of a document, in order. */
export function rowsOf({ id, pages, failedPages }: Doc): DocRow[] {
	return pages.flatMap((count, index) =>
		failedPages.includes(index + 1)
			? []
			: Array.from({ length: count }, (_, line) => ({ doc: id, page: index + 1, line: line + 1 })),
	);
}

export const successfulPages = ({ pages, failedPages }: Doc): number => pages.length - failedPages.length;

interface ReadDoc {
	doc: Doc;
	fileName: string;
}

const FAILURES: Array<[trait: Doc['trait'], code: string]> = [
	['encrypted', 'ENCRYPTED_FILE'],
	['too_many_pages', 'FILE_PAGE_LIMIT_EXCEEDED'],
];

/** The failure of an extraction with a document that cannot be read. */
function failureOf(docs: ReadDoc[]): DocumentOutcome | undefined {
	for (const [trait, code] of FAILURES) {
		const file_names = docs.filter(({ doc }) => doc.trait === trait).map(({ fileName }) => fileName);
		if (file_names.length === 0) continue;
		return { kind: 'failed', code, message: `It failed because of ${code}`, details: { file_names } };
	}
	return undefined;
}

const questionOf = (recommends: boolean): Question => ({
	question_id: 'date_order',
	type: 'single_choice',
	question: 'Day or month first?',
	scope: { level: 'extraction', applies_to: 'all documents' },
	choices: [
		{ choice_id: 'day_first', label: 'Day first', ...(recommends ? { recommended: true } : {}) },
		{ choice_id: 'month_first', label: 'Month first' },
	],
});

function pagesOf(docs: ReadDoc[]) {
	const all = docs.flatMap(({ doc, fileName: file_name }) =>
		doc.pages.map((_, index) => ({
			file_name,
			page: index + 1,
			hasFailed: doc.failedPages.includes(index + 1),
		})),
	);
	const those = (failed: boolean) =>
		all.filter(({ hasFailed }) => hasFailed === failed).map(({ file_name, page }) => ({ file_name, page }));
	const affected_pages = docs
		.filter(({ doc }) => doc.failedPages.length > 0)
		.map(({ doc, fileName }) => ({ file_name: fileName, pages: doc.failedPages }));
	const reason = { code: 'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED', message: 'A page grew too large' };
	const [successful, failed] = [those(false), those(true)];
	return {
		successful_count: successful.length,
		failed_count: failed.length,
		successful,
		failed,
		failure_reasons: affected_pages.length > 0 ? [{ ...reason, affected_pages }] : [],
	};
}

/** What an extraction of these documents ends in. */
export function outcomeOf(
	docs: ReadDoc[],
	{ prompt, askQuestions, answers }: DocumentRequest,
	recommends: boolean,
): DocumentOutcome {
	const failure = failureOf(docs);
	if (failure) return failure;
	const isAsked = askQuestions && docs.some(({ doc }) => doc.trait === 'ambiguous');
	if (isAsked && answers.length === 0) return { kind: 'questions', questions: [questionOf(recommends)] };
	const asked = typeof prompt === 'string' ? prompt : JSON.stringify(prompt);
	const rows = docs.flatMap(({ doc, fileName }) =>
		rowsOf(doc).map(({ page, line }) => ({
			values: { 'Invoice Number': doc.id, Amount: page * 100 + line, 'Asked For': asked },
			fileName,
			page,
			isDoubtful: doc.trait === 'doubtful' && line === 1,
		})),
	);
	return {
		kind: 'completed',
		outputStructure: 'per_invoice',
		columns: ['Invoice Number', 'Amount', 'Asked For'],
		rows: rows.map(({ values, fileName, page }) => ({ values, fileName, page })),
		pages: pagesOf(docs),
		reviewItems: rows.flatMap(({ isDoubtful, fileName, page }, index) =>
			isDoubtful
				? {
						message: 'The total does not add up',
						affected_fields: ['Amount'],
						output_row_numbers: [index + 1],
						source_references: [`${fileName} (Page ${page})`],
					}
				: [],
		),
		notes: [],
	};
}
