import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Credential, WorkflowFile } from './types';
import { NODE_TYPE } from '../../support/names';
import { onlyKnown } from '../../support/operations/onlyKnown';

const node = (name: string, type: string, typeVersion: number, parameters: object, more = {}): INode => ({
	id: name.toLowerCase().replace(/\W+/g, '-'),
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters: parameters as INode['parameters'],
	...more,
});

export const manualTrigger = (): INode => node('Start', 'n8n-nodes-base.manualTrigger', 1, {});

/** Takes a POST to this path and answers at once. */
export const webhook = (path: string): INode =>
	node(
		'Webhook',
		'n8n-nodes-base.webhook',
		2,
		{ httpMethod: 'POST', path, options: {} },
		{ webhookId: path },
	);

/** Reads the files of the disk that fit this pattern, one item each. */
export const readFiles = (pattern: string): INode =>
	node('Read Files', 'n8n-nodes-base.readWriteFile', 1, { fileSelector: pattern, options: {} });

/** Writes the file of each item to this path. */
export const writeFiles = (path: string): INode =>
	node('Write Files', 'n8n-nodes-base.readWriteFile', 1, { operation: 'write', fileName: path, options: {} });

const EXTRACT_DOCUMENTS = { resource: 'extraction', operation: 'extractDocuments' };

/** Our node, named "Extract". `more`: settings of the node itself, such as retryOnFail. */
export const extraction = (
	credential: Credential,
	parameters: IDataObject,
	more: Partial<INode> = {},
): INode =>
	node('Extract', NODE_TYPE, 1, onlyKnown({ ...EXTRACT_DOCUMENTS, ...parameters } as INodeParameters), {
		credentials: { documentDataExtractionApi: credential },
		...more,
	});

/** Our trigger, named "Extraction Trigger". */
export const extractionTrigger = (credential: Credential, parameters: IDataObject): INode =>
	node('Extraction Trigger', `${NODE_TYPE}Trigger`, 1, parameters, {
		credentials: { documentDataExtractionApi: credential },
	});

/** Sends a request for each item. */
export const httpRequest = (name: string, parameters: object): INode =>
	node(name, 'n8n-nodes-base.httpRequest', 4.2, { ...parameters, options: {} });

/** An item with these fields. */
export const setFields = (fields: object): INode =>
	node('Set Fields', 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify(fields),
		options: {},
	});

/** Makes a file of this field of each item, which has it in Base64. */
export const convertToFile = (field: string, fileName: string): INode =>
	node('Convert to File', 'n8n-nodes-base.convertToFile', 1.1, {
		operation: 'toBinary',
		sourceProperty: field,
		options: { fileName },
	});

export const noOperation = (name: string): INode => node(name, 'n8n-nodes-base.noOp', 1, {});

/** Nodes one after the other. */
export const chain = (name: string, ...nodes: INode[]): WorkflowFile => ({
	name,
	nodes: nodes.map((each, index) => ({ ...each, position: [index * 220, 0] })),
	connections: Object.fromEntries(
		nodes
			.slice(0, -1)
			.map((each, index) => [
				each.name,
				{ main: [[{ node: nodes[index + 1]!.name, type: 'main', index: 0 }]] },
			]),
	) as WorkflowFile['connections'],
});

/** A chain whose last node leads to several others, one at each of its outputs. */
export function branch(name: string, nodes: INode[], ends: INode[]): WorkflowFile {
	const trunk = chain(name, ...nodes);
	const last = nodes.at(-1)!.name;
	return {
		...trunk,
		nodes: [
			...trunk.nodes,
			...ends.map((end, index) => ({
				...end,
				position: [nodes.length * 220, index * 200] as [number, number],
			})),
		],
		connections: {
			...trunk.connections,
			[last]: { main: ends.map((end) => [{ node: end.name, type: 'main' as const, index: 0 }]) },
		},
	};
}
