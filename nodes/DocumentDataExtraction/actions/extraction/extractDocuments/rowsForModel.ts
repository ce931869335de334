import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Extracted } from '../../../extraction/run/batch';
import { AT_MOST_IN_TOOL, USUAL_LIMIT } from '../../../parameters/outputShape';
import { itemIndexesOf } from '../../itemGroups';
import type { ItemsByOutput } from '../../operation';
import type { Output } from './parameters';

/** Where the rows of an item are that is no row itself. */
const ROWS_IN: Partial<Record<Output['kind'], string>> = { documents: 'rows', invoices: 'lines' };

/** The concerns about the first rows of a document, and those about no row. */
const about = (review: unknown, rows: number): unknown =>
	Array.isArray(review)
		? (review as Array<{ row: number | null }>).filter(({ row }) => row === null || row <= rows)
		: review;

/**
 * What is output to an agent: as many rows as Get Rows gives at once, those that need review before others. Its model pays for each
 * character that it reads, and thousands of rows would be more than it can. Says what is kept back, and how to get it.
 */
export function rowsForModel(outputs: ItemsByOutput, { kind }: Output, all: Extracted[]): ItemsByOutput {
	let left = USUAL_LIMIT;
	let keptBack = 0;
	const first = <T>(rows: T[]): T[] => {
		const taken = rows.slice(0, left);
		left -= taken.length;
		keptBack += rows.length - taken.length;
		return taken;
	};
	const key = ROWS_IN[kind];
	const cut = (item: INodeExecutionData): INodeExecutionData[] => {
		// What failed is told in any case.
		if ('error' in item.json) return [item];
		if (key === undefined) return first([item]);
		const rows = item.json[key];
		if (!Array.isArray(rows)) return [item];
		const taken = first(rows as IDataObject[]);
		if (taken.length === rows.length) return [item];
		// A document is more than its rows.
		if (taken.length === 0 && kind === 'invoices') return [];
		const json: IDataObject = {
			...item.json,
			[key]: taken,
			[`${key}_kept_back`]: rows.length - taken.length,
		};
		if (kind === 'documents') json.review = about(json.review, taken.length) as IDataObject[];
		return [{ ...item, json }];
	};
	const { main, review = [] } = outputs;
	const kept = { ...outputs, review: review.flatMap(cut), main: main.flatMap(cut) };
	if (keptBack === 0) return kept;
	const ids = all.map(({ status }) => status.extraction_id);
	const note = `Rows kept back: ${keptBack}. ${AT_MOST_IN_TOOL} To get all of them, call Get Rows with extraction_id ${ids.join(' and ')}, and go on with Skip First Rows.`;
	const pairedItem = itemIndexesOf(all.flatMap(({ files }) => files)).map((item) => ({ item }));
	(key === 'rows' ? kept.main : kept.review).push({ json: { note }, pairedItem });
	return kept;
}
