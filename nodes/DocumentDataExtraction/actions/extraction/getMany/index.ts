import type { INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../../operation';
import { showHints } from '../../showHints';
import type { Hint } from '../../../extraction/ledger/hints';
import { perItem } from '../../perItem';
import { filtersProperty, readFilters } from './filters';
import { listPages } from './listed';
import { extractionJson, simplified } from '../../../extraction/extractionJson';
import { isTool } from '../../../parameters/execution';
import { AT_MOST_IN_TOOL, howMany, mostOf, simplify } from '../../../parameters/outputShape';
import { propertiesOf, readItem } from '../../../parameters/param';
import { plural } from '../../../shared/text';

const unreadableHint = (count: number): Hint => ({
	message: `${plural(count, 'extraction')} in the list could not be read and ${count === 1 ? 'is' : 'are'} missing from the output`,
	type: 'warning',
});

const olderText = (oldest: unknown): string =>
	`There are older extractions. ${AT_MOST_IN_TOOL} To go on, call Get Many with Created Before ${String(oldest)}, which lists the last of these again`;

const parameters = { ...howMany, simplify };

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many extractions',
	description: 'List extractions, newest first, including those submitted in the dashboard',
	properties: [...propertiesOf(parameters), filtersProperty],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const query = readFilters(context, itemIndex);
		const given = readItem(context, itemIndex, parameters);
		const limit = mostOf(context, given) ?? Infinity;
		// A model is told whether there are more.
		const most = isTool(context) ? limit + 1 : limit;
		const toJson = given.simplify ? simplified : extractionJson;
		const items: INodeExecutionData[] = [];
		let unreadable = 0;
		for await (const page of listPages(api, query, most)) {
			unreadable += page.unreadable;
			for (const extraction of page.extractions)
				items.push({ json: toJson(extraction), pairedItem: { item: itemIndex } });
		}
		if (items.length > limit) items[limit] = { json: { note: olderText(items[limit - 1]?.json.created_at) } };
		if (unreadable > 0) showHints(context, [unreadableHint(unreadable)]);
		return items;
	}),
};
