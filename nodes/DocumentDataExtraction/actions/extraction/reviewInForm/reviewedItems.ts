import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { changesText, type Card } from '../../../extraction/review/cards';
import type { Stands } from '../../../extraction/review/stand';
import { ColumnNames, columnsOf, type NameStyle } from '../../../extraction/rows/ColumnNames';
import { without } from '../../../shared/json';

/** A finished review. */
interface Finished {
	cards: Card[];
	stands: Stands;
	/** When it was finished, as an ISO time. */
	at: string;
	/** The name of the person; undefined if it is not asked for. */
	by?: string;
}

/** What a review adds to every item. All of it is single values, so that a table takes it. */
interface Result extends IDataObject {
	review_decision: string;
	reviewed_at: string | null;
	review_comment: string;
	corrected_fields: string;
	changes: string;
}

const NOT_NEEDED: Result = {
	review_decision: 'not_needed',
	reviewed_at: null,
	review_comment: '',
	corrected_fields: '',
	changes: '',
};

const RESULT_KEYS = [...Object.keys(NOT_NEEDED), 'reviewed_by'];

/** The item without what an earlier review said of it: in a loop, the last one counts. */
function withoutEarlier(json: IDataObject): IDataObject {
	const wasReviewed = Object.keys(NOT_NEEDED).every((key) => key in json);
	return wasReviewed ? (without(json, ...RESULT_KEYS) as IDataObject) : json;
}

/** The items as they came in, corrected, each with the decision about it. Those that nobody had to look at say so. */
export function reviewedItems(
	items: INodeExecutionData[],
	{ cards, stands, at, by }: Finished,
	style: NameStyle,
): INodeExecutionData[] {
	const jsons = items.map(({ json }) => withoutEarlier(json));
	const names = new ColumnNames(style).reserve(RESULT_KEYS).learn(columnsOf(jsons));
	const reviewed = new Set(cards.map(({ index }) => index));
	return items.map((item, index) => {
		const stand = reviewed.has(index) ? stands.get(index) : undefined;
		const changes = stand?.changes ?? [];
		const result: Result = stand
			? {
					review_decision: stand.state,
					reviewed_at: at,
					review_comment: stand.comment,
					corrected_fields: names.all(changes.map(({ cell }) => cell.column)).join(', '),
					changes: changesText(
						changes.map(({ cell, value }) => ({
							column: names.of(cell.column),
							from: cell.value,
							to: value,
						})),
					),
				}
			: NOT_NEEDED;
		const corrections = Object.fromEntries(changes.map(({ cell, value }) => [cell.column, value]));
		return {
			...item,
			json: {
				...names.row({ ...jsons[index], ...corrections }),
				...result,
				...(by !== undefined && { reviewed_by: stand ? by : '' }),
			} as IDataObject,
			pairedItem: { item: index },
		};
	});
}
