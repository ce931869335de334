import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { hasCode, LOCAL_CODES, serviceError } from '../../api/errors/ServiceError';
import { listExtractions, type ListQuery } from '../../api/extractions';
import type { ApiClient } from '../../api/http/client';
import { LIMITS } from '../../api/limits';
import type { ExtractionList, ListedExtraction } from '../../api/schemas/extractions';
import { extractionJson, simplified } from '../../extraction/extractionJson';
import type { Hint } from '../../extraction/ledger/hints';
import { isTool } from '../../parameters/execution';
import { filtersProperty, scope, submissionMethod } from '../../parameters/filters';
import { AT_MOST_IN_TOOL, howMany, mostOf, simplify } from '../../parameters/outputShape';
import { checkAll, choice, ifAdded, propertiesOf, readItem } from '../../parameters/param';
import { readTimestamp } from '../../parameters/timestamps';
import { attempt } from '../../shared/attempt';
import { InputProblems, valueOf } from '../../shared/problems';
import { plural } from '../../shared/text';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { showHints } from '../showHints';

const AFTER = 'Created After';
const BEFORE = 'Created Before';

const status = ifAdded(
	choice({
		displayName: 'Status',
		name: 'status',
		of: {
			cancelled: ['Cancelled'],
			completed: ['Completed'],
			failed: ['Failed'],
			input_required: ['Input Required', 'The extraction waits for answers to its questions'],
			processing: ['Processing'],
		},
		default: 'completed',
		description: 'Only extractions with this status',
	}),
);

const choices = { scope, status, submission_method: submissionMethod };

/** Which extractions to list ("GET /extractions"). */
const filters = filtersProperty([
	{
		displayName: AFTER,
		name: 'createdAfter',
		type: 'dateTime',
		default: '',
		description:
			'Only extractions created at this time or later. Without a timezone, the timezone of the workflow applies.',
	},
	{
		displayName: BEFORE,
		name: 'createdBefore',
		type: 'dateTime',
		default: '',
		description:
			'Only extractions created at this time or earlier. Without a timezone, the timezone of the workflow applies.',
	},
	...propertiesOf(choices),
]);

/** Reads and checks the filters of an item. @throws InputProblems */
function readFilters(context: IExecuteFunctions, itemIndex: number): ListQuery {
	const given: IDataObject = context.getNodeParameter('filters', itemIndex, {});
	const time = (value: unknown, parameter: string): string | undefined =>
		value === undefined || value === null || value === ''
			? undefined
			: readTimestamp(context, value, parameter);
	const created_after = time(given.createdAfter, AFTER);
	const created_before = time(given.createdBefore, BEFORE);
	if (created_after !== undefined && created_before !== undefined && created_after > created_before)
		throw new InputProblems([
			{ parameter: AFTER, text: `The time is later than ${BEFORE}. Swap the two, or remove one` },
		]);
	return { ...valueOf(checkAll(choices, (name) => given[name])), created_after, created_before };
}

/** The contract knows no such filter ("GET /extractions"), newer versions of the service may. */
const INPUT_REQUIRED = 'input_required';

/** Keeps a list that does not come to its end from being followed for ever. */
const MOST_PAGES = 1000;

/**
 * Yields extractions page by page as they arrive, newest first, at most so many, and how many more the page has that cannot be read. A filter
 * for questions is tried at the service.
 */
async function* listPages(
	api: ApiClient,
	wanted: ListQuery,
	most: number,
): AsyncGenerator<Pick<ExtractionList, 'extractions' | 'unreadable'>> {
	const fits = ({ status }: ListedExtraction): boolean =>
		wanted.status !== INPUT_REQUIRED || status === INPUT_REQUIRED;
	let left = most;
	let query = wanted;
	let pages = 0;
	while (left > 0) {
		if (pages === MOST_PAGES)
			throw serviceError(
				LOCAL_CODES.unreadable,
				`The list of extractions does not end within ${MOST_PAGES} pages`,
				{ nextStep: 'List fewer extractions: set Limit, or Created After and Created Before.' },
			);
		const isFilteredHere = query.status !== wanted.status;
		const limit = isFilteredHere ? LIMITS.listPage.max : Math.min(left, LIMITS.listPage.max);
		const asked = await attempt(async () => await listExtractions(api, { ...query, limit }));
		if (!asked.ok) {
			const isUnknownFilter = query === wanted && wanted.status === INPUT_REQUIRED;
			if (!isUnknownFilter || !hasCode(asked.error, 'INVALID_INPUT')) throw asked.error;
			// Instead, all extractions are listed and filtered here.
			query = { ...wanted, status: undefined };
			continue;
		}
		const page = asked.value;
		const extractions = page.extractions.filter(fits).slice(0, left);
		yield { extractions, unreadable: page.unreadable };
		left -= extractions.length;
		if (page.next_cursor === null) return;
		query = { ...query, cursor: page.next_cursor };
		pages++;
	}
}

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
	properties: [...propertiesOf(parameters), filters],
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
