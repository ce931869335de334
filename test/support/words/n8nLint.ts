import type { INodeProperties } from 'n8n-workflow';

/** What n8n's lint says of parameters as n8n gets them; the exceptions have their reasons there. */
export const { lintParameters } = jest.requireActual<{
	lintParameters(properties: INodeProperties[]): string[];
}>('../../../scripts/verify/description.cjs');
