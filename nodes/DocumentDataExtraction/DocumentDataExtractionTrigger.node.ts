import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { TRIGGER_PROPERTIES } from './trigger/fields';
import { pollError, runPoll } from './trigger/runPoll';
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
		subtitle: '={{ $parameter["events"].join(", ").replace("_", " ") }}',
		description: 'Starts when extractions are completed, failed, cancelled or ask questions',
		defaults: { name: 'Document Data Extraction Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'documentDataExtractionApi', required: true }],
		properties: TRIGGER_PROPERTIES,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const polled = await attempt(async () =>
			this.getMode() === 'manual' ? await testRun(this) : await runPoll(this),
		);
		if (!polled.ok) throw pollError(this.getNode(), polled.error);
		return polled.value ? [polled.value] : null;
	}
}
