import type { Extracted } from '../run/batch';
import type { DocumentContents } from './DocumentRows';
import type { LedgerEntry } from './ledger';

const NO_CONTENTS: DocumentContents = { rows: [], review: [] };

/** What the open questions of an extraction need to be answered. */
const questionsOf = ({ status: { status, answer_by, questions } }: Extracted) =>
	status === 'input_required' ? { answer_by: answer_by ?? null, questions } : {};

/**
 * One document with everything that came of it. All documents have the same keys; one whose extraction asks has its questions besides.
 *
 * @param extracted the extraction that covers it, if one does
 */
export const documentJson = (
	entry: LedgerEntry,
	extracted?: Extracted,
	contents: DocumentContents = NO_CONTENTS,
) => ({
	file_name: entry.fileName,
	sent_name: entry.sentName,
	item: entry.item,
	field: entry.field,
	bytes: entry.bytes,
	sha256: entry.file.digest.sha256 ?? null,
	state: entry.state,
	reason: entry.reason,
	row_count: entry.rows,
	rows: contents.rows,
	review: contents.review,
	pages_successful: entry.pages,
	failed_pages: entry.failedPages,
	extraction_id: entry.extractionId,
	submission_id: extracted?.submissionId ?? null,
	...(extracted ? questionsOf(extracted) : {}),
});

/** What an extraction gave and no document can be found for, in the shape of a document; undefined if there is nothing. */
export function unassignedJson(extracted: Extracted, contents: DocumentContents) {
	const { rows, review } = contents;
	if (rows.length === 0 && review.length === 0) return undefined;
	return {
		file_name: null,
		sent_name: null,
		item: null,
		field: null,
		bytes: null,
		sha256: null,
		state: 'unassigned',
		reason: 'The service does not name the document',
		row_count: rows.length,
		rows,
		review,
		pages_successful: null,
		failed_pages: [],
		extraction_id: extracted.status.extraction_id,
		submission_id: extracted.submissionId,
	};
}
