import * as n8nWorkflow from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { InputProblems } from '../../../shared/problems';
import { keepsAllOutputs } from '../../../shared/n8nFeatures';

export const separateRejectedProperty = {
	displayName: 'Separate Rejected Rows',
	name: 'separateRejected',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to send rejected rows to an extra output. Needs n8n 2.39.',
} satisfies INodeProperties;

/** @throws InputProblems before anybody reviews, if n8n would drop the rejected rows */
export function refuseLosingRows(separateRejected: boolean): void {
	if (!separateRejected || keepsAllOutputs(n8nWorkflow)) return;
	throw new InputProblems([
		{
			parameter: separateRejectedProperty.displayName,
			text: 'This version of n8n would drop the rejected rows',
			nextStep:
				'Update n8n to 2.39 or newer. Or turn the switch off, and send rows whose review_decision is rejected another way with an If node.',
		},
	]);
}
