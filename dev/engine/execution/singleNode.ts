import { NodeConnectionTypes } from 'n8n-workflow';
import type { RunNodeOptions } from '../options';
import { START_TYPE, type NodeLike, type WorkflowLike } from '../workflow';

export const AGENT_TYPE = 'engine.agent';

/** Start -> node. */
export function singleNodeWorkflow(options: RunNodeOptions): WorkflowLike & { nodeName: string } {
	const node = nodeOf(options, options.type);
	return {
		nodeName: node.name,
		settings: options.settings,
		nodes: [{ name: 'Start', type: START_TYPE }, node],
		connections: { Start: { main: [[{ node: node.name, type: NodeConnectionTypes.Main, index: 0 }]] } },
	};
}

/** Start -> agent, with the node as the agent's tool. */
export function toolWorkflow(options: RunNodeOptions): WorkflowLike & { nodeName: string } {
	const tool = nodeOf(options, `${options.type}Tool`);
	return {
		nodeName: tool.name,
		settings: options.settings,
		nodes: [{ name: 'Start', type: START_TYPE }, { name: 'Agent', type: AGENT_TYPE }, tool],
		connections: {
			Start: { main: [[{ node: 'Agent', type: NodeConnectionTypes.Main, index: 0 }]] },
			[tool.name]: { ai_tool: [[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }]] },
		},
	};
}

function nodeOf(options: RunNodeOptions, type: string): NodeLike {
	const { nodeName: name = 'Node', parameters, typeVersion, onError } = options;
	const { retryOnFail, maxTries, waitBetweenTries, alwaysOutputData, executeOnce } = options;
	const repeat = { retryOnFail, maxTries, waitBetweenTries };
	return { name, type, parameters, typeVersion, onError, alwaysOutputData, executeOnce, ...repeat };
}
