import { createHash } from 'node:crypto';
import {
	NodeConnectionTypes,
	Workflow,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IPinData,
	type IWorkflowSettings,
} from 'n8n-workflow';
import type { GivenCredentials } from './credentials/GivenCredentials';
import type { KnownNodeTypes } from './nodeTypes/KnownNodeTypes';

/** A node as an exported workflow carries it; what is left out gets n8n's value. */
export type NodeLike = Partial<INode> & Pick<INode, 'name' | 'type'>;

export interface WorkflowLike {
	nodes: NodeLike[];
	connections?: IConnections;
	settings?: IWorkflowSettings;
	staticData?: IDataObject;
	name?: string;
	[extra: string]: unknown;
}

/** Emits what it is pinned to: the start of a workflow whose trigger is not at hand. */
export const START_TYPE = 'engine.start';

export const startType: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: 'Starts a workflow with given items',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
};

export function buildWorkflow(
	definition: WorkflowLike,
	context: { nodeTypes: KnownNodeTypes; credentials: GivenCredentials; id?: string; pinData?: IPinData },
): Workflow {
	const { nodeTypes, credentials, id = 'engine-workflow', pinData = {} } = context;
	const nodes = definition.nodes.map((node, index) => {
		// A pinned node never runs, so its type need not be at hand.
		const type = node.name in pinData && !nodeTypes.has(node.type) ? START_TYPE : node.type;
		return completeNode({ ...node, type }, index, nodeTypes, credentials);
	});
	return new Workflow({
		id,
		name: definition.name ?? 'Engine workflow',
		nodes,
		connections: definition.connections ?? {},
		active: false,
		nodeTypes,
		staticData: definition.staticData ? structuredClone(definition.staticData) : undefined,
		settings: { executionOrder: 'v1', ...definition.settings },
	});
}

/** Where a run begins: the first node that nothing leads to and that is nobody's sub-node. */
export function findStart({ nodes, connections = {} }: WorkflowLike): string {
	const targets = Object.values(connections).flatMap(({ main = [] }) => main.flatMap((ends) => ends ?? []));
	const isTarget = new Set(targets.map(({ node }) => node));
	const isSubNode = (name: string): boolean =>
		Object.keys(connections[name] ?? {}).some((kind) => kind !== NodeConnectionTypes.Main);
	const start = nodes.find(({ name, disabled }) => !disabled && !isTarget.has(name) && !isSubNode(name));
	if (!start) throw new Error('The workflow has no node to start from');
	return start.name;
}

/** A copy per item, because the engine writes into the items it is given. */
export function copyItems(items: INodeExecutionData[]): INodeExecutionData[] {
	return items.map((item) => ({ ...item }));
}

function completeNode(
	node: NodeLike,
	index: number,
	nodeTypes: KnownNodeTypes,
	credentials: GivenCredentials,
): INode {
	const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const { version, defaultVersion } = description;
	const newest = Array.isArray(version) ? Math.max(...version) : version;
	return {
		...node,
		id: node.id ?? stableId(node.name),
		typeVersion: node.typeVersion ?? defaultVersion ?? newest,
		position: node.position ?? [index * 220, 0],
		parameters: structuredClone(node.parameters ?? {}),
		credentials: node.credentials ?? givenCredentials(description.credentials ?? [], credentials),
	};
}

function givenCredentials(
	wanted: Array<{ name: string }>,
	credentials: GivenCredentials,
): INode['credentials'] {
	const given = wanted.filter(({ name }) => credentials.has(name));
	if (given.length === 0) return undefined;
	return Object.fromEntries(given.map(({ name }) => [name, { id: name, name }]));
}

/** n8n gives a node an id for life; here the name stands for it, so that two runs see the same node. */
function stableId(name: string): string {
	const hex = createHash('sha256').update(name).digest('hex');
	return [8, 12, 16, 20, 32].map((end, i, ends) => hex.slice(ends[i - 1] ?? 0, end)).join('-');
}
