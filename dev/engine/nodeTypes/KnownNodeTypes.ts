import {
	NodeHelpers,
	type IDataObject,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { asTool } from './asTool';

export type NodeTypeMap = Record<string, INodeType | IVersionedNodeType>;

/** The node types an engine knows, by full name (`package.name`); `…Tool` is the AI tool made of a type. */
export class KnownNodeTypes implements INodeTypes {
	private readonly tools = new Map<string, INodeType>();

	constructor(private readonly types: NodeTypeMap) {}

	/** The same types and more, for one run. */
	with(more: NodeTypeMap): KnownNodeTypes {
		return new KnownNodeTypes({ ...this.types, ...more });
	}

	/** The types that were given, without the tools made of them. */
	all(): INodeType[] {
		return Object.keys(this.types).map((name) => this.getByNameAndVersion(name));
	}

	has(name: string): boolean {
		return name in this.types || (name.endsWith('Tool') && name.slice(0, -4) in this.types);
	}

	getByName(name: string): INodeType | IVersionedNodeType {
		const type = this.types[name] ?? this.tool(name);
		if (!type) throw new Error(`Unknown node type "${name}": pass it in nodeTypes`);
		return type;
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(name), version);
	}

	getKnownTypes(): IDataObject {
		return {};
	}

	private tool(name: string): INodeType | undefined {
		const base = name.endsWith('Tool') ? this.types[name.slice(0, -4)] : undefined;
		if (!base) return undefined;
		const tool = this.tools.get(name) ?? asTool(NodeHelpers.getVersionedNodeType(base));
		this.tools.set(name, tool);
		return tool;
	}
}
