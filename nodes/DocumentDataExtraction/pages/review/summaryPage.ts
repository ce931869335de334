import type { Card } from '../../extraction/review/cards';
import { countsOf, isUndecided, type Stand } from '../../extraction/review/stand';
import { button, deskForm, deskPage, foot, notice, progressBar, top } from '../desk';
import { markup, type Html } from '../html';
import type { Page } from '../page';
import { countOf, say, type TextKey } from '../texts';
import { cardAnchor, readable } from './fields';
import type { Review } from './reviewPage';

/** The field for the name of the person. */
export const NAME_FIELD = 'by';

/** What becomes of a card, or why it is still here. */
function outcome({ desk }: Review, { reason }: Card, stand: Stand): Html | string {
	if (isUndecided(stand)) return reason;
	const { changes, comment, state } = stand;
	if (changes.length > 0)
		return markup`${changes.map(({ cell, value }) => markup`<p><i>${cell.column}</i> <del>${readable(cell, desk)}</del> → <ins>${readable(cell, desk, value)}</ins></p>`)}`;
	if (state === 'rejected' && comment !== '') return markup`<q>${comment}</q>`;
	return markup`<span class="none">${say(desk.texts, 'nothingChanges')}</span>`;
}

function tableRow(review: Review, card: Card): Html {
	const stand = review.stands.get(card.index)!;
	return markup`<tr class="${stand.state}"><th scope="row"><button class="link" name="step" value="goto_${card.index}" formaction="#${cardAnchor(card.index)}">${card.title[0]}</button> <span>${card.title.slice(1).join(' · ')}</span></th><td><span class="state">${say(review.desk.texts, stand.state)}</span></td><td>${outcome(review, card, stand)}</td></tr>`;
}

function table(review: Review, id: 'undecided' | 'decided', cards: Card[], last: TextKey, more?: Html) {
	const { texts } = review.desk;
	return (
		cards.length > 0 &&
		markup`<section class="sheet" aria-labelledby="${id}"><h2 id="${id}">${say(texts, id)} <small>${countOf(texts, 'rows', cards.length)}</small></h2><table><thead><tr><th scope="col">${say(texts, 'rowHead')}</th><th scope="col">${say(texts, 'decisionHead')}</th><th scope="col">${say(texts, last)}</th></tr></thead><tbody>${cards.map((card) => tableRow(review, card))}</tbody></table>${more}</section>`
	);
}

/** Every card with its state and what changes. Only here can the rest be accepted at once, because here it has been seen. @param by the name of the person, if it is asked for */
export function summaryPage(review: Review, by: string | undefined): Page {
	const { desk, cards, stands, said } = review;
	const { texts } = desk;
	const counts = countsOf(stands);
	const open = cards.filter(({ index }) => isUndecided(stands.get(index)!));
	const isQuiet = ({ index }: Card) => stands.get(index)!.state === 'accepted';
	const closed = cards.filter((card) => !open.includes(card));
	const decided = [...closed.filter((card) => !isQuiet(card)), ...closed.filter(isQuiet)];
	const done = cards.length - open.length;
	const lead = say(texts, open.length > 0 ? 'checkLeadOpen' : 'checkLead', { n: open.length });
	const title = say(texts, 'summary');
	const finish = button('finish', say(texts, 'finish', { n: cards.length }), 'main', markup` autofocus`);
	const name = markup`<label class="name"><span>${say(texts, 'yourName')}</span> <input name="${NAME_FIELD}" value="${by}" autocomplete="name"></label>`;
	const body = markup`${top({ ...desk, title, introduction: lead }, say(texts, 'kinds', counts), [said && notice(say(texts, said), 'bad')], [], 'summary')}
<div class="desk final">${deskForm(
		desk,
		review.kept,
		markup`${foot(progressBar(say(texts, 'progress', { done, all: cards.length }), done, cards.length), [by !== undefined && name, button('back', say(texts, 'back'), 'second'), open.length === 0 && finish], 'above')}
<main>${table(review, 'undecided', open, 'whyHead', counts.open > 0 ? markup`<p class="all">${button('all', say(texts, 'acceptAll', { n: counts.open }), 'second')}</p>` : undefined)}${table(review, 'decided', decided, 'changeHead')}</main>`,
		true,
	)}</div>`;
	return deskPage(desk, body, [], { title, kind: 'narrowed', status: said ? 422 : 200 });
}
