import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ListQuery } from '../../../api/extractions';
import { InputProblems, valueOf } from '../../../shared/problems';
import { scope, submissionMethod } from '../../../parameters/filters';
import { checkAll, choice, ifAdded, propertiesOf } from '../../../parameters/param';
import { readTimestamp } from '../../../parameters/timestamps';

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
		...propertiesOf(choices),
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
	return { ...valueOf(checkAll(choices, (name) => filters[name])), created_after, created_before };
}
