import type { INodeProperties } from 'n8n-workflow';
import { notInTool } from '../../../parameters/inTool';

export type Questions = 'none' | 'accept' | 'ask';

/** Outputs belong to the node, so the choice is the same for all items. */
export const questionsProperty: INodeProperties = {
	displayName: 'If the Service Is Unsure',
	name: 'questions',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Let the Service Decide',
			value: 'none',
			description: 'The service decides by itself and notes its assumptions',
		},
		{
			name: 'Accept Recommendations',
			value: 'accept',
			description: 'The service may ask. The node answers each question as the service recommends.',
		},
		notInTool({
			name: 'Ask Me (Extra Output)',
			value: 'ask',
			description: 'The service may ask. An item with its questions goes to the output Questions.',
		}),
	],
	default: 'none',
	description: 'What to do if the service is unsure how to read the documents',
};
