import { setImmediate as nextTurn } from 'node:timers/promises';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeRun, RunNodeOptions } from '../../engine';
import type { Control, SandboxOptions } from '../../sandbox';
import { Client } from './sandboxFixture';
import { NODE_TYPE, startNode, type NodeFixture } from './nodeFixture';

/** A UUID that no extraction has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
export const byUrl = (value: string) => ({ __rl: true, mode: 'url', value });

export interface OperationFixture {
	readonly node: NodeFixture;
	readonly control: Control;
	/** Runs the operation on one empty item, unless told otherwise. */
	run(parameters?: INodeParameters, settings?: Partial<RunNodeOptions>): Promise<NodeRun>;
	/** What the sandbox was asked during the test, such as `GET /extractions`. */
	asked(): string[];
	/** The query of the requests to an endpoint, in order. */
	queries(endpoint: string): Array<Record<string, unknown>>;
}

/** Prepares a test file for one operation of a resource: a sandbox and an engine, with a clean slate before every test. */
export function startOperation(
	operation: string,
	resource = 'extraction',
	options: SandboxOptions = {},
): OperationFixture {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode({ limits: 'off', ...options });
	});
	beforeEach(() => {
		node.sandbox.control.clearRequests();
		node.sandbox.control.clearFaults();
	});
	afterAll(async () => await node.close());
	return {
		get node() {
			return node;
		},
		get control() {
			return node.sandbox.control;
		},
		run: async (parameters = {}, settings = {}) =>
			await node.engine.runNode({
				type: NODE_TYPE,
				parameters: { resource, operation, ...parameters },
				input: [{ json: {} }],
				...settings,
			}),
		asked: () => node.sandbox.control.requests().map(({ endpoint }) => endpoint),
		queries: (endpoint) =>
			node.sandbox.control
				.requests()
				.filter((request) => request.endpoint === endpoint)
				.map(({ query }) => query ?? {}),
	};
}

/** The items' JSON. */
export const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

/** Resolves when a condition holds; the time limit of the test ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await nextTurn();
}

/** An extraction that was asked to stop, which is recorded once, and goes on all the same. */
export async function neverStopping({ node, control }: OperationFixture): Promise<string> {
	const { extraction_id } = control.createExtraction({ status: 'processing' });
	await new Client(node.sandbox.baseUrl, node.sandbox.apiKey).post(`/extractions/${extraction_id}/cancel`);
	await control.advanceClock(60_000);
	control.updateExtraction({ extraction_id, status: 'processing' });
	control.clearRequests();
	return extraction_id;
}
