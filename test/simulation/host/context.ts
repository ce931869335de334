import { Readable } from 'node:stream';
import {
	NodeApiError,
	type IBinaryData,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type JsonObject,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { bytesOf as bytes, strict, valueAt } from '../../support/n8nParts';
import { KEY } from '../service/Service';
import { httpRequest } from './client';
import type { Life, Network } from './network';

/** A parameter's value; a function stands for an expression, which n8n evaluates anew at each try. */
export type Parameter = unknown | ((itemIndex: number, tryNumber: number) => unknown);

export interface Hosted {
	network: Network;
	life: Life;
	node: INode;
	/** Differs between processes, so that what a process remembers dies with it. */
	baseUrl: string;
	workflowId: string;
	executionId: string;
	parameters: Record<string, Parameter>;
	items: INodeExecutionData[];
	/** The bytes that are not in the items. */
	store: Map<string, Buffer>;
	signal: AbortSignal;
	tryNumber: number;
	kept: object;
}

/** n8n's `IExecuteFunctions`, as far as the node uses them; anything else is an error that says what is missing. */
export function contextOf(hosted: Hosted): { context: IExecuteFunctions; hints: NodeExecutionHint[] } {
	const { node, parameters, items, store, signal, tryNumber, network, life } = hosted;
	const hints: NodeExecutionHint[] = [];
	const resolved = (value: Parameter, itemIndex: number): unknown => {
		if (typeof value === 'function')
			return (value as (i: number, t: number) => unknown)(itemIndex, tryNumber);
		if (Array.isArray(value)) return value.map((each) => resolved(each, itemIndex));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, itemIndex)]));
	};
	const credentials = { baseUrl: hosted.baseUrl, apiKey: KEY, allowInsecureHttp: false };
	const binaryAt = (itemIndex: number, field: string | IBinaryData): IBinaryData => {
		const found = typeof field === 'string' ? items[itemIndex]?.binary?.[field] : field;
		if (!found) throw new Error(`The item has no binary field '${String(field)}'`);
		return found;
	};
	const bytesOf = (data: IBinaryData): Buffer =>
		data.id === undefined ? Buffer.from(data.data, 'base64') : stored(data.id);
	const stored = (id: string): Buffer => {
		const bytes = store.get(id);
		if (!bytes) throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
		return bytes;
	};
	const helpers = {
		httpRequest: async (options: IHttpRequestOptions) => await httpRequest(network, life, options),
		async httpRequestWithAuthentication(this: object, _type: string, options: IHttpRequestOptions) {
			const headers = { ...options.headers, Authorization: `Bearer ${KEY}` };
			// "replaces `abortSignal` with the execution's cancel signal": of the context that it is called on.
			const own =
				'getExecutionCancelSignal' in this
					? { abortSignal: (this as IExecuteFunctions).getExecutionCancelSignal() }
					: {};
			try {
				return await httpRequest(network, life, { ...options, headers, ...own });
			} catch (error) {
				throw new NodeApiError(node, error as JsonObject);
			}
		},
		assertBinaryData: binaryAt,
		getBinaryDataBuffer: async (itemIndex: number, field: string | IBinaryData) =>
			bytesOf(binaryAt(itemIndex, field)),
		getBinaryStream: async (id: string, chunkSize = 65_536) => {
			const bytes = stored(id);
			const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, index) =>
				bytes.subarray(index * chunkSize, (index + 1) * chunkSize),
			);
			return Readable.from(chunks, { objectMode: false });
		},
		getBinaryMetadata: async (id: string) => ({ fileSize: stored(id).length }),
		binaryToBuffer: async (body: Buffer | Readable) => await bytes(body),
		prepareBinaryData: async (
			body: Buffer | Readable,
			fileName?: string,
			mimeType = 'application/octet-stream',
		) => {
			const content = await bytes(body);
			return { data: content.toString('base64'), fileName, mimeType, bytes: content.length };
		},
		returnJsonArray: (data: JsonObject[]) => [data].flat().map((json) => ({ json })),
		constructExecutionMetaData: (data: INodeExecutionData[], { itemData }: { itemData: unknown }) =>
			data.map((each) => ({ ...each, pairedItem: itemData })),
	};
	const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
	const known: Record<string, unknown> = {
		helpers: strict('helpers', helpers, OPTIONAL),
		logger: silent,
		getInputData: () => items,
		getNode: () => node,
		getMode: () => 'trigger',
		getWorkflow: () => ({ id: hosted.workflowId, name: 'Invoices', active: true }),
		getInstanceId: () => 'the-instance',
		getExecutionId: () => hosted.executionId,
		getContext: () => hosted.kept,
		getTimezone: () => 'UTC',
		getExecutionCancelSignal: () => signal,
		onExecutionCancellation: (handler: () => void) =>
			signal.addEventListener('abort', handler, { once: true }),
		continueOnFail: () => node.onError === 'continueRegularOutput' || node.onError === 'continueErrorOutput',
		addExecutionHints: (...given: NodeExecutionHint[]) => hints.push(...given),
		setMetadata: () => undefined,
		isToolExecution: () => false,
		getCredentials: async () => ({ ...credentials }),
		getWorkflowSettings: () => ({}),
		evaluateExpression: (expression: string) => {
			if (expression === '{{ $runIndex }}') return 0;
			throw new Error(`The simulation does not know the expression ${expression}`);
		},
		getNodeParameter: (name: string, itemIndex: number, fallback?: unknown) => {
			const value = valueAt(parameters, name) ?? fallback;
			if (value === undefined) throw new Error(`Could not get parameter ${name}`);
			return resolved(value, itemIndex);
		},
	};
	return { context: strict('context', known, OPTIONAL) as unknown as IExecuteFunctions, hints };
}

/** May be missing in some versions of n8n, and the node has to do without. */
const OPTIONAL = new Set([
	'then',
	'getPollBudgetMs',
	'customData',
	'nodeHelpers',
	'getExecutionContext',
	'toJSON',
	'constructor',
]);
