import type { ResultRow } from '../../api/schemas/extractions';
import { readCell, type Cell } from './cells';
import type { RowDraft, Drafts } from './drafts';
import type { DoubtfulRow } from './rows';

/** What a person has decided about a row. */
export interface DecidedRow {
	decision: 'accepted' | 'corrected' | 'rejected';
	/** With the corrections. */
	row: ResultRow;
	correctedFields: string[];
}

/** What keeps a row from being decided. */
export interface ReviewProblem {
	rowNumber: number;
	/** The place of the column that it is about. */
	place?: number;
	text: string;
}

/** What a person has changed in a row, by its column. */
function changesIn({ number: rowNumber, cells }: DoubtfulRow, { texts }: RowDraft) {
	const changes = new Map<string, unknown>();
	const problems = [...texts].flatMap(([place, typed]): ReviewProblem[] => {
		const cell = cells[place];
		if (!cell?.isEditable)
			return [
				{ rowNumber, text: `${cell?.column ?? 'A field'} cannot be changed here, so it was not changed` },
			];
		const read = readCell(typed, cell);
		if (!read.ok) return read.problems.map(({ text }) => ({ rowNumber, place, text }));
		if (read.value !== cell.value) changes.set(cell.column, read.value);
		return [];
	});
	return { changes, problems };
}

/** The decision about a row, or what keeps it from being decided: nothing if nobody has decided about it. */
function judgeRow(doubtful: DoubtfulRow, draft: RowDraft | undefined): DecidedRow | ReviewProblem[] {
	const { number: rowNumber, row, digest } = doubtful;
	if (!draft) return [];
	if (draft.digest !== digest) {
		const text =
			'This row has changed since it was shown. It now shows the new values. Check them, and decide';
		return [{ rowNumber, text }];
	}
	const { changes, problems } = changesIn(doubtful, draft);
	if (draft.decision === 'reject') {
		if (changes.size === 0) return { decision: 'rejected', row, correctedFields: [] };
		const text =
			'Rejected, but a value was changed. To keep the change, choose Accept. Otherwise restore the value';
		return [{ rowNumber, text }];
	}
	if (problems.length > 0) return problems;
	// What a person has typed counts, even if Accept is chosen.
	if (changes.size > 0) {
		const corrected = { ...row, ...Object.fromEntries(changes) };
		return { decision: 'corrected', row: corrected, correctedFields: [...changes.keys()] };
	}
	return draft.decision === 'accept' ? { decision: 'accepted', row, correctedFields: [] } : [];
}

/** What became of the drafts of some rows. Each row is in one of them. */
interface JudgedReview {
	decided: Map<number, DecidedRow>;
	problems: ReviewProblem[];
	/** The rows that nobody has decided about. */
	undecided: number[];
}

/** Turns drafts into decisions. */
export function judgeReview(rows: DoubtfulRow[], drafts: Drafts): JudgedReview {
	const review: JudgedReview = { decided: new Map(), problems: [], undecided: [] };
	for (const doubtful of rows) {
		const judged = judgeRow(doubtful, drafts.get(doubtful.number));
		if (!Array.isArray(judged)) review.decided.set(doubtful.number, judged);
		else if (judged.length > 0) review.problems.push(...judged);
		else review.undecided.push(doubtful.number);
	}
	return review;
}

function isChanged(typed: string, cell: Cell | undefined): boolean {
	if (!cell?.isEditable) return false;
	const read = readCell(typed, cell);
	return !read.ok || read.value !== cell.value;
}

/** Keeps only changed texts in the drafts of some rows, because the forms of the other pages carry them along. */
export function withoutUnchanged(drafts: Drafts, rows: DoubtfulRow[]): Drafts {
	const kept = new Map(drafts);
	for (const { number, cells } of rows) {
		const draft = drafts.get(number);
		if (!draft) continue;
		const texts = [...draft.texts].filter(([place, typed]) => isChanged(typed, cells[place]));
		kept.set(number, { ...draft, texts: new Map(texts) });
	}
	return kept;
}
