import type { ExpressionString, INodeProperties } from 'n8n-workflow';
import { askInForm } from './answer/askInForm';
import { getQuestions } from './answer/getQuestions';
import { submitAnswers } from './answer/submit';
import { parameterHint } from './builderHint';
import { getBalance } from './credit/getBalance';
import { cancel } from './extraction/cancel';
import { remove } from './extraction/delete';
import { downloadOutput } from './extraction/downloadOutput';
import { extractDocuments } from './extraction/extractDocuments';
import { get } from './extraction/get';
import { getMany } from './extraction/getMany';
import { getRows } from './extraction/getRows';
import { getStatus } from './extraction/getStatus';
import { reviewInForm } from './extraction/reviewInForm';
import { submit } from './extraction/submit';
import { wait } from './extraction/wait';
import { getUploadUrls } from './filePart/getUploadUrls';
import { upload } from './filePart/upload';
import { notInTool } from '../parameters/param';
import type { Operation, Resource } from './operation';
import { completeFile } from './uploadSession/completeFile';
import { create } from './uploadSession/create';
import { uploadFiles } from './uploadSession/uploadFiles';

/** In the order in which the editor shows them: what most people need comes first. */
export const RESOURCES: Resource[] = [
	{
		name: 'Extraction',
		value: 'extraction',
		operations: [
			extractDocuments,
			submit,
			wait,
			getStatus,
			getRows,
			downloadOutput,
			reviewInForm,
			get,
			getMany,
			cancel,
			remove,
		],
	},
	{ name: 'Answer', value: 'answer', operations: [getQuestions, askInForm, submitAnswers] },
	{ name: 'Upload Session', value: 'uploadSession', operations: [uploadFiles, create, completeFile] },
	{ name: 'File Part', value: 'filePart', operations: [getUploadUrls, upload] },
	{ name: 'Credit', value: 'credit', operations: [getBalance] },
];

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

/** A parameter shows if its operation is chosen and its own conditions hold. */
const withDisplayOptions = (
	resource: Resource,
	operation: Operation,
	property: INodeProperties,
): INodeProperties => ({
	...property,
	...parameterHint(property.name),
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
			operation.properties.map((property) => withDisplayOptions(resource, operation, property)),
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
