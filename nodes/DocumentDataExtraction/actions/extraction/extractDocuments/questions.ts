import type { INodeProperties } from 'n8n-workflow';

export type Questions = 'none' | 'accept' | 'handOut';

export const questionsProperty: INodeProperties = {
	displayName: 'Questions',
	name: 'questions',
	type: 'options',
	options: [
		{
			name: 'Accept Recommendations',
			value: 'accept',
			description: 'The service may ask; every question is answered with its recommendation',
		},
		{
			name: 'Do Not Ask',
			value: 'none',
			description: 'The service decides by itself and notes its assumptions',
		},
		{
			name: 'Hand Out Questions',
			value: 'handOut',
			description: 'The service may ask; an item with the questions comes out in place of the rows',
		},
	],
	default: 'none',
	description: 'What to do when the service is unsure',
};
