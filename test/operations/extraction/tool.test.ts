import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { PROPERTIES, RESOURCES } from '../../../nodes/DocumentDataExtraction/actions/resources';
import { byId, startOperation, UNKNOWN_ID } from '../../support/fixtures/operationFixture';
import { NODE_TYPE } from '../../support/names';

/** What an agent is told: the operations that work with nothing but values. */
describe('As the tool of an AI agent', () => {
	const operation = startOperation('getStatus');

	const call = async (name: string, parameters: INodeParameters = {}, args = {}) =>
		await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: { resource: 'extraction', operation: name, ...parameters },
			args,
		});
	const CHOSEN = { extractionId: byId("={{ $fromAI('extraction_id', 'The extraction', 'string') }}") };

	it('finds an extraction and reads its rows with what the model gives', async () => {
		const { extraction_id } = operation.control.createExtraction({ task_name: 'May', rowCount: 2 });
		const listed = await call(
			'getAll',
			{ limit: "={{ $fromAI('limit', 'How many', 'number') }}" },
			{ limit: 5 },
		);
		expect(JSON.stringify(listed.response)).toContain(extraction_id);
		const rows = await call('getRows', CHOSEN, { extraction_id });
		expect(JSON.stringify(rows.response)).toContain('INV-000002');
	});

	it('tells the model that there are further rows', async () => {
		const { extraction_id } = operation.control.createExtraction({ rowCount: 60 });
		const cut = await call('getRows', CHOSEN, { extraction_id });
		expect(JSON.stringify(cut.response)).toMatch(/INV-000050.*10 rows are kept back by Limit/);
		const whole = await call('getRows', { ...CHOSEN, returnAll: true }, { extraction_id });
		expect(JSON.stringify(whole.response)).not.toMatch(/kept back/);
	});

	it.each(['getStatus', 'get', 'cancel', 'delete', 'wait'])('an AI agent can run %s', async (name) => {
		const status = name === 'cancel' ? 'processing' : 'completed';
		const { extraction_id } = operation.control.createExtraction({ status });
		const { response, error } = await call(name, CHOSEN, { extraction_id });
		expect(error).toBeUndefined();
		expect(JSON.stringify(response)).toContain(name === 'delete' ? 'deleted' : extraction_id);
	});

	it('takes numbers as the text that a model may give', async () => {
		const { extraction_id } = operation.control.createExtraction({});
		const parameters = { ...CHOSEN, waitUpTo: "={{ $fromAI('wait', '', 'string') }}" };
		const { error } = await call('getStatus', parameters, { extraction_id, wait: '1' });
		expect(error).toBeUndefined();
		expect(operation.queries('GET /extractions/{extraction_id}')).toEqual([{ wait: '1' }]);
	});

	it('tells the model what was wrong and what to do', async () => {
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: { resource: 'extraction', operation: 'get', ...CHOSEN },
			args: { extraction_id: UNKNOWN_ID },
			onError: 'continueRegularOutput',
		});
		expect(JSON.stringify(response)).toMatch(/not found.*Check the extraction ID/);
	});
});

describe('Every operation', () => {
	it.each(RESOURCES.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation }))))(
		'$resource.name: $operation.name says in a sentence what it does',
		({ operation }) => {
			expect(operation.description.length).toBeGreaterThan(20);
			expect(operation.action).toMatch(/^[A-Z][a-z]+( ([a-z]+|URLs))+$/);
		},
	);

	/** Of a parameter and all that stands within it, those without a word of explanation. */
	const unexplained = (
		property: INodeProperties | INodePropertyOptions | INodePropertyCollection,
	): string[] => {
		const inner = [
			...('values' in property ? property.values : []),
			...('type' in property && ['collection', 'fixedCollection'].includes(property.type)
				? ((property.options ?? []) as INodeProperties[])
				: []),
		].flatMap(unexplained);
		const { description, hint } = property as INodeProperties;
		const needsNone = !('type' in property) || property.type === 'notice' || property.name === 'options';
		const isExplained = needsNone || Boolean(description ?? hint);
		return isExplained ? inner : [property.name, ...inner];
	};

	it('every operation explains every parameter to an agent', () => {
		const ownToN8n = ['resource', 'operation', 'filters'];
		expect(PROPERTIES.flatMap(unexplained).filter((name) => !ownToN8n.includes(name))).toEqual([]);
	});
});
