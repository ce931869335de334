import { NodeConnectionTypes, type ExpressionString } from 'n8n-workflow';

/** One output, and a second one when rows that need review are to be separated. */
export const NODE_OUTPUTS: ExpressionString = `={{
	$parameter.separateReview === true && ['extractDocuments', 'getRows'].includes($parameter.operation)
		? [{ type: '${NodeConnectionTypes.Main}', displayName: 'Rows' }, { type: '${NodeConnectionTypes.Main}', displayName: 'Needs Review' }]
		: ['${NodeConnectionTypes.Main}']
}}`;
