import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { LIMITS } from '../../../api/limits';
import { cardsOf, type Card } from '../../../extraction/review/cards';
import type { Desk } from '../../../pages/desk';
import { columnNames } from '../../../parameters/outputShape';
import { text, toggle, type Values } from '../../../parameters/param';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';
import { isRecord } from '../../../shared/json';
import { InputProblems } from '../../../shared/problems';
import { sha256, shown, splitList } from '../../../shared/text';
import type { PageRun } from '../../operation';
import { parkedDocuments } from '../../person/documents';
import { pageOptions, personWait } from '../../person/options';
import { parkedItems } from '../../person/park';
import type { ReviewRun } from './steps';

/** What the editor shows. */
export const parameters = {
	waitMs: personWait(
		7 * 24,
		LIMITS.retentionDays * 24,
		'How long to wait for a person. After that, the node outputs its input items unchanged, without <code>review_decision</code>.',
	),
};

export const options = {
	...pageOptions('Review Extracted Rows'),
	asksName: toggle({
		displayName: 'Ask for a Name',
		name: 'askForName',
		default: false,
		description:
			'Whether the page asks who decides, for <code>reviewed_by</code>. Add <code>&name=Ada%20Lovelace</code> to the link to fill it in. Nobody checks it.',
	}),
	columnNames,
	onlyWithReason: toggle({
		displayName: 'Only Items With a Reason',
		name: 'onlyWithReason',
		default: true,
		description:
			'Whether to show only items with a reason to look at them. The others continue with <code>review_decision</code> not_needed. If there are no others, the node does not wait.',
	}),
	reason: text({
		displayName: 'Reason Field',
		name: 'reasonField',
		default: 'review_message',
		description: 'The field of the items that says why a person is to look at them',
	}),
	titles: text({
		displayName: 'Title Fields',
		name: 'titleFields',
		placeholder: 'e.g. Invoice Number, Supplier',
		description:
			'The fields that tell one item from another. If empty, the node looks for a number and a supplier.',
	}),
	toCheck: text({
		displayName: 'Fields to Check Field',
		name: 'fieldsToCheckField',
		default: 'review_fields',
		description: 'The field that names the columns to check, separated by commas. The page shows them first.',
	}),
};

/** More make a page that n8n is slow to evaluate at each look. */
const MOST_ITEMS = 1000;
const MOST_CHARACTERS = 8_000_000;

export const cardsIn = (
	context: IExecuteFunctions | IWebhookFunctions,
	items: INodeExecutionData[],
	setting: Values<typeof options>,
): Card[] =>
	cardsOf(
		items.map(({ json }) => json),
		{ ...setting, titles: splitList(setting.titles) },
		parkedDocuments(items, keepsFilesInJson(context)).ofItem,
	);

/** @throws InputProblems for more than a page can hold */
export function expectFew(items: INodeExecutionData[], cards: Card[]): void {
	const characters = JSON.stringify(items.map(({ json }) => json)).length;
	if (cards.length <= MOST_ITEMS && characters <= MOST_CHARACTERS) return;
	const text = `A page takes at most ${MOST_ITEMS} items to review and ${MOST_CHARACTERS / 1e6} MB, but there are ${cards.length} items of ${(characters / 1e6).toFixed(1)} MB`;
	const nextStep =
		'Connect only the output Review of Extract Documents, or put Loop Over Items before this node to review them in parts.';
	throw new InputProblems([{ text, nextStep }]);
}

/**
 * A wrong name would let each row pass unseen. The default alone may be missing: Extract Documents sets it on doubtful rows only.
 *
 * @throws InputProblems for a field that no item has
 */
export function expectReason(items: INodeExecutionData[], setting: Values<typeof options>): void {
	const { onlyWithReason, reason } = setting;
	const rows = items.filter(({ json }) => Object.keys(json).length > 0 && !isRecord(json.error));
	const isKnown = rows.length === 0 || rows.some(({ json }) => Object.hasOwn(json, reason));
	if (!onlyWithReason || isKnown || reason === options.reason.whenAbsent) return;
	const text = `No item has a field ${shown(reason)}`;
	const nextStep = 'Enter the name of a field that every item has, empty where nothing is wrong.';
	throw new InputProblems([{ parameter: options.reason.property.displayName, text, nextStep }]);
}

export type ReviewDesk = Desk & Values<typeof options>;

/** The review as it is parked. */
export function startReview({ context }: PageRun, desk: ReviewDesk): ReviewRun {
	const items = parkedItems(context);
	const cards = cardsIn(context, items, desk);
	return {
		desk: { ...desk, hasDocuments: cards.some((card) => card.document !== undefined) },
		cards,
		about: sha256(JSON.stringify(items.map(({ json }) => json))).slice(0, 16),
	};
}
