import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { startEngine } from '../../../../dev/engine';
import type { ApiClient } from '../../../../nodes/DocumentDataExtraction/api/http/client';
import { perItem, type ItemRun } from '../../../../nodes/DocumentDataExtraction/actions/operation';

/** This work asks nothing of the service. */
const NOT_ASKED = {} as ApiClient;

/** More than a call takes arguments. */
const ROWS = 200_000;

const rows = ({ itemIndex }: ItemRun): INodeExecutionData[] =>
	Array.from({ length: ROWS }, (_, index) => ({ json: { index }, pairedItem: { item: itemIndex } }));

class ManyRows implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Many Rows',
		name: 'manyRows',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Many Rows' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const execute = perItem(async (run) => ({ main: rows(run), review: rows(run) }));
		const { main, review } = await execute({ context: this, api: NOT_ASKED });
		return [main, review ?? []];
	}
}

it('hands out more rows of an item than a call takes arguments, on both outputs', async () => {
	const engine = await startEngine({ nodeTypes: { 'test.manyRows': new ManyRows() } });
	const run = await engine.runNode({ type: 'test.manyRows' });
	expect(run.error).toBeUndefined();
	expect(run.items).toHaveLength(ROWS);
	expect(run.secondOutput.at(-1)).toEqual({ json: { index: ROWS - 1 }, pairedItem: { item: 0 } });
	await engine.close();
});
