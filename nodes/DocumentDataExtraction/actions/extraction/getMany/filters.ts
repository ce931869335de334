import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ListQuery } from '../../../api/extractions';
import { InputProblems } from '../../../shared/problems';
import { readChoice } from '../../../parameters/choices';
import { readScope, scopeOption, submissionMethodFilter } from '../../../parameters/filters';
import { readTimestamp } from '../../../parameters/timestamps';

const AFTER = 'Created After';
const BEFORE = 'Created Before';

const statusFilter: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Cancelled', value: 'cancelled' },
		{ name: 'Completed', value: 'completed' },
		{ name: 'Failed', value: 'failed' },
		{
			name: 'Input Required',
			value: 'input_required',
			description: 'The extraction waits for answers to its questions',
		},
		{ name: 'Processing', value: 'processing' },
	],
	default: 'completed',
	description: 'Only extractions with this status',
};

/** Which extractions to list ("GET /extractions"). */
export const filtersProperty: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
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
		scopeOption,
		statusFilter,
		submissionMethodFilter,
	],
};

/** Reads and checks the filters of an item. @throws InputProblems */
export function readFilters(context: IExecuteFunctions, itemIndex: number): ListQuery {
	const filters: IDataObject = context.getNodeParameter('filters', itemIndex, {});
	const time = (value: unknown, parameter: string): string | undefined =>
		value === undefined || value === null || value === ''
			? undefined
			: readTimestamp(context, value, parameter);
	const created_after = time(filters.createdAfter, AFTER);
	const created_before = time(filters.createdBefore, BEFORE);
	if (created_after !== undefined && created_before !== undefined && created_after > created_before)
		throw new InputProblems([
			{ parameter: AFTER, text: `The time is later than ${BEFORE}. Swap the two, or remove one` },
		]);
	return {
		status: readChoice(statusFilter, filters.status),
		submission_method: readChoice(submissionMethodFilter, filters.submissionMethod),
		created_after,
		created_before,
		scope: readScope(filters),
	};
}
