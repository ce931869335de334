import type { NodeHint } from 'n8n-workflow';
import { extraction } from './extraction';
import { extractDocuments } from './extraction/extractDocuments';

const isExtracting = [
	// n8n gives this parameter to the tool that it makes of a node. What a tool outputs cannot be pinned.
	'$parameter.descriptionType === undefined',
	`$parameter.resource === '${extraction.value}'`,
	`$parameter.operation === '${extractDocuments.value}'`,
].join(' && ');

/** What somebody should know before the first run, because it cannot be undone afterwards. */
export const NODE_HINTS: NodeHint[] = [
	{
		message:
			'Each run costs one credit per page, also a test run. To test the next steps without cost, pin the output of the first run.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${isExtracting} }}`,
	},
];
