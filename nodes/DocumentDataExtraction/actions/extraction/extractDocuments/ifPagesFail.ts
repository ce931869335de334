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
				'The rows of the other pages come out; a note on the node and the summary tell the failed ones',
		},
		{
			name: 'Fail',
			value: 'fail',
			description: 'The item of the document fails, with an error that names the pages',
		},
	],
	default: 'fail',
	description:
		'What to do when pages of a document could not be extracted. With Separate Rows That Need Review, they come out to be reviewed, and nothing fails.',
};
