import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions, type INodeType } from 'n8n-workflow';

/** The tool as a language model sees it. */
export interface ToolFace {
	name: string;
	description: string;
	/** A zod object schema of the arguments (`$fromAI` placeholders) the model may fill in. */
	schema: unknown;
}

interface AgentTool extends ToolFace {
	invoke(args: IDataObject): Promise<string>;
}

/** What one call of the tool gave. */
export interface ToolCall {
	tool?: ToolFace;
	/** The text the model gets: JSON. */
	response?: string;
}

/** An agent that makes exactly one call, with given arguments, to the tool connected to it. */
export function agentType(args: IDataObject, call: ToolCall): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: 'Calls its tool once',
			defaults: { name: 'Agent' },
			inputs: [
				{ type: NodeConnectionTypes.Main },
				{ type: NodeConnectionTypes.AiTool, displayName: 'Tool', required: true },
			],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const tools = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as AgentTool[];
			const [tool] = tools;
			if (!tool) throw new Error('The agent has no tool');
			call.tool = { name: tool.name, description: tool.description, schema: tool.schema };
			call.response = await tool.invoke(args);
			return [[{ json: { response: call.response } }]];
		},
	};
}
