import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { committedSchema, misfits, schemaOf } from '../../support/operations/outputSchema';
import { collectSamples, type Samples } from '../../support/operations/outputSamples';

/** Their output depends on the status, so `outputSamples.ts` has more runs of them. Of all other operations the documented example shows every field. */
const MANY_SHAPES = ['getStatus', 'wait', 'get', 'getAll', 'submit', 'cancel', 'delete'];

/** `[resource, operation]` */
const SCHEMAS: Array<[string, string]> = [
	...MANY_SHAPES.map((operation): [string, string] => ['extraction', operation]),
	['credit', 'getBalance'],
];

describe('The output schemas of Extraction and Credit', () => {
	let node: NodeFixture;
	let samples: Samples;

	beforeAll(async () => {
		node = await startNode({ limits: 'off' });
		samples = await collectSamples(node);
	});
	afterAll(async () => await node?.close());

	it.each(SCHEMAS)('%s/%s.json names exactly what the operation gives', (resource, operation) => {
		const outputs = samples[operation] ?? [];
		expect(outputs.length).toBeGreaterThan(0);
		expect(committedSchema(resource, operation, outputs)).toEqual(schemaOf(outputs));
	});

	it.each(SCHEMAS)('%s/%s.json fits the real outputs', (resource, operation) => {
		const outputs = samples[operation] ?? [];
		for (const output of outputs)
			expect(misfits(committedSchema(resource, operation, outputs), output)).toEqual([]);
	});
});

describe('The check of output schemas', () => {
	const schema = schemaOf([
		{ id: 'a', pages: [{ page: 1, note: null }] },
		{ id: null, pages: [{ page: 2, note: 'x' }], failure: null },
		{ failure: { code: 'X' } },
	]);

	it('finds one type for each value', () => {
		expect(schema).toEqual({
			type: 'object',
			properties: {
				id: { type: 'string', nullable: true },
				pages: {
					type: 'array',
					items: {
						type: 'object',
						properties: { page: { type: 'integer' }, note: { type: 'string', nullable: true } },
					},
				},
				failure: { type: 'object', nullable: true, properties: { code: { type: 'string' } } },
			},
			version: 1,
		});
	});

	it.each([{ other: 1 }, { id: 5 }, { pages: [{ page: 1, more: true }] }, { failure: 'x' }])(
		'notices that %j does not fit',
		(output) => expect(misfits(schema, output)).not.toEqual([]),
	);
});
