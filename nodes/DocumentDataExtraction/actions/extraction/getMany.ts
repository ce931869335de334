import type { INodeExecutionData } from 'n8n-workflow';
import type { Api } from '../../api/connection';
import { listExtractions, type ListQuery } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import type { ListedExtraction } from '../../api/schemas/extractions';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { filtersField, readFilters } from './filters';
import { readLimit, returnAllFields } from './returnAllFields';
import { extractionJson, simplified } from '../../extraction/extractionJson';
import { simplifyField } from './simplify';

/** Extractions page by page as they arrive, newest first. */
async function* listed(api: Api, query: ListQuery, most: number): AsyncGenerator<ListedExtraction[]> {
	let left = most;
	let cursor: string | undefined;
	while (left > 0) {
		const limit = Math.min(left, LIMITS.listPage.max);
		const page = await listExtractions(api, { ...query, limit, cursor });
		yield page.extractions.slice(0, left);
		left -= page.extractions.length;
		if (!page.next_cursor) return;
		cursor = page.next_cursor;
	}
}

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many extractions',
	description:
		'List extractions, newest first, also those submitted in the web app. Status, submission method and time can be filtered for.',
	fields: [...returnAllFields, simplifyField, filtersField],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const query = readFilters(context, itemIndex);
		const most = readLimit(context, itemIndex) ?? Infinity;
		const toJson =
			context.getNodeParameter('simplify', itemIndex, true) === false ? extractionJson : simplified;
		const items: INodeExecutionData[] = [];
		for await (const extractions of listed(api, query, most))
			for (const extraction of extractions)
				items.push({ json: toJson(extraction), pairedItem: { item: itemIndex } });
		return items;
	}),
};
