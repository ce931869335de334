import { notInTool } from '../inTool';
import { choice, type Shown } from '../param';

/** What becomes of files that the service does not take. */
export type UnsupportedFiles = 'fail' | 'skip' | 'output';

const FAIL: Shown = ['Fail', 'The item fails. The error names the file and a way to convert it.'];

const SKIP: Shown = [
	'Skip',
	'Skip files that are not PDF, JPG or PNG, with a note. Files that are too large or empty fail.',
];

const LOOK = {
	displayName: 'Unsupported Files',
	name: 'unsupportedFiles',
	default: 'fail',
	description: 'What to do with files that the service does not support',
} as const;

/** The option of operations with one output. */
export const skipsUnsupported = choice({ ...LOOK, of: { fail: FAIL, skip: SKIP } });

/** With an output for them. Outputs belong to the node, so it is the same for all items. */
export const unsupportedFiles = choice<UnsupportedFiles>({
	...LOOK,
	noDataExpression: true,
	of: {
		fail: FAIL,
		skip: SKIP,
		output: [
			'Send to Extra Output',
			'Output files that are not PDF, JPG or PNG, too large or empty, with the reason',
			notInTool({}),
		],
	},
});
