import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { LOCAL_CODES, serviceError, type ServiceError } from '../../api/errors/ServiceError';
import { listExtractions, type ListQuery } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import { hint } from '../../extraction/account/hints';
import { AT_MOST_IN_TOOL, howDetailed, howMany, mostOf } from '../../parameters/outputShape';
import { checkAdded, choice, collection, ifAdded, propertiesOf, readItem } from '../../parameters/param';
import { InputProblems, valueOf } from '../../shared/problems';
import { shown } from '../../shared/text';
import { type Operation, perItem, showHints } from '../operation';
import { isTool } from '../../shared/n8nFeatures';
import { detailed } from '../../extraction/status/statusJson';
import { scope, submissionMethod } from '../../parameters/ids/extraction';

const created = (which: 'After' | 'Before', comparison: string): INodeProperties => ({
	displayName: `Created ${which}`,
	name: `created${which}`,
	type: 'dateTime',
	default: '',
	description: `Only extractions created at this time or ${comparison}. Without a timezone, the timezone of the workflow applies.`,
});

const createdAfter = created('After', 'later');
const createdBefore = created('Before', 'earlier');

/** The service cannot filter for it ("GET /extractions"), so the node does. */
const INPUT_REQUIRED = 'input_required';

/** Which extractions to list. */
const choices = {
	scope,
	status: ifAdded(
		choice({
			displayName: 'Status',
			name: 'status',
			of: {
				cancelled: ['Cancelled'],
				completed: ['Completed'],
				failed: ['Failed'],
				[INPUT_REQUIRED]: ['Input Required', 'The extraction waits for answers to its questions'],
				processing: ['Processing'],
			},
			default: 'completed',
			description: 'Only extractions with this status',
		}),
	),
	submission_method: submissionMethod,
};

/** The characters of ISO 8601. A text with any other character could end the expression below. */
const ISO_CHARACTERS = /^[0-9TtZzWw:.,+-]{4,40}$/;

/**
 * Reads a date in the form that the service accepts, with a timezone ("Conventions"). A date without one is in the timezone of the workflow.
 *
 * @returns undefined if none is given
 * @throws InputProblems when it is no date
 */
export function readTimestamp(
	context: IExecuteFunctions,
	value: unknown,
	{ displayName: parameter }: Pick<INodeProperties, 'displayName'>,
): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	// In JSON, the date of an expression (luxon or JavaScript) is in ISO. A database writes a space in place of the T.
	const iso = String(JSON.parse(JSON.stringify(value)))
		.trim()
		.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
	const zone = context.getTimezone();
	// n8n's luxon knows the offset of a timezone on that day.
	const read = ISO_CHARACTERS.test(iso)
		? context.evaluateExpression(
				`{{ DateTime.fromISO(${JSON.stringify(iso)}, { zone: ${JSON.stringify(zone)} }).toUTC().toISO() }}`,
				0,
			)
		: undefined;
	if (typeof read === 'string' && read !== '' && read !== 'null') return read;
	const text = `${shown(value)} is not a date. Use an ISO date such as 2026-05-01T09:30`;
	throw new InputProblems([{ parameter, text }]);
}

/** Reads the filters of an item. @throws InputProblems */
function readFilters(context: IExecuteFunctions, itemIndex: number): ListQuery {
	const given: IDataObject = context.getNodeParameter('filters', itemIndex, {});
	return {
		...valueOf(checkAdded(choices, given)),
		created_after: readTimestamp(context, given.createdAfter, createdAfter),
		created_before: readTimestamp(context, given.createdBefore, createdBefore),
	};
}

/** The end of a list that would otherwise be followed for ever. */
const MOST_PAGES = 1000;

const withoutEnd = (): ServiceError =>
	serviceError(LOCAL_CODES.unreadable, `The list of extractions does not end within ${MOST_PAGES} pages`, {
		nextStep: 'List fewer extractions: set Limit, or Created After and Created Before.',
	});

const olderText = (oldest: unknown): string =>
	`There are older extractions. ${AT_MOST_IN_TOOL} To go on, if the tool has this filter, call Get Many with Created Before ${String(oldest)}, which lists the last of these again`;

const parameters = { ...howMany, ...howDetailed };

export const getMany: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many extractions',
	description: 'List extractions, newest first, including those submitted in the dashboard',
	properties: [
		...propertiesOf(parameters),
		collection('Filter', [createdAfter, createdBefore, ...propertiesOf(choices)]),
	],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const { status, ...filters } = readFilters(context, itemIndex);
		const isFilteredHere = status === INPUT_REQUIRED;
		const given = readItem(context, itemIndex, parameters);
		const limit = mostOf(context, given);
		// A model is told whether there are more.
		const most = isTool(context) ? limit + 1 : limit;
		const items: INodeExecutionData[] = [];
		let unreadable = 0;
		let cursor: string | undefined;
		for (let pages = 0; items.length < most; pages++) {
			if (pages === MOST_PAGES) throw withoutEnd();
			const page = await listExtractions(api, {
				...filters,
				cursor,
				status: isFilteredHere ? undefined : status,
				limit: isFilteredHere ? LIMITS.listPage.max : Math.min(most - items.length, LIMITS.listPage.max),
			});
			unreadable += page.unreadable;
			for (const extraction of page.extractions)
				if (items.length < most && (!isFilteredHere || extraction.status === status))
					items.push({ json: detailed(extraction, given), pairedItem: { item: itemIndex } });
			if (page.next_cursor === null) break;
			cursor = page.next_cursor;
		}
		const note = olderText(items[limit - 1]?.json.created_at);
		if (items.length > limit) items[limit] = { json: { note }, pairedItem: { item: itemIndex } };
		const label = 'Extractions in the list that could not be read and are missing from the output';
		showHints(context, hint(label, [], { count: unreadable }));
		return items;
	}),
};
