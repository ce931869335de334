/** A sentence names no more. */
const ITEMS_NAMED = 5;

/** Puts the items of a list into a sentence: `1`, `1 and 2`, `1, 2 and 3`, `1, 2, 3, 4, 5 and 7 more`. */
function inSentence(texts: string[]): string {
	const named = texts.slice(0, ITEMS_NAMED);
	const more = texts.length - named.length;
	const last = more > 0 ? `${more} more` : named.pop();
	return named.length > 0 ? `${named.join(', ')} and ${last}` : `${last}`;
}

/** Names input items as n8n's panels count them, from 1: `Item 2`, `Items 1 and 3`. */
export const itemNumbers = (itemIndexes: number[]): string =>
	`${itemIndexes.length === 1 ? 'Item' : 'Items'} ${inSentence(itemIndexes.map((index) => String(index + 1)))}`;
