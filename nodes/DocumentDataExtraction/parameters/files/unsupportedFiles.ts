import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { notInTool } from '../inTool';

/** What becomes of files that the service does not take. */
export type UnsupportedFiles = 'fail' | 'skip' | 'output';

const FAIL: INodePropertyOptions = {
	name: 'Fail',
	value: 'fail',
	description: 'The item fails. The error names the file and a way to convert it.',
};

const SKIP: INodePropertyOptions = {
	name: 'Skip',
	value: 'skip',
	description:
		'Skip files that are not PDF, JPG or PNG, with a note. Files that are too large or empty fail.',
};

/** The option of operations with one output. */
export const unsupportedFilesOption: INodeProperties = {
	displayName: 'Unsupported Files',
	name: 'unsupportedFiles',
	type: 'options',
	options: [FAIL, SKIP],
	default: 'fail',
	description: 'What to do with files that the service does not support',
};

/** With an output for them. Outputs belong to the node, so it is the same for all items. */
export const unsupportedFilesProperty: INodeProperties = {
	...unsupportedFilesOption,
	noDataExpression: true,
	options: [
		FAIL,
		SKIP,
		notInTool({
			name: 'Send to Extra Output',
			value: 'output',
			description: 'Output files that are not PDF, JPG or PNG, too large or empty, with the reason',
		}),
	],
};
