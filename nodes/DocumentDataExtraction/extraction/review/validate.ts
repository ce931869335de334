import type { ResultRow } from '../../api/schemas/extractions';
import { readCell } from './cells';
import type { DoubtfulRow } from './rows';

/** What a person can choose. Changing a value is a decision too, and needs no choice. */
export const DECISIONS = ['accept', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a person has chosen and typed for one row so far. */
export interface RowDraft {
	/** The digest of the row when it was shown. */
	digest: string;
	/** Undefined while nothing is chosen. */
	decision: Decision | undefined;
	/** The texts in the fields of the row, by the place of their column. */
	texts: Map<number, string>;
}

/** By the number of the row. */
export type Drafts = ReadonlyMap<number, RowDraft>;

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
	/** Whether nobody has decided about the row yet. */
	isUndecided?: true;
}

/** What a person has changed in a row, by its column. */
function changesIn({ number: rowNumber, cells }: DoubtfulRow, { texts }: RowDraft) {
	const changes = new Map<string, unknown>();
	const problems: ReviewProblem[] = [];
	for (const [place, typed] of texts) {
		const cell = cells[place];
		if (!cell) continue;
		const read = readCell(typed, cell);
		if (!read.ok) problems.push(...read.problems.map(({ text }) => ({ rowNumber, place, text })));
		else if (read.value !== cell.value) changes.set(cell.column, read.value);
	}
	return { changes, problems };
}

/** The decision about a row, or what keeps it from being decided. */
function decide(doubtful: DoubtfulRow, draft: RowDraft | undefined): DecidedRow | ReviewProblem[] {
	const { number: rowNumber, row, digest } = doubtful;
	const undecided = {
		rowNumber,
		text: 'This row is undecided. Accept it, change a value, or reject it',
		isUndecided: true as const,
	};
	if (!draft) return [undecided];
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
	return draft.decision === 'accept' ? { decision: 'accepted', row, correctedFields: [] } : [undecided];
}

/** Turns drafts into decisions. A row without a decision has a problem. */
export function validateReview(rows: DoubtfulRow[], drafts: Drafts) {
	const decided = new Map<number, DecidedRow>();
	const problems: ReviewProblem[] = [];
	for (const row of rows) {
		const result = decide(row, drafts.get(row.number));
		if (Array.isArray(result)) problems.push(...result);
		else decided.set(row.number, result);
	}
	return { decided, problems };
}
