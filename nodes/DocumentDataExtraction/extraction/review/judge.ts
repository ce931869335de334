import type { ResultRow } from '../../api/schemas/extractions';
import { readCell, shownText } from './cells';
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

type JudgedRow = { problems: ReviewProblem[]; decided?: DecidedRow };

const CHANGED_BUT_ACCEPTED =
	'The value was changed, but Accept is chosen. Choose Correct to use the change, or restore';

function judgeChanges(doubtful: DoubtfulRow, { decision, texts }: RowDraft): JudgedRow {
	const { number: rowNumber, row, cells } = doubtful;
	const changes = new Map<number, unknown>();
	const problems = [...texts].flatMap(([place, typed]): ReviewProblem[] => {
		const cell = cells[place];
		if (!cell?.isEditable)
			return [
				{ rowNumber, text: `${cell?.column ?? 'A field'} cannot be changed here, so it was not changed` },
			];
		const read = readCell(typed, cell);
		if (read.ok && read.value === cell.value) return [];
		if (decision === 'accept')
			return [{ rowNumber, place, text: `${CHANGED_BUT_ACCEPTED} "${shownText(cell.value).slice(0, 100)}"` }];
		if (!read.ok) return read.problems.map(({ text }) => ({ rowNumber, place, text }));
		changes.set(place, read.value);
		return [];
	});
	if (problems.length > 0) return { problems };
	const corrected = Object.entries(row).map(([column, value], place): [string, unknown] => [
		column,
		changes.has(place) ? changes.get(place) : value,
	]);
	const correctedFields = cells.flatMap(({ column }, place) => (changes.has(place) ? [column] : []));
	return {
		problems,
		decided: {
			decision: changes.size > 0 ? 'corrected' : 'accepted',
			row: changes.size > 0 ? Object.fromEntries(corrected) : row,
			correctedFields,
		},
	};
}

function judgeRow(doubtful: DoubtfulRow, draft: RowDraft | undefined): JudgedRow {
	const { number: rowNumber, row, digest } = doubtful;
	const problem = (text: string): JudgedRow => ({ problems: [{ rowNumber, text }] });
	if (!draft) return problem('This row has no decision yet');
	if (draft.digest !== digest)
		return problem('This row has changed since it was shown. Check it again, and decide');
	if (!draft.decision) return problem('Choose Accept, Correct or Reject');
	if (draft.decision === 'reject')
		return { problems: [], decided: { decision: 'rejected', row, correctedFields: [] } };
	return judgeChanges(doubtful, draft);
}

/** Turns drafts into decisions. A row without a valid decision gets a problem instead. */
export function judgeReview(
	rows: DoubtfulRow[],
	drafts: Drafts,
): { decided: Map<number, DecidedRow>; problems: ReviewProblem[] } {
	const judged = rows.map((doubtful) => ({
		rowNumber: doubtful.number,
		...judgeRow(doubtful, drafts.get(doubtful.number)),
	}));
	return {
		decided: new Map(judged.flatMap(({ rowNumber, decided }) => (decided ? [[rowNumber, decided]] : []))),
		problems: judged.flatMap(({ problems }) => problems),
	};
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
