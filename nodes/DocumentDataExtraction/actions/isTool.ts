import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether the node runs as the tool of an AI agent: n8n gives it a type of its own then. */
export const isTool = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('Tool');
