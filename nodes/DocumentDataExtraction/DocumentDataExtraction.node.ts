import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type NodeHint,
} from 'n8n-workflow';
import { PAGE_WEBHOOKS, WAITING_TOOLTIP } from './actions/person/park';
import { BUILDER_HINT } from './actions/builderHint';
import { NODE_OUTPUTS } from './actions/outputs';
import { DEFAULT_RESOURCE, NODE_SUBTITLE, PROPERTIES } from './resources';
import { route, routeWebhook } from './router';
import { methods } from './methods';
import { SENSITIVE_OUTPUT } from './shared/n8nFeatures';
import { extractDocuments } from './actions/extraction/extractDocuments';

const isExtracting = [
	// Only the tool that n8n makes of a node has this parameter. What a tool outputs cannot be pinned.
	'$parameter.toolDescription === undefined',
	`$parameter.resource === '${DEFAULT_RESOURCE}'`,
	`$parameter.operation === '${extractDocuments.value}'`,
].join(' && ');

/** What somebody should know before the first run, because it cannot be undone afterwards. */
const NODE_HINTS: NodeHint[] = [
	{
		message: 'Each page costs one credit, also in a test run.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${isExtracting} }}`,
	},
];

export class DocumentDataExtraction implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Document Data Extraction',
		name: 'documentDataExtraction',
		icon: {
			light: 'file:../../icons/documentDataExtraction.svg',
			dark: 'file:../../icons/documentDataExtraction.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: NODE_SUBTITLE,
		description: 'Extract rows of data from invoices, receipts and other financial documents (PDF, JPG, PNG)',
		defaults: { name: 'Document Data Extraction' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: NODE_OUTPUTS,
		hints: NODE_HINTS,
		credentials: [{ name: 'documentDataExtractionApi', required: true, testedBy: 'testConnection' }],
		webhooks: PAGE_WEBHOOKS,
		waitingNodeTooltip: WAITING_TOOLTIP,
		properties: PROPERTIES,
		...SENSITIVE_OUTPUT,
		...BUILDER_HINT,
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await route(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await routeWebhook(this);
	}
}
