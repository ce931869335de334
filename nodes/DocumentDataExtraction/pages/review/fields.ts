import type { Card } from '../../extraction/review/cards';
import { shownText, type Cell } from '../../extraction/review/cells';
import {
	commentField,
	decisionField,
	pickField,
	valueField,
	type CardProblem,
	type Stand,
} from '../../extraction/review/stand';
import type { Desk } from '../desk';
import { documentLink, foldedDocument } from '../documents';
import { hidden, markup, type Html } from '../html';
import { say } from '../texts';

/** A card as a page shows it. */
interface ShownCard {
	desk: Desk;
	card: Card;
	stand: Stand;
	/** The problem that has the focus. */
	focus?: CardProblem;
}

/** Shorter texts get a line, longer ones a field of several. */
const LONGEST_LINE = 60;

/** The most facts that stand in one line below the fields, and the most rows of a table. */
const MOST_FACTS = 8;
const MOST_LINES = 50;

export const cardAnchor = (index: number): string => `row-${index}`;

const shorter = (text: string): string =>
	text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE - 1)}…` : text;

/** A value as a line of text shows it. */
export function readable(cell: Cell, { texts, notation }: Desk, value = cell.value): string {
	if (value === null || value === '') return say(texts, 'empty');
	if (typeof value === 'boolean') return say(texts, value ? 'yes' : 'no');
	return shownText({ ...cell, value }, notation);
}

/** The ways to read what was typed. None is chosen. */
function readingFields({ desk: { texts }, card, focus }: ShownCard, problem: CardProblem): Html | false {
	if (problem.key === 'rejectedWithChange' || problem.readings.length === 0) return false;
	const { place, typed, readings } = problem;
	return markup`<span class="readings" role="radiogroup" aria-label="${say(texts, problem.key, problem)}">${readings.map(({ key, shown, how }, index) => markup`<label class="pick"><input type="radio" name="${pickField(card.index, place)}" value="${typed}|${key}"${focus === problem && index === 0 && markup` autofocus`}><span>${how ? say(texts, how, { value: shown }) : shown}</span></label>`)}</span>`;
}

const CHOICES = Object.entries({ '': 'empty', true: 'yes', false: 'no' } as const);

/** The field itself. */
function input({ kind }: Cell, id: string, text: string, about: Html, { texts }: Desk): Html {
	if (kind === 'boolean')
		return markup`<select id="${id}" name="${id}"${about}>${CHOICES.map(([value, label]) => markup`<option value="${value}"${text === value && markup` selected`}>${say(texts, label)}</option>`)}</select>`;
	// A browser drops the first line break of a field of several lines.
	if (text.length > LONGEST_LINE || text.includes('\n'))
		return markup`<textarea id="${id}" name="${id}" rows="3"${about}>
${text}</textarea>`;
	return markup`<input id="${id}" name="${id}" value="${text}" autocomplete="off"${kind === 'number' && markup` inputmode="decimal" class="number"`}${about}>`;
}

/** An example of how a value is written, if it is a number or a date. */
function exampleOf({ kind }: Cell, { texts, notation }: Desk): Html | false {
	const { numberLike, dateLike } = notation;
	const example = kind === 'number' ? numberLike : kind === 'date' ? dateLike : '';
	return example !== '' && markup`<span class="like">${say(texts, 'like', { example })}</span>`;
}

/** What a field says of itself to the browser: its former value for the script, and what describes it to a screen reader. */
function fieldAttributes(id: string, was: string, isWrong: boolean, isChanged: boolean, hasFocus: boolean) {
	const aboutIds = [isWrong && `${id}_p`, isChanged && `${id}_w`].filter(Boolean).join(' ');
	return markup`${isWrong && markup` aria-invalid="true"`}${aboutIds !== '' && markup` aria-describedby="${aboutIds}"`}${hasFocus && markup` autofocus`} data-was="${was}"`;
}

/** A value that can be corrected: with an example of its format, and with its former value once it is changed. */
function cellField(shown: ShownCard, cell: Cell): Html {
	const { desk, card, stand, focus } = shown;
	const { texts, notation } = desk;
	const id = valueField(card.index, cell.place);
	const was = shownText(cell, notation);
	const problem = stand.problems.find((one) => 'place' in one && one.place === cell.place);
	const { text = was, picked } = stand.typed.get(cell.place) ?? {};
	const isChanged = text !== was;
	const readings = problem && readingFields(shown, problem);
	const hasFocus = focus !== undefined && focus === problem && !readings;
	const attributes = fieldAttributes(id, was, problem !== undefined, isChanged, hasFocus);
	const wasText = was === '' ? say(texts, 'wasEmpty') : say(texts, 'was', { value: was });
	return markup`<div class="cell${cell.isAffected && ' doubt'}${isChanged && ' changed'}${problem && ' wrong'}"><label for="${id}">${cell.column}</label>${exampleOf(cell, desk)}${input(cell, id, text, attributes, desk)}<span class="was" id="${id}_w">${isChanged && wasText}</span>${picked !== undefined && isChanged && hidden(pickField(card.index, cell.place), picked)}${problem && markup`<span class="flaw" id="${id}_p">${say(texts, problem.key, problem)}</span>${readings}`}</div>`;
}

/** The rows inside an item, such as the lines of an invoice. */
function linesTable({ column, rows }: Card['tables'][number], { notation }: Desk): Html {
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const shown = (value: unknown): string => {
		if (typeof value === 'number') return notation.number(value);
		return shorter(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''));
	};
	return markup`<div class="lines"><table><caption>${column} <small>${rows.length}</small></caption><thead><tr>${names.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.slice(0, MOST_LINES).map((row) => markup`<tr>${names.map((name) => markup`<td>${shown(row[name])}</td>`)}</tr>`)}</tbody></table></div>`;
}

function decisions({ desk: { texts }, card: { index }, stand, focus }: ShownCard): Html {
	const hasFocus = focus?.key === 'rejectedWithChange';
	return markup`<div class="choices">${(['accept', 'reject'] as const).map((choice) => markup`<label class="choice ${choice}"><input type="radio" name="${decisionField(index)}" value="${choice}"${stand.decision === choice && markup` checked`}${hasFocus && choice === 'accept' && markup` autofocus`}><span>${say(texts, choice)}</span></label>`)}</div>`;
}

/** One card: what it is, why it is here, the fields in doubt, all others in one line, and the decision. */
export function cardFields(shown: ShownCard): Html {
	const { desk, card, stand } = shown;
	const { texts } = desk;
	const { index, title, cells, reason, tables } = card;
	const doubts = cells.filter(({ isAffected }) => isAffected);
	const others = cells.filter(({ isAffected }) => !isAffected);
	const isOpen = others.some(({ place }) => stand.typed.has(place));
	const facts = others.filter(
		({ value }) => value !== null && value !== '' && value !== false && !title.includes(String(value)),
	);
	const ofTheCard = stand.problems.filter((problem) => !('place' in problem));
	const id = `t_${index}`;
	return markup`<article class="row ${stand.state}" id="${cardAnchor(index)}" tabindex="-1" aria-labelledby="${id}">
<header><h3 id="${id}" dir="auto">${title.map((part, place) => (place === 0 ? markup`<b>${part}</b>` : markup` <span>${part}</span>`))}</h3><span class="state" data-state>${stand.state !== 'open' && say(texts, stand.state)}</span>${documentLink(desk, card)}</header>
${reason !== '' && markup`<div class="why" dir="auto">${reason}</div>`}
${ofTheCard.map(({ key }) => markup`<p class="flaw">${say(texts, key)}</p>`)}
${foldedDocument(desk, card)}
${doubts.length > 0 && markup`<div class="cells">${doubts.map((cell) => cellField(shown, cell))}</div>`}
<details class="more"${isOpen && markup` open`}><summary><span class="edit">${say(texts, 'edit')}</span> ${facts.slice(0, MOST_FACTS).map((cell) => markup`<span class="fact"><i>${cell.column}</i> ${shorter(readable(cell, desk))}</span> `)}</summary><div class="cells">${others.map((cell) => cellField(shown, cell))}</div></details>
${tables.map((table) => linesTable(table, desk))}
<fieldset class="decide"><legend class="unseen">${say(texts, 'decision', { title: title.join(' · ') })}</legend>${decisions(shown)}<label class="comment"><span>${say(texts, 'comment')}</span><input name="${commentField(index)}" value="${stand.comment}" autocomplete="off"></label><button class="undo" name="step" value="undo_${index}">${say(texts, 'undo')}</button></fieldset>
</article>`;
}
