import type {
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	Workflow,
} from 'n8n-workflow';
import type { LoadOptionsContext } from 'n8n-core';
import { additionalData } from './core/additionalData';
import type { Core } from './core/core';
import type { GivenCredentials } from './credentials/GivenCredentials';

export interface PickListOptions {
	type: string;
	/** The name under `methods.listSearch` or `methods.loadOptions`. */
	method: string;
	parameters?: INodeParameters;
	/** The parameter the editor asks for, which relative paths (`&name`) start from. */
	path?: string;
	typeVersion?: number;
}

export interface ListSearchOptions extends PickListOptions {
	filter?: string;
	paginationToken?: string;
}

/** The name n8n gives the node it makes up to fill a pick list. */
export const PICK_LIST_NODE = 'Temp-Node';

export async function listSearch(
	setting: PickListSetting,
	{ method, filter, paginationToken }: ListSearchOptions,
): Promise<INodeListSearchResult> {
	const { context, methods } = open(setting);
	const search = methods?.listSearch?.[method];
	if (!search) throw new Error(`The node type has no list search method "${method}"`);
	return await search.call(context, filter, paginationToken);
}

export async function loadOptions(
	setting: PickListSetting,
	{ method }: PickListOptions,
): Promise<INodePropertyOptions[]> {
	const { context, methods } = open(setting);
	const load = methods?.loadOptions?.[method];
	if (!load) throw new Error(`The node type has no load options method "${method}"`);
	return await load.call(context);
}

export interface PickListSetting {
	core: Core;
	credentials: GivenCredentials;
	workflow: Workflow;
	path: string;
}

function open(setting: PickListSetting): { context: LoadOptionsContext; methods: INodeType['methods'] } {
	const { core, credentials, workflow, path } = setting;
	const node = workflow.getNode(PICK_LIST_NODE);
	if (!node) throw new Error('The pick list has no node');
	const data = additionalData(core, { credentials, currentNodeParameters: node.parameters });
	const context = new core.LoadOptionsContext(workflow, node, data, path);
	const { methods } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return { context, methods };
}
