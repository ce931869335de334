import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';

const { properties } = new DocumentDataExtraction().description;

const choices = (property: INodeProperties): string[] =>
	(property.options as INodePropertyOptions[]).map(({ value }) => String(value));

const operationsOf = (resource: string): string[] =>
	properties
		.filter(
			({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.[0] === resource,
		)
		.flatMap(choices);

const describeField = ({ displayName, displayOptions }: INodeProperties): string =>
	`${displayName} (${JSON.stringify(displayOptions?.show)})`;

describe('the parameters of the action node', () => {
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(choices);
	const fields = properties.filter(({ name }) => name !== 'resource' && name !== 'operation');

	it('offer operations for every resource', () => {
		expect(resources).not.toHaveLength(0);
		for (const resource of resources) expect(operationsOf(resource)).not.toHaveLength(0);
	});

	it.each(fields.map((field): [string, INodeProperties] => [describeField(field), field]))(
		'%s shows for one operation that exists',
		(_, { displayOptions }) => {
			const { resource, operation } = displayOptions?.show ?? {};
			expect(resource).toHaveLength(1);
			expect(operation).toHaveLength(1);
			expect(operationsOf(String(resource?.[0]))).toContain(operation?.[0]);
		},
	);
});
