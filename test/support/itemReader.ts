import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

export const READER = 'test.reader';

/** Gives what its expression finds for each item, or why it finds nothing, as any node of n8n would. */
export class ItemReader implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Reader',
		name: 'reader',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Reader' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const read = (item: number): IDataObject => {
			try {
				return { value: this.getNodeParameter('value', item) as string };
			} catch (error) {
				return { refused: (error as Error).message };
			}
		};
		return [this.getInputData().map((_, item) => ({ json: read(item), pairedItem: { item } }))];
	}
}
