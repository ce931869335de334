import { joinNames, typedText } from '../../shared/text';
import type { Card } from './cards';
import { isAsShown, kindOf, readCell, shownText, type Cell, type CellProblem } from './cells';
import type { Notation } from './notation';

/** What a person has entered so far: field name to text. */
type Entries = ReadonlyMap<string, string>;

/** The fields of a card, by the index of its item: `v_3_0` is the value of its first column, `p_3_0` the reading that was picked for it. */
export const FIELD = /^(?<part>[vpdc])_(?<index>\d{1,9})(?:_(?<place>\d{1,5}))?$/;

export const valueField = (index: number, place: number): string => `v_${index}_${place}`;
export const pickField = (index: number, place: number): string => `p_${index}_${place}`;
export const decisionField = (index: number): string => `d_${index}`;
export const commentField = (index: number): string => `c_${index}`;

/** What keeps a card from being decided. Without a place it is about the whole card. */
export type CardProblem = { key: 'rejectedWithChange' } | (CellProblem & { place: number });

export interface Change {
	cell: Cell;
	value: unknown;
}

/** How far a person is with a card. */
export interface Stand {
	state: 'open' | 'problem' | 'accepted' | 'corrected' | 'rejected';
	/** What is chosen. */
	decision?: string;
	comment: string;
	changes: Change[];
	problems: CardProblem[];
	/** What the fields show, by the place of their column, and the reading that was picked. */
	typed: Map<number, { text: string; picked?: string }>;
}

/** By the index of the item. */
export type Stands = ReadonlyMap<number, Stand>;

export const isUndecided = ({ state }: Stand): boolean => state === 'open' || state === 'problem';

/** The state of a card without a problem. */
function stateOf(decision: string | undefined, changes: Change[]): Stand['state'] {
	if (decision === 'reject') return 'rejected';
	if (changes.length > 0) return 'corrected';
	return decision === 'accept' ? 'accepted' : 'open';
}

/** Judges what was entered for a card. A typed value counts as a correction, whether Accept is chosen or nothing. */
function standOf({ index, cells }: Card, entries: Entries, notation: Notation): Stand {
	const changes: Change[] = [];
	const problems: CardProblem[] = [];
	const typed: Stand['typed'] = new Map();
	for (const cell of cells) {
		const { place, kind } = cell;
		const text = entries.get(valueField(index, place));
		if (text === undefined || isAsShown(text, cell, notation)) continue;
		const read = readCell(text, entries.get(pickField(index, place)), cell, notation);
		if ('problem' in read) {
			problems.push({ place, ...read.problem });
			typed.set(place, { text });
			continue;
		}
		const { value, picked } = read;
		if (value !== cell.value) changes.push({ cell, value });
		// From then on it is shown as it was read, with the reading beside it, so that it is asked about once.
		const shown = shownText({ ...cell, kind: kind ?? kindOf(value), value }, notation);
		typed.set(place, { text: shown, ...(picked !== undefined && { picked: `${shown}|${picked}` }) });
	}
	const decision = entries.get(decisionField(index));
	if (decision === 'reject' && changes.length + problems.length > 0)
		problems.unshift({ key: 'rejectedWithChange' });
	return {
		state: problems.length > 0 ? 'problem' : stateOf(decision, changes),
		decision,
		comment: typedText(entries.get(commentField(index)) ?? ''),
		changes,
		problems,
		typed,
	};
}

export const standsOf = (cards: Card[], entries: Entries, notation: Notation): Stands =>
	new Map(cards.map((card) => [card.index, standOf(card, entries, notation)]));

/** How many cards are in each state. */
export function countsOf(stands: Stands) {
	const counts = { open: 0, problem: 0, accepted: 0, corrected: 0, rejected: 0 };
	for (const { state } of stands.values()) counts[state]++;
	return counts;
}

/** What has been entered, as fields. What the fields show anyway is left out: unchanged values do not travel from page to page. */
export const enteredFields = (stands: Stands): Array<[string, string]> =>
	[...stands].flatMap(([index, { decision = '', comment, typed }]): Array<[string, string]> => [
		[decisionField(index), decision],
		[commentField(index), comment],
		...[...typed].map(([place, { text }]): [string, string] => [valueField(index, place), text]),
		...[...typed].map(([place, { picked = '' }]): [string, string] => [pickField(index, place), picked]),
	]);

/** A value in a sentence, such as `13.49`; a text is cut. */
const inSentence = (value: unknown): string =>
	value === null || value === '' ? '(empty)' : joinNames([String(value)]).slice(0, 200);

/** A change as a text: `Total: 13.49 → 13.95`. */
export const changeText = (name: string, { cell, value }: Change): string =>
	`${name}: ${inSentence(cell.value)} → ${inSentence(value)}`;
