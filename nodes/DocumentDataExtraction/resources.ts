import type { ExpressionString, INodeProperties } from 'n8n-workflow';
import { answer } from './actions/answer';
import { parameterHint } from './actions/builderHint';
import { credit } from './actions/credit';
import { extraction } from './actions/extraction';
import { filePart } from './actions/filePart';
import { notInTool, onlyInTool } from './parameters/param';
import type { Operation, Resource } from './actions/operation';
import { uploadSession } from './actions/uploadSession';

/** In the order in which the editor shows them: what most people need comes first. */
export const RESOURCES: Resource[] = [extraction, answer, uploadSession, filePart, credit];

/** The one that is chosen at first. */
export const DEFAULT_RESOURCE = 'extraction';

const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(({ name, value }) => ({ name, value })),
	default: DEFAULT_RESOURCE,
};

const operationProperty = (
	{ value: resource, operations }: Resource,
	defaultOperation = operations[0]?.value ?? '',
): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options: operations.map(({ name, value, action, description, notAsTool }) => {
		const option = { name, value, action, description };
		return notAsTool ? notInTool(option) : option;
	}),
	default: defaultOperation,
});

/** What a model reads of the operation. If a node has no such parameter, n8n adds its own, with nothing but the name of the action. */
const toolDescription = ({ description, forModel = description, notAsTool }: Operation): INodeProperties[] =>
	notAsTool
		? []
		: [
				onlyInTool({
					displayName: 'Description',
					name: 'toolDescription',
					type: 'string',
					typeOptions: { rows: 3 },
					required: true,
					default: forModel,
					description: 'What the model reads about this tool',
				}),
			];

/** A parameter shows if its operation is chosen and its own conditions hold. */
const withDisplayOptions = (
	resource: Resource,
	operation: Operation,
	property: INodeProperties,
): INodeProperties => ({
	...property,
	...parameterHint(property.name),
	...(property.type === 'collection' && {
		options: property.options?.map((option) => ({ ...option, ...parameterHint(option.name) })),
	}),
	displayOptions: {
		...property.displayOptions,
		show: { resource: [resource.value], operation: [operation.value], ...property.displayOptions?.show },
	},
});

/** All parameters of the node, from the manifests of its resources. */
export const PROPERTIES: INodeProperties[] = [
	resourceProperty,
	...RESOURCES.map((resource) => operationProperty(resource)),
	...RESOURCES.flatMap((resource) =>
		resource.operations.flatMap((operation) =>
			[...toolDescription(operation), ...operation.properties].map((property) =>
				withDisplayOptions(resource, operation, property),
			),
		),
	),
];

const SUBTITLES = RESOURCES.flatMap(({ name: resourceName, value: resource, operations }) =>
	operations.map(({ name, value }): [string, string] => [
		`${resource}.${value}`,
		resource === DEFAULT_RESOURCE ? name : `${resourceName}: ${name}`,
	]),
);

/** What the canvas shows below the node's name, such as "Extract Documents" or "Answer: Submit". */
export const NODE_SUBTITLE: ExpressionString = `={{ (${JSON.stringify(Object.fromEntries(SUBTITLES))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
