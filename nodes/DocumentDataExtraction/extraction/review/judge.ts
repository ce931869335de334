import type { ResultRow } from '../../api/schemas/extractions';
import { readCell } from './cells';
import type { DoubtfulRow } from './doubtfulRows';
import type { RowDraft, Drafts } from './drafts';

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

/** Empty for a row that nobody has decided about. */
type JudgedRow = { problems?: ReviewProblem[]; decided?: DecidedRow };

/** What a person has changed in a row, by the place of its column. */
function changesIn({ number: rowNumber, cells }: DoubtfulRow, { texts }: RowDraft) {
	const changes = new Map<number, unknown>();
	const problems = [...texts].flatMap(([place, typed]): ReviewProblem[] => {
		const cell = cells[place];
		if (!cell?.isEditable)
			return [
				{ rowNumber, text: `${cell?.column ?? 'A field'} cannot be changed here, so it was not changed` },
			];
		const read = readCell(typed, cell);
		if (!read.ok) return read.problems.map(({ text }) => ({ rowNumber, place, text }));
		if (read.value !== cell.value) changes.set(place, read.value);
		return [];
	});
	return { changes, problems };
}

function corrected({ row, cells }: DoubtfulRow, changes: ReadonlyMap<number, unknown>): DecidedRow {
	const values = Object.entries(row).map(([column, value], place): [string, unknown] => [
		column,
		changes.has(place) ? changes.get(place) : value,
	]);
	return {
		decision: 'corrected',
		row: Object.fromEntries(values),
		correctedFields: cells.flatMap(({ column }, place) => (changes.has(place) ? [column] : [])),
	};
}

function judgeRow(doubtful: DoubtfulRow, draft: RowDraft | undefined): JudgedRow {
	const { number: rowNumber, row, digest } = doubtful;
	if (!draft) return {};
	if (draft.digest !== digest) {
		const text =
			'This row has changed since it was shown. It now shows the new values. Check them, and decide';
		return { problems: [{ rowNumber, text }] };
	}
	if (draft.decision === 'reject') return { decided: { decision: 'rejected', row, correctedFields: [] } };
	const { changes, problems } = changesIn(doubtful, draft);
	if (problems.length > 0) return { problems };
	// What a person has typed counts, even if Accept is chosen.
	if (changes.size > 0) return { decided: corrected(doubtful, changes) };
	return draft.decision === 'accept' ? { decided: { decision: 'accepted', row, correctedFields: [] } } : {};
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
	const judged: JudgedReview = { decided: new Map(), problems: [], undecided: [] };
	for (const doubtful of rows) {
		const { problems, decided } = judgeRow(doubtful, drafts.get(doubtful.number));
		if (decided) judged.decided.set(doubtful.number, decided);
		else if (problems) judged.problems.push(...problems);
		else judged.undecided.push(doubtful.number);
	}
	return judged;
}

/** Keeps only changed texts in a draft, because the forms of the other pages carry it along. */
export const withoutUnchanged = (draft: RowDraft, { cells }: DoubtfulRow): RowDraft => ({
	...draft,
	texts: new Map(
		[...draft.texts].filter(([place, typed]) => {
			const cell = cells[place];
			if (!cell?.isEditable) return false;
			const read = readCell(typed, cell);
			return !read.ok || read.value !== cell.value;
		}),
	),
});
