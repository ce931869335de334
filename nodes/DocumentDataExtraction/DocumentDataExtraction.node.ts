import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { PAGE_WEBHOOKS, WAITING_TOOLTIP } from './actions/person';
import { BUILDER_HINT } from './actions/builderHint';
import { NODE_HINTS } from './actions/nodeHints';
import { NODE_OUTPUTS } from './actions/outputs';
import { NODE_SUBTITLE, PROPERTIES } from './actions/resources';
import { route, routeWebhook } from './actions/router';
import { methods } from './methods';

/** Signed URLs give access to files. Versions of n8n that know this field hide them in what they store and show; others ignore it. */
const SIGNED_URLS = { sensitiveOutputFields: ['part_url', 'download_url'] };

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
		...SIGNED_URLS,
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
