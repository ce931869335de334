import { NodeConnectionTypes, type ExpressionString, type INodeProperties } from 'n8n-workflow';
import { separateReviewProperty } from '../parameters/outputShape';
import { answer } from './answer';
import { credit } from './credit';
import { extraction } from './extraction';
import { filePart } from './filePart';
import type { Operation, Resource } from './operation';
import { uploadSession } from './uploadSession';

/** In alphabetical order of their names. */
export const RESOURCES: Resource[] = [answer, credit, extraction, filePart, uploadSession];

const byName = <T extends { name: string }>(a: T, b: T): number => a.name.localeCompare(b.name);

const { value: defaultResource } = extraction;

const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(({ name, value }) => ({ name, value })),
	default: defaultResource,
};

const operationProperty = ({ value: resource, operations, defaultOperation }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options: [...operations]
		.sort(byName)
		.map(({ name, value, action, description }) => ({ name, value, action, description })),
	default: defaultOperation,
});

/** A parameter shows if its operation is chosen and its own conditions hold. */
const withDisplayOptions = (
	resource: Resource,
	operation: Operation,
	property: INodeProperties,
): INodeProperties => ({
	...property,
	displayOptions: {
		...property.displayOptions,
		show: { resource: [resource.value], operation: [operation.value], ...property.displayOptions?.show },
	},
});

/** All parameters of the node, from the manifests of its resources. */
export const PROPERTIES: INodeProperties[] = [
	resourceProperty,
	...RESOURCES.map(operationProperty),
	...RESOURCES.flatMap((resource) =>
		resource.operations.flatMap((operation) =>
			operation.properties.map((property) => withDisplayOptions(resource, operation, property)),
		),
	),
];

const REVIEWING = RESOURCES.flatMap(({ operations }) => operations)
	.filter(({ properties }) => properties.some(({ name }) => name === separateReviewProperty.name))
	.map(({ value }) => value);

/** One output, and a second one if an operation separates the rows that need review. */
export const NODE_OUTPUTS: ExpressionString = `={{
	$parameter.${separateReviewProperty.name} === true && ${JSON.stringify(REVIEWING)}.includes($parameter.operation)
		? [{ type: '${NodeConnectionTypes.Main}', displayName: 'Rows' }, { type: '${NodeConnectionTypes.Main}', displayName: 'Needs Review' }]
		: ['${NodeConnectionTypes.Main}']
}}`;
