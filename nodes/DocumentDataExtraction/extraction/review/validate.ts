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

const UNDECIDED = 'This row is undecided. Accept it, change a value, or reject it';

const OTHER_VALUES =
	'This row has changed since it was shown. It now shows the new values. Check them, and decide';

const REJECTED_WITH_CHANGE =
	'Rejected, but a value was changed. To keep the change, choose Accept. Otherwise restore the value';

/** The decision about a row, or what keeps it from being decided. */
function decide(
	{ number: rowNumber, row, digest, cells }: DoubtfulRow,
	draft: RowDraft | undefined,
): DecidedRow | ReviewProblem[] {
	const undecided: ReviewProblem[] = [{ rowNumber, text: UNDECIDED, isUndecided: true }];
	if (!draft) return undecided;
	if (draft.digest !== digest) return [{ rowNumber, text: OTHER_VALUES }];
	const changes: Array<[column: string, value: unknown]> = [];
	const problems: ReviewProblem[] = [];
	for (const [place, typed] of draft.texts) {
		const cell = cells[place];
		if (!cell) continue;
		const read = readCell(typed, cell);
		if (!read.ok) problems.push(...read.problems.map(({ text }) => ({ rowNumber, place, text })));
		else if (read.value !== cell.value) changes.push([cell.column, read.value]);
	}
	const isChanged = changes.length > 0;
	if (draft.decision === 'reject')
		return isChanged
			? [{ rowNumber, text: REJECTED_WITH_CHANGE }]
			: { decision: 'rejected', row, correctedFields: [] };
	if (problems.length > 0) return problems;
	if (!isChanged && draft.decision !== 'accept') return undecided;
	// What a person has typed counts, even if Accept is chosen.
	return {
		decision: isChanged ? 'corrected' : 'accepted',
		row: isChanged ? { ...row, ...Object.fromEntries(changes) } : row,
		correctedFields: changes.map(([column]) => column),
	};
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
