import type { Card } from '../../extraction/review/cards';
import {
	countsOf,
	isUndecided,
	valueField,
	type CardProblem,
	type Stand,
	type Stands,
} from '../../extraction/review/stand';
import {
	button,
	deskForm,
	deskPage,
	foot,
	notice,
	pager,
	progressBar,
	top,
	type Desk,
	type Entry,
} from '../desk';
import { viewer } from '../documents';
import type { PostedForm } from '../form';
import { markup, type Html } from '../html';
import type { Page } from '../page';
import { countOf, say, type TextKey } from '../texts';
import { cardAnchor, cardFields } from './fields';

/** All cards of a review, and how far a person is. */
export interface Review {
	desk: Desk;
	cards: Card[];
	stands: Stands;
	/** The fields that travel along. */
	kept: PostedForm;
	/** What has happened. */
	said?: TextKey;
}

interface ReviewPage extends Review {
	/** The cards of this page. */
	shown: Card[];
	/** 1-based. */
	page: number;
	pages: number;
	/** Whether problems are named; a person who only goes elsewhere is not told. */
	tells: boolean;
	/** What the enter key tries: what was just tried. */
	enter: string;
}

const titleText = ({ title }: Card): Html =>
	markup`<b>${title[0]}</b> <span>${title.slice(1).join(' · ')}</span>`;

/** A card of the list of all: a link where it is on the page, else a button that goes to its page. */
function railEntry({ desk: { texts }, stands }: Review, card: Card, isHere: boolean): Html {
	const anchor = cardAnchor(card.index);
	const { state } = stands.get(card.index)!;
	const entry = isHere
		? markup`<a href="#${anchor}">${titleText(card)}</a>`
		: markup`<button name="step" value="goto_${card.index}" formaction="#${anchor}">${titleText(card)}</button>`;
	return markup`<li class="${state}" data-row="${anchor}">${entry}<em class="unseen">${say(texts, state)}</em></li>`;
}

/** Two documents may have one name, and a row may name none. */
const fileOf = ({ document, source }: Card): string => document?.key ?? source;

/** Cards next to each other that came from the same file. */
function byFile(cards: Card[]): Card[][] {
	const groups: Card[][] = [];
	for (const card of cards) {
		const group = groups.at(-1);
		if (group?.[0] && fileOf(group[0]) === fileOf(card)) group.push(card);
		else groups.push([card]);
	}
	return groups;
}

function entryOf({ texts }: Desk, { index, title, cells }: Card, problem: CardProblem): Entry {
	const place = 'place' in problem ? problem.place : undefined;
	const column = place === undefined ? '' : `, ${cells.find((cell) => cell.place === place)?.column}`;
	return {
		anchor: place === undefined ? cardAnchor(index) : valueField(index, place),
		where: `${title[0]}${column}:`,
		text: say(texts, problem.key, problem),
	};
}

/** The rows beside their documents. One thing is asked of a person: does this row agree with that page? */
export function reviewPage(at: ReviewPage): Page {
	const { desk, cards, stands, shown, said } = at;
	const { texts } = desk;
	const standOf = ({ index }: Card): Stand => stands.get(index)!;
	const counts = countsOf(stands);
	const done = cards.length - counts.open - counts.problem;
	const problems = at.tells
		? shown.flatMap((card) => standOf(card).problems.map((problem) => ({ card, problem })))
		: [];
	const next = shown.find((card) => isUndecided(standOf(card)));
	const focus = problems.length === 1 ? problems[0]!.problem : undefined;
	const entries = problems.map(({ card, problem }) => entryOf(desk, card, problem));
	const files = new Set(cards.map(fileOf)).size;
	const facts = say(texts, 'needReview', {
		rows: countOf(texts, 'rows', cards.length),
		documents: countOf(texts, 'documents', files),
	});
	const notices = [!desk.hasDocuments && notice(say(texts, 'noViewer')), said && notice(say(texts, said))];
	const section = (group: Card[], place: number): Html =>
		markup`<section aria-labelledby="f_${place}"><h2 id="f_${place}" class="file"><span>${(group[0]!.document?.name ?? group[0]!.source) || say(texts, 'noFileTitle')}</span> <small>${countOf(texts, 'rows', group.length)}</small></h2>
${group.map((card) => cardFields({ desk, card, stand: standOf(card), focus }))}</section>`;
	const body = markup`<a class="skip" href="#${cardAnchor((next ?? shown[0])?.index ?? 0)}">${say(texts, 'skip')}</a>
${top(desk, facts, notices, entries, at.enter)}
<div class="desk${desk.hasDocuments && ' has-viewer'}">
${deskForm(
	desk,
	at.kept,
	markup`<main class="rows">${byFile(shown).map(section)}
${pager(desk, at.page, at.pages)}</main>
${foot(progressBar(say(texts, 'progress', { done, all: cards.length }), done, cards.length, say(texts, 'keptHere')), [button('summary', say(texts, 'summary'), 'main')])}
<nav class="rail" aria-label="${say(texts, 'allRows')}"><h2>${say(texts, 'allRows')}</h2><ol>${cards.map((card) => railEntry(at, card, shown.includes(card)))}</ol><details class="keys"><summary>${say(texts, 'keys')}</summary><p>${say(texts, 'keysText')}</p></details></nav>`,
	done + counts.problem > 0,
)}
${viewer(desk, problems[0]?.card ?? next ?? shown[0])}
</div>`;
	return deskPage(desk, body, entries);
}
