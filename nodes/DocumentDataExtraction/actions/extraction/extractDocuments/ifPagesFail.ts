import type { INodeProperties } from 'n8n-workflow';

export type IfPagesFail = 'fail' | 'continue';

export const ifPagesFailProperty: INodeProperties = {
	displayName: 'If Pages Fail',
	name: 'ifPagesFail',
	type: 'options',
	options: [
		{
			name: 'Continue',
			value: 'continue',
			description:
				'Output the rows of the other pages. A note on the node and the summary name the failed pages.',
		},
		{
			name: 'Fail',
			value: 'fail',
			description: 'Fail the item of the document. The error names the pages.',
		},
	],
	default: 'fail',
	description:
		'What to do if pages of a document cannot be read. If Separate Rows That Need Review is on, these pages go to its output and nothing fails.',
};
