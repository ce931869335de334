import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { changeText, type Stands } from '../../../extraction/review/stand';
import { ColumnNames, columnsOf, type NameStyle } from '../../../extraction/rows/ColumnNames';
import { without } from '../../../shared/json';

/** What a review adds to every item, here to those that nobody had to look at. All of it is single values, so that a table takes it. */
const NOT_NEEDED = {
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

/**
 * The items as they came in, corrected, each with the decision about it. Those that nobody had to look at say so.
 *
 * @param by the name of the person; undefined if it is not asked for
 */
export function reviewedItems(
	items: INodeExecutionData[],
	stands: Stands,
	by: string | undefined,
	style: NameStyle,
): INodeExecutionData[] {
	const reviewed_at = new Date().toISOString();
	const jsons = items.map(({ json }) => withoutEarlier(json));
	const names = new ColumnNames(style).reserve(RESULT_KEYS).learn(columnsOf(jsons));
	return items.map((item, index) => {
		const stand = stands.get(index);
		const { changes = [], state: review_decision, comment = '' } = stand ?? {};
		// The page shows the comment of a rejected row only.
		const review_comment = review_decision === 'rejected' ? comment : '';
		const corrected = changes.map(({ cell }) => names.of(cell.column));
		const result = {
			...{ review_decision, reviewed_at, review_comment, corrected_fields: corrected.join(', ') },
			changes: changes.map((change, place) => changeText(corrected[place]!, change)).join('; '),
		};
		const corrections = Object.fromEntries(changes.map(({ cell, value }) => [cell.column, value]));
		const json = {
			...names.row({ ...jsons[index], ...corrections }),
			...(stand ? result : NOT_NEEDED),
			...(by !== undefined && { reviewed_by: stand ? by : '' }),
		} as IDataObject;
		return { ...item, json, pairedItem: { item: index } };
	});
}
