import type { IDataObject } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { describeOutputSchema, misfits, schemaOf } from '../../support/operations/outputSchema';
import { collectSamples, type Samples } from '../../support/operations/outputSamples';

/** Their output depends on the status. Of all other operations the documented example shows every field. */
const MANY_SHAPES = [
	'extractDocuments',
	'getStatus',
	'wait',
	'get',
	'getAll',
	'getRows',
	'downloadOutput',
	'submit',
	'cancel',
	'delete',
];

describe('The output schemas of Extraction and Credit', () => {
	let node: NodeFixture;
	let samples: Samples;

	beforeAll(async () => {
		node = await startNode({ limits: 'off' });
		samples = await collectSamples(node);
	});
	afterAll(async () => await node?.close());

	const of = (operation: string) => (): IDataObject[] => samples[operation] ?? [];
	for (const operation of MANY_SHAPES) describeOutputSchema('extraction', operation, of(operation));
	describeOutputSchema('credit', 'getBalance', of('getBalance'));
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
