import type { INodeProperties } from 'n8n-workflow';

/** Shared by the operations that hand out rows; it adds the node's second output. */
export const separateReviewField: INodeProperties = {
	displayName: 'Separate Rows That Need Review',
	name: 'separateReview',
	type: 'boolean',
	default: false,
	description: 'Whether rows that the service is unsure of go to a second output, with the reason',
};
