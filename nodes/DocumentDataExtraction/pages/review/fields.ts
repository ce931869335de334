import { isAsShown, LONGEST_CELL, shownText, type Cell } from '../../extraction/review/cells';
import {
	DECISIONS,
	type Decision,
	type ReviewProblem,
	type RowDraft,
} from '../../extraction/review/validate';
import type { DoubtfulRow } from '../../extraction/review/rows';
import type { ReviewItem } from '../../extraction/rows/review';
import { hidden, markup, type Html } from '../html';
import { decisionField, digestField, valueField } from './postedReview';

/** What a row is shown with. */
export interface ShownRow {
	doubtful: DoubtfulRow;
	/** What has been chosen and changed before; undefined at first. */
	draft: RowDraft | undefined;
	problems: ReviewProblem[];
}

/** A file that a browser can get from n8n. */
export interface DocumentLink {
	url: string;
	fileName: string;
}

/** Finds the file that a `<file_name> (Page <n>)` names; undefined if no link leads to it. */
export type FindDocument = (source: string) => DocumentLink | undefined;

/** Shorter texts get a line, longer ones a field of several. */
const LONGEST_LINE = 60;

const MEANINGS: Record<Decision, string> = {
	accept: 'Accept: the row is correct',
	reject: 'Reject: do not use this row',
};

const BOOLEANS = [
	['', '(empty)'],
	['true', 'Yes'],
	['false', 'No'],
] as const;

function source(text: string, find: FindDocument): Html {
	const found = find(text);
	if (!found) return markup`<li>${text}</li>`;
	return markup`<li><a href="${found.url}" target="_blank" rel="noopener noreferrer" download="${found.fileName}">${text}</a></li>`;
}

/** The documents to look at, as links where n8n has them. */
export const sourceList = (sources: string[], find: FindDocument): Html | false =>
	sources.length > 0 && markup`<ul aria-label="Documents">${sources.map((text) => source(text, find))}</ul>`;

function input(name: string, { kind }: Cell, text: string, about: Html | false): Html {
	if (kind === 'boolean') {
		const options = BOOLEANS.map(
			([value, label]) =>
				markup`<option value="${value}"${text === value && markup` selected`}>${label}</option>`,
		);
		return markup`<select id="${name}" name="${name}"${about}>${options}</select>`;
	}
	const isNumber = kind === 'number';
	if (isNumber || (text.length <= LONGEST_LINE && !text.includes('\n')))
		return markup`<input type="text"${isNumber && markup` inputmode="decimal"`} id="${name}" name="${name}" value="${text}" autocomplete="off"${about}>`;
	// A browser drops the first line break of a field of several lines.
	return markup`<textarea id="${name}" name="${name}"${about}>
${text}</textarea>`;
}

function editableCell(cell: Cell, place: number, { doubtful, draft, problems }: ShownRow): Html {
	const name = valueField(doubtful.number, place);
	const wrong = problems.filter((problem) => problem.place === place).map(({ text }) => text);
	const isWrong = wrong.length > 0;
	const typed = draft?.texts.get(place) ?? shownText(cell.value);
	// For people who cannot see the page.
	const about = isWrong && markup` aria-invalid="true" aria-describedby="${name}_problem"`;
	return markup`<p><label for="${name}">${cell.column} ${cell.isAffected && markup`<span class="tag">unsure</span>`}${!isAsShown(typed, cell) && markup` <span class="tag">changed</span>`}</label>
${isWrong && markup`<span class="wrong" id="${name}_problem">${wrong.join('. ')}</span>`}
${input(name, cell, typed, about)}</p>`;
}

/** A value that is only to be read. */
const otherCell = ({ column, value, isAffected }: Cell): Html =>
	markup`<tr><th scope="row">${column} ${isAffected && markup`<span class="tag">unsure</span>`}</th><td class="text">${shownText(value).slice(0, LONGEST_CELL)}</td></tr>`;

/** Nothing is chosen beforehand: a person decides. */
function choices({ doubtful, draft }: ShownRow): Html {
	const name = decisionField(doubtful.number);
	return markup`<div role="radiogroup" aria-label="Decision about row ${doubtful.number}">${DECISIONS.map(
		(decision) =>
			markup`<label class="choice"><input type="radio" name="${name}" value="${decision}"${decision === draft?.decision && markup` checked`}> ${MEANINGS[decision]}</label>`,
	)}</div>`;
}

/** One row of the form: why it needs review, its document, its values, and the decision. */
export function rowFields(shown: ShownRow, find: FindDocument): Html {
	const { doubtful, problems } = shown;
	const { number, cells, messages, sources, digest } = doubtful;
	const others = cells.filter(({ isEditable }) => !isEditable);
	const ofTheRow = problems.filter(({ place }) => place === undefined);
	return markup`<fieldset id="${decisionField(number)}">
<legend>Row ${number}</legend>
${hidden(digestField(number), digest)}
${ofTheRow.map(({ text }) => markup`<p class="wrong">${text}</p>`)}
${messages.map((message) => markup`<p class="notice text">${message}</p>`)}
${sourceList(sources, find)}
${others.length > 0 && markup`<table>${others.map(otherCell)}</table>`}
${cells.map((cell, place) => (cell.isEditable ? editableCell(cell, place, shown) : undefined))}
${choices(shown)}
</fieldset>
`;
}

/** What the service says of no row, with its documents. */
export const withoutRowNotice = (entry: ReviewItem, find: FindDocument): Html =>
	markup`<div class="notice"><h2>Issue Without a Row</h2>
<p class="text">${entry.message}</p>
${sourceList(entry.source_references, find)}
${entry.affected_fields.length > 0 && markup`<p>Affected columns: <span class="text">${entry.affected_fields.join(', ')}</span></p>`}</div>
`;
