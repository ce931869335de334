import { startJsonServer, type JsonServer } from './jsonServer';

/** A tool that the model is offered. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, object>; required?: string[] };
}

export interface ToolCall {
	tool: string;
	input: object;
}

/** What the model does at its turn, given what the tools have answered so far, by the tool's name: calls tools, or says something. */
export type Turn = (answers: Record<string, string>) => ToolCall[] | string;

/** A stand-in for a chat model: OpenAI's "chat completions" on the wire, a script behind it. */
export interface ChatModel extends JsonServer {
	/** Base URL of the credential. */
	baseUrl: string;
	offered: OfferedTool[];
}

interface Message {
	role: string;
	content: string;
	tool_call_id?: string;
	tool_calls?: Array<{ id: string; function: { name: string } }>;
}

interface CompletionRequest {
	messages: Message[];
	tools?: Array<{ type: string; function: OfferedTool }>;
	stream?: boolean;
}

/** The last answer of each tool in a conversation. */
function answersIn(messages: Message[]): Record<string, string> {
	const names = new Map(
		messages.flatMap(({ tool_calls = [] }) => tool_calls).map((call) => [call.id, call.function.name]),
	);
	return Object.fromEntries(
		messages
			.filter(({ role }) => role === 'tool')
			.map(({ tool_call_id = '', content }) => [names.get(tool_call_id) ?? tool_call_id, content]),
	);
}

/** n8n makes a message of each call, so the turns are counted by the ids of the calls. */
const turnOf = (messages: Message[]): number =>
	messages.reduce(
		(turn, { tool_call_id }) => Math.max(turn, Number(tool_call_id?.split('_')[1] ?? -1) + 1),
		0,
	);

/** Plays a script, one turn for each request of a conversation. */
export async function startChatModel(apiKey: string, script: Turn[]): Promise<ChatModel> {
	const offered: OfferedTool[] = [];
	const server = await startJsonServer(({ method, path, headers, body }) => {
		if (`${method} ${path}` !== 'POST /v1/chat/completions') throw new Error(`No such address: ${path}`);
		if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401, body: {} };
		const { messages, tools = [], stream } = body as CompletionRequest;
		if (stream) throw new Error('This model does not stream.');
		offered.splice(0, offered.length, ...tools.map((tool) => tool.function));
		const number = turnOf(messages);
		const said = script[number]!(answersIn(messages));
		const calls = typeof said === 'string' ? [] : said;
		const tool_calls = calls.map(({ tool, input }, index) => ({
			id: `call_${number}_${index}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(input) },
		}));
		const message = {
			role: 'assistant',
			content: typeof said === 'string' ? said : null,
			...(calls.length > 0 ? { tool_calls } : {}),
		};
		const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
		return {
			body: {
				id: `completion-${number}`,
				object: 'chat.completion',
				created: 0,
				model: 'scripted',
				choices: [{ index: 0, message, finish_reason }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			},
		};
	});
	return { ...server, baseUrl: `${server.address}/v1`, offered };
}
