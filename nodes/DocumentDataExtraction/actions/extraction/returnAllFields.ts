import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readNumber } from './numbers';

/** All results, or up to a limit. */
export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** The most results to return, undefined for all of them. @throws InputProblems */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number | undefined {
	if (context.getNodeParameter('returnAll', itemIndex, false) === true) return undefined;
	return readNumber(context.getNodeParameter('limit', itemIndex, 50), { parameter: 'Limit', min: 1 });
}
