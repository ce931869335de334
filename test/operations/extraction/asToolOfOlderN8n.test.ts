import type { Core } from '../../../dev/engine/core/core';
import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { NODE_TYPE } from '../../support/names';

/** The releases of n8n 1 say in no other way than by the node's type that it runs as a tool. */
describe('In n8n 1.123, which has no isToolExecution', () => {
	const operation = startOperation('getStatus');
	let restore: () => void;
	beforeAll(() => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- the copy that the engine has loaded
		const { ExecuteContext, SupplyDataContext } = require('n8n-core') as Core;
		const contexts: object[] = [ExecuteContext.prototype, SupplyDataContext.prototype];
		const kept = contexts.map((context) => Object.getOwnPropertyDescriptor(context, 'isToolExecution')!);
		for (const context of contexts) Reflect.deleteProperty(context, 'isToolExecution');
		restore = () =>
			contexts.forEach((context, index) => Object.defineProperty(context, 'isToolExecution', kept[index]!));
	});
	afterAll(() => restore());

	it('an operation works in a workflow', async () => {
		const { extraction_id } = operation.control.createExtraction({});
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json)).toMatchObject([{ extraction_id, status: 'completed' }]);
	});

	it('an operation works as a tool, and knows that it is one', async () => {
		const { extraction_id } = operation.control.createExtraction({ rowCount: 60 });
		const { response, error } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: { resource: 'extraction', operation: 'getRows', extractionId: byId(extraction_id) },
		});
		expect(error).toBeUndefined();
		expect(JSON.stringify(response)).toMatch(/kept back by Limit: 10\./);
	});
});
