/*
 * Loads the package with the loader of one version of n8n, as n8n does when it starts, and prints what that version makes of it.
 * Arguments: the folder of that version's n8n-core, the folder of the package.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type {
	INode,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	Workflow as N8nWorkflow,
} from 'n8n-workflow';
import { operationsOf } from '../n8n/operations';

/** What a version of n8n makes of one node as it is set. */
export interface Described {
	/** Its parameters with their values, those alone that are shown. */
	parameters: INode['parameters'];
	shown: string[];
	outputs: unknown;
}

/** What a version of n8n makes of the package. */
export interface LoadedPackage {
	credentials: string[];
	/** By the node and how it is set. */
	nodes: Record<string, Described>;
	/** Pick lists that a parameter names and the node has not. */
	missingLists: string[];
}

const [core = '', folder = ''] = process.argv.slice(2);
const requireIts = createRequire(join(core, 'package.json'));
const { PackageDirectoryLoader } = requireIts(core) as typeof Core;
const { NodeHelpers, Workflow } = requireIts('n8n-workflow') as typeof import('n8n-workflow');

/** Each operation as it is when it is chosen, and with its second output if it has one. */
const settingsOf = (type: INodeTypeDescription): Array<[name: string, INode['parameters']]> => {
	const operations = operationsOf(type);
	if (operations.length === 0) return [[type.name, {}]];
	return operations.flatMap((operation) => {
		const name = `${type.name} ${operation.resource} ${operation.operation}`;
		return [
			[name, operation],
			[`${name} apart`, { ...operation, separateReview: true }],
		];
	});
};

function describe(type: INodeType, parameters: INode['parameters']): Described {
	const { description } = type;
	const { name, properties } = description;
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: name,
		typeVersion: [description.version].flat().at(-1)!,
		position: [0, 0],
		parameters,
	};
	const values = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description)!;
	const nodeTypes = { getByNameAndVersion: () => type } as unknown as INodeTypes;
	const workflow: N8nWorkflow = new Workflow({
		nodes: [{ ...node, parameters: values }],
		connections: {},
		active: false,
		nodeTypes,
	});
	return {
		parameters: values,
		shown: properties
			.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
			.map((property) => property.name),
		outputs: NodeHelpers.getNodeOutputs(workflow, workflow.getNode('Node')!, description),
	};
}

/** Every property, those within others too. */
const allOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [
		property,
		...(property.modes ?? []).map((mode) => mode as unknown as INodeProperties),
		...(property.options ?? []).flatMap((option) =>
			'values' in option ? allOf(option.values) : 'type' in option ? allOf([option]) : [],
		),
	]);

const missingLists = ({ description, methods }: INodeType): string[] =>
	allOf(description.properties).flatMap(({ typeOptions: { loadOptionsMethod, ...typeOptions } = {} }) => {
		const { searchListMethod } = typeOptions as { searchListMethod?: string };
		return [
			...(loadOptionsMethod && !methods?.loadOptions?.[loadOptionsMethod] ? [loadOptionsMethod] : []),
			...(searchListMethod && !methods?.listSearch?.[searchListMethod] ? [searchListMethod] : []),
		];
	});

async function main(): Promise<void> {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const types = Object.values(loader.nodeTypes).map(({ type }) => type as INodeType);
	const loaded: LoadedPackage = {
		credentials: loader.types.credentials.map(({ name }) => name),
		nodes: Object.fromEntries(
			types.flatMap((type) =>
				settingsOf(type.description).map(([name, parameters]) => [name, describe(type, parameters)]),
			),
		),
		missingLists: types.flatMap(missingLists),
	};
	process.stdout.write(JSON.stringify(loaded));
}

void main();
