import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { pollError } from './api/errors/nodeError';
import { credentialTest } from './methods';
import { SUBTITLE, TRIGGER_PROPERTIES } from './trigger/settings';
import { isStartOfN8n } from './trigger/polls';
import { runPoll } from './trigger/runPoll';
import { testRun } from './trigger/testRun';
import { attempt } from './shared/attempt';

export class DocumentDataExtractionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Document Data Extraction Trigger',
		name: 'documentDataExtractionTrigger',
		icon: {
			light: 'file:../../icons/documentDataExtraction.svg',
			dark: 'file:../../icons/documentDataExtraction.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: SUBTITLE,
		// n8n's panel shows it for both nodes, so it says what is extracted too.
		description:
			'Starts the workflow when a data extraction from invoices, receipts or other documents ends or asks questions',
		defaults: { name: 'Document Data Extraction Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'documentDataExtractionApi', required: true, testedBy: 'testConnection' }],
		properties: TRIGGER_PROPERTIES,
	};

	methods = { credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const isStart = isStartOfN8n(this);
		const polled = await attempt(async () =>
			this.getMode() === 'manual' ? await testRun(this) : await runPoll(this),
		);
		if (polled.ok) return polled.value ? [polled.value] : null;
		const error = pollError(this.getNode(), polled.error);
		if (!isStart) throw error;
		this.logger.warn(
			`Document Data Extraction: the first poll after the start of n8n failed, and the next one will retry: ${error.message}`,
			{
				workflowId: this.getWorkflow().id,
			},
		);
		return null;
	}
}
