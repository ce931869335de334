import type { IExecuteFunctions } from 'n8n-workflow';
import { isTool } from '../../../parameters/execution';
import { extractionLocator, readExtractionId } from '../../../parameters/ids/extraction';
import { InputProblems } from '../../../shared/problems';

/**
 * The extraction that all items name. An execution has one page for a person, so it can only be about one.
 *
 * @throws InputProblems when an item names none, when the items name several, and in an agent's tool, which cannot wait
 */
export function readOneExtractionId(context: IExecuteFunctions): string {
	if (isTool(context))
		throw new InputProblems([
			{
				text: 'Review in a Form cannot be used as a tool, because an agent does not wait for a person',
				nextStep: 'Use Get Rows as a tool, or review in a workflow.',
			},
		]);
	const ids = new Set(context.getInputData().map((_, itemIndex) => readExtractionId(context, itemIndex)));
	const [id] = ids;
	if (id !== undefined && ids.size === 1) return id;
	throw new InputProblems([
		{
			parameter: extractionLocator.displayName,
			text: `The input items name ${ids.size} extractions, but a person can review only one at a time`,
			nextStep: 'Put a Loop Over Items node with a Batch Size of 1 before this node.',
		},
	]);
}
