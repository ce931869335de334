import type { INodeProperties, IExecuteFunctions } from 'n8n-workflow';
import { readNumber } from './numbers';

export const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Shared by the operations that hand out rows; it adds the node's second output. */
export const separateReviewProperty: INodeProperties = {
	displayName: 'Separate Rows That Need Review',
	name: 'separateReview',
	type: 'boolean',
	default: false,
	description: 'Whether rows that the service is unsure of go to a second output, with the reason',
};

/** All results, or up to a limit. */
export const returnAllProperties: INodeProperties[] = [
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
