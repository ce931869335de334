import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { existsSync, type ReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type {
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { startEngine, type Engine } from '../../dev/engine';

function describeNode(name: string, more: Partial<INodeTypeDescription> = {}): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: `What ${name} does`,
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
		...more,
	};
}

const serviceCredential: ICredentialType = {
	name: 'serviceApi',
	displayName: 'Service API',
	properties: [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '' },
		{ displayName: 'Region', name: 'region', type: 'string', default: 'eu' },
	],
	authenticate: {
		type: 'generic',
		properties: {
			headers: { Authorization: '=Bearer {{$credentials.apiKey}}' },
			qs: { region: '={{$credentials.region}}' },
		},
	},
	test: {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/account' },
		rules: [{ type: 'responseCode', properties: { value: 401, message: 'The key is wrong' } }],
	},
};

/** Emits size and content start of each item's file; a missing file is a NodeOperationError. */
class FileSize implements INodeType {
	description = describeNode('fileSize');
	async execute(this: IExecuteFunctions) {
		const sizes: INodeExecutionData[] = [];
		for (const [item] of this.getInputData().entries()) {
			const file = this.helpers.assertBinaryData(item, 'data');
			const buffer = await this.helpers.getBinaryDataBuffer(item, 'data');
			const copy = await this.helpers.prepareBinaryData(buffer, `copy of ${file.fileName}`, file.mimeType);
			const json = { bytes: buffer.length, stored: file.id !== undefined, fileName: file.fileName };
			sizes.push({ json, binary: { copy }, pairedItem: item });
		}
		return [sizes];
	}
}

/** The sizes of the chunks in which n8n hands over the first item's file when asked for 200,000 bytes. */
class Chunks implements INodeType {
	description = describeNode('chunks');
	async execute(this: IExecuteFunctions) {
		const id = this.helpers.assertBinaryData(0, 'data').id!;
		const chunks: number[] = [];
		for await (const chunk of await this.helpers.getBinaryStream(id, 200_000))
			chunks.push((chunk as Buffer).length);
		const { fileSize } = await this.helpers.getBinaryMetadata(id);
		return [[{ json: { chunks, fileSize } }]];
	}
}

class Throwing implements INodeType {
	static attempts = 0;
	description = describeNode('throwing', {
		properties: [{ displayName: 'Failures', name: 'failures', type: 'number', default: 1000 }],
	});
	async execute(this: IExecuteFunctions) {
		Throwing.attempts++;
		if (Throwing.attempts <= (this.getNodeParameter('failures', 0) as number)) {
			throw new NodeOperationError(this.getNode(), `Attempt ${Throwing.attempts} failed`, {
				description: 'Try something else',
			});
		}
		return [this.getInputData()];
	}
}

/** Splits items on `bad`: those go to the error output when n8n is told to continue. */
class Sorting implements INodeType {
	description = describeNode('sorting');
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData().map(({ json }, item): INodeExecutionData => {
			if (!json.bad) return { json, pairedItem: item };
			if (!this.continueOnFail())
				throw new NodeOperationError(this.getNode(), 'A bad item', { itemIndex: item });
			return { json: { error: 'bad' }, pairedItem: { item } };
		});
		this.addExecutionHints({ message: `${items.length} items seen`, location: 'outputPane' });
		return [items];
	}
}

/** Waits for the user's stop, then ends as its parameter says. */
class Waiting implements INodeType {
	static started: Promise<void>;
	static markStarted: () => void;
	description = describeNode('waiting', {
		properties: [{ displayName: 'Then', name: 'then', type: 'string', default: 'return' }],
	});
	async execute(this: IExecuteFunctions) {
		const signal = this.getExecutionCancelSignal();
		const stopped = new Promise((resolve) => signal?.addEventListener('abort', resolve));
		Waiting.markStarted();
		await stopped;
		if (this.getNodeParameter('then', 0) === 'throw')
			throw new NodeOperationError(this.getNode(), 'Interrupted');
		return [[{ json: { stopped: signal?.aborted } }]];
	}
}

class Calling implements INodeType {
	description = describeNode('calling', {
		usableAsTool: true,
		credentials: [{ name: 'serviceApi', required: true }],
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'string', default: 'account' },
			{ displayName: 'Path', name: 'path', type: 'string', default: '/account' },
		],
	});
	methods = {
		loadOptions: {
			async paths(this: ILoadOptionsFunctions) {
				const { baseUrl } = await this.getCredentials('serviceApi');
				return [{ name: String(this.getCurrentNodeParameter('path')), value: String(baseUrl) }];
			},
		},
		listSearch: {
			async accounts(this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
				const answer = (await call(this, '/account')) as { authorization: string };
				const name = `${filter} ${this.getNodeParameter('path')} ${answer.authorization}`;
				return { results: [{ name, value: 'a' }], paginationToken: `${paginationToken}+1` };
			},
		},
	};
	async execute(this: IExecuteFunctions) {
		const json = (await call(this, this.getNodeParameter('path', 0) as string)) as INodeExecutionData['json'];
		return [[{ json: { ...json, runAsTool: this.isToolExecution() } }]];
	}
}

async function call(context: IExecuteFunctions | ILoadOptionsFunctions, path: string): Promise<unknown> {
	const { baseUrl } = await context.getCredentials('serviceApi');
	const options: IHttpRequestOptions = { url: `${String(baseUrl)}${path}`, json: true };
	return await context.helpers.httpRequestWithAuthentication.call(context, 'serviceApi', options);
}

/** Counts its polls in static data; emits on every second one. */
class Ticking implements INodeType {
	description = describeNode('ticking', { group: ['trigger'], inputs: [], polling: true });
	async poll(this: IPollFunctions) {
		const state = this.getWorkflowStaticData('node') as { polls?: number; seen?: string[] };
		if (this.getMode() === 'manual') return [[{ json: { manual: this.getActivationMode() } }]];
		if (this.getActivationMode() === 'update') return null;
		state.polls = (state.polls ?? 0) + 1;
		state.seen = [...(state.seen ?? []), this.getWorkflow().id ?? ''];
		return state.polls % 2 === 0 ? [[{ json: { polls: state.polls } }]] : null;
	}
}

/** Reports what a node can learn about where it runs. */
class Identity implements INodeType {
	description = describeNode('identity');
	async execute(this: IExecuteFunctions) {
		const { $runIndex } = this.getWorkflowDataProxy(0) as unknown as { $runIndex: number };
		const { id, name } = this.getWorkflow();
		const json = {
			execution: this.getExecutionId(),
			instance: this.getInstanceId(),
			workflow: id,
			workflowName: name,
			node: this.getNode().id,
			nodeName: this.getNode().name,
			runIndex: $runIndex,
			mode: this.getMode(),
		};
		return [[{ json }]];
	}
}

const nodeTypes = {
	'test.fileSize': new FileSize(),
	'test.chunks': new Chunks(),
	'test.throwing': new Throwing(),
	'test.sorting': new Sorting(),
	'test.waiting': new Waiting(),
	'test.calling': new Calling(),
	'test.ticking': new Ticking(),
	'test.identity': new Identity(),
};

function answer(request: IncomingMessage, response: ServerResponse): void {
	const { authorization } = request.headers;
	response.setHeader('content-type', 'application/json');
	if (authorization !== 'Bearer secret') response.statusCode = 401;
	if (request.url?.startsWith('/odd')) response.statusCode = 503;
	response.end(JSON.stringify({ authorization, url: request.url }));
}

let server: Server;
let baseUrl: string;
let engine: Engine;

beforeAll(async () => {
	server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	engine = await startEngine({
		nodeTypes,
		credentialTypes: [serviceCredential],
		credentials: { serviceApi: { baseUrl, apiKey: 'secret' } },
	});
});

afterAll(async () => {
	await engine.close();
	await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
	Throwing.attempts = 0;
	Waiting.started = new Promise((resolve) => (Waiting.markStarted = resolve));
});

describe('a workflow', () => {
	it('runs its nodes in order, pins the start and follows connections', async () => {
		const run = await engine.run(
			{
				nodes: [
					{ name: 'Mail', type: 'not.installed.trigger' },
					{ name: 'Sort', type: 'test.sorting' },
					{ name: 'Who', type: 'test.identity' },
				],
				connections: {
					Mail: { main: [[{ node: 'Sort', type: 'main', index: 0 }]] },
					Sort: { main: [[{ node: 'Who', type: 'main', index: 0 }]] },
				},
			},
			{
				input: [{ json: { a: 1 } }, { json: { a: 2 } }],
				executionId: '77',
				workflowId: 'wf-1',
				mode: 'webhook',
			},
		);
		expect(run.status).toBe('success');
		expect(run.error).toBeUndefined();
		expect(run.output('Sort').map(({ json }) => json)).toEqual([{ a: 1 }, { a: 2 }]);
		expect(run.output('Sort')[1]?.pairedItem).toBe(1);
		expect(run.hints('Sort')).toEqual([{ message: '2 items seen', location: 'outputPane' }]);
		expect(run.output('Who')[0]?.json).toMatchObject({
			execution: '77',
			workflow: 'wf-1',
			nodeName: 'Who',
			runIndex: 0,
			mode: 'webhook',
		});
	});

	it('leaves the caller items as they were', async () => {
		const input = [{ json: { a: 1 } }];
		await engine.runNode({ type: 'test.sorting', input });
		expect(input).toEqual([{ json: { a: 1 } }]);
	});

	it('gives each execution its own id and the same node the same id', async () => {
		const first = await engine.runNode({ type: 'test.identity' });
		const second = await engine.runNode({ type: 'test.identity' });
		expect(first.items[0]?.json.execution).toBe(first.executionId);
		expect(first.items[0]?.json.execution).not.toBe(second.items[0]?.json.execution);
		expect(first.items[0]?.json.node).toBe(second.items[0]?.json.node);
		expect(first.items[0]?.json.instance).toBe(second.items[0]?.json.instance);
	});

	it('names the node and the missing parameter of a workflow that cannot start', async () => {
		const required = describeNode('strict', {
			properties: [{ displayName: 'Needed', name: 'needed', type: 'string', default: '', required: true }],
		});
		const strict = await startEngine({ nodeTypes: { 'test.strict': { description: required } } });
		await expect(strict.runNode({ type: 'test.strict' })).rejects.toThrow(/Node.*needed/);
		await strict.close();
	});
});

describe('failures', () => {
	it('keep message, description and node', async () => {
		const run = await engine.runNode({ type: 'test.throwing', nodeName: 'Fragile' });
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({ message: 'Attempt 1 failed', description: 'Try something else' });
		expect(run.nodeError('Fragile')?.message).toBe('Attempt 1 failed');
		expect(run.items).toEqual([]);
	});

	it('are tried again with Retry On Fail', async () => {
		const options = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const run = await engine.runNode({ type: 'test.throwing', parameters: { failures: 2 }, ...options });
		expect(run.status).toBe('success');
		expect(Throwing.attempts).toBe(3);
	});

	it('go to the error output with Continue (using error output)', async () => {
		const input = [{ json: { a: 1 } }, { json: { bad: true } }];
		const run = await engine.runNode({ type: 'test.sorting', input, onError: 'continueErrorOutput' });
		expect(run.items.map(({ json }) => json)).toEqual([{ a: 1 }]);
		expect(run.secondOutput.map(({ json }) => json)).toEqual([{ bad: true, error: 'bad' }]);
	});
});

describe('a stop', () => {
	it.each(['return', 'throw'])('by signal is canceled, should the node then %s', async (then) => {
		const stop = new AbortController();
		const running = engine.runNode({ type: 'test.waiting', parameters: { then }, signal: stop.signal });
		await Waiting.started;
		stop.abort();
		expect((await running).status).toBe('canceled');
	});

	it('by cancel() is canceled', async () => {
		const { result, cancel } = engine.startNode({ type: 'test.waiting' });
		await Waiting.started;
		cancel();
		const run = await result;
		expect(run.status).toBe('canceled');
		expect(run.items).toEqual([{ json: { stopped: true }, pairedItem: { item: 0 } }]);
	});

	it('before the start keeps the node from running', async () => {
		const run = await engine.runNode({ type: 'test.throwing', signal: AbortSignal.abort() });
		expect(run.status).toBe('canceled');
		expect(Throwing.attempts).toBe(0);
	});
});

describe('files', () => {
	it.each(['filesystem', 'default', 'database'] as const)('reach the node in %s mode', async (binaryMode) => {
		const own = await startEngine({ nodeTypes, binaryMode });
		const file = await own.storeFile(Buffer.from('twelve bytes'), 'a.pdf', 'application/pdf');
		expect(file).toMatchObject({ fileName: 'a.pdf', fileExtension: 'pdf', fileType: 'pdf', bytes: 12 });

		const run = await own.runNode({ type: 'test.fileSize', input: [{ json: {}, binary: { data: file } }] });
		expect(run.items[0]?.json).toEqual({ bytes: 12, stored: binaryMode !== 'default', fileName: 'a.pdf' });
		const copy = run.items[0]?.binary?.copy;
		expect(copy?.id === undefined).toBe(binaryMode === 'default');
		expect((await own.readBinary(copy!)).toString()).toBe('twelve bytes');
		expect(await text(await own.binaryStream(copy!))).toBe('twelve bytes');
		await own.close();
	});

	it('of the database store come in one chunk, whatever was asked for', async () => {
		const own = await startEngine({ nodeTypes, binaryMode: 'database' });
		const file = await own.storeFile(Buffer.alloc(300_000), 'a.pdf', 'application/pdf');
		const run = await own.runNode({ type: 'test.chunks', input: [{ json: {}, binary: { data: file } }] });
		expect(run.items[0]?.json).toEqual({ chunks: [300_000], fileSize: 300_000 });
		await own.close();
	});

	it('of the file system come in chunks', async () => {
		const file = await engine.storeFile(Buffer.alloc(300_000), 'a.pdf', 'application/pdf');
		const run = await engine.runNode({ type: 'test.chunks', input: [{ json: {}, binary: { data: file } }] });
		expect(run.items[0]?.json).toEqual({ chunks: [200_000, 100_000], fileSize: 300_000 });
	});

	it('may be kept in the json of the item, as the workflow settings say', async () => {
		const file = await engine.storeFile(Buffer.from('x'), 'a.pdf', 'application/pdf');
		const input = [{ json: { data: file as unknown as IDataObject } }];
		const run = await engine.runNode({ type: 'test.fileSize', input, settings: { binaryMode: 'combined' } });
		expect(run.error).toBeUndefined();
		expect(run.items[0]?.binary).toBeUndefined();
		expect(run.items[0]?.json).toMatchObject({ bytes: 1 });
	});

	it('are taken from a path', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'harness-test-'));
		await writeFile(join(folder, 'b.png'), 'png');
		const file = await engine.storeFile(join(folder, 'b.png'), 'named.png', 'image/png');
		expect(file).toMatchObject({ fileName: 'named.png', fileType: 'image', bytes: 3 });
		expect((await engine.readBinary(file)).toString()).toBe('png');
		await rm(folder, { recursive: true });
	});

	it('keep two engines of one process apart, at the same time', async () => {
		const memory = await startEngine({ nodeTypes, binaryMode: 'default', instanceId: 'other' });
		const file = await engine.storeFile(Buffer.from('x'), 'x.pdf', 'application/pdf');
		const input = [{ json: {}, binary: { data: file } }];
		const [disk, ram, here, there] = await Promise.all([
			engine.runNode({ type: 'test.fileSize', input }),
			memory.runNode({ type: 'test.fileSize', input }),
			engine.runNode({ type: 'test.identity' }),
			memory.runNode({ type: 'test.identity' }),
		]);
		expect(disk.items[0]?.binary?.copy?.id).toMatch(/^filesystem-v2:/);
		expect(ram.items[0]?.binary?.copy?.id).toBeUndefined();
		expect(there.items[0]?.json.instance).toBe('other');
		expect(here.items[0]?.json.instance).toMatch(/^[0-9a-f]{64}$/);
		await memory.close();
		expect((await engine.readBinary(file)).toString()).toBe('x');
	});
});

describe('credentials', () => {
	it('are applied to the request, defaults included', async () => {
		const run = await engine.runNode({ type: 'test.calling' });
		expect(run.items[0]?.json).toMatchObject({ authorization: 'Bearer secret', url: '/account?region=eu' });
	});

	it('are tested as their form does', async () => {
		const good = { baseUrl, apiKey: 'secret' };
		expect(await engine.testCredential('serviceApi', good)).toEqual({
			ok: true,
			message: 'Connection successful!',
		});
		const wrong = { baseUrl, apiKey: 'wrong' };
		expect(await engine.testCredential('serviceApi', wrong)).toEqual({
			ok: false,
			status: 401,
			message: 'Authorization failed - please check your credentials',
		});
		const down = { baseUrl: `${baseUrl}/odd`, apiKey: 'secret' };
		expect(await engine.testCredential('serviceApi', down)).toEqual({
			ok: false,
			status: 503,
			message: expect.stringContaining('Service unavailable') as string,
		});
		const nobody = { baseUrl: 'http://127.0.0.1:1', apiKey: 'secret' };
		expect(await engine.testCredential('serviceApi', nobody)).toEqual({
			ok: false,
			message: 'The service refused the connection - perhaps it is offline',
		});
	});
});

describe('a polling trigger', () => {
	it('keeps its static data from poll to poll', async () => {
		const poller = engine.poller({ type: 'test.ticking', workflowId: 'wf-9' });
		const first = await poller.poll();
		expect(first).toEqual({ data: null, staticDataChanged: true, staticData: { polls: 1, seen: ['wf-9'] } });
		const second = await poller.poll();
		expect(second.data?.[0]?.[0]?.json).toEqual({ polls: 2 });
		const idle = await poller.poll({ activationMode: 'update' });
		expect(idle).toMatchObject({ data: null, staticDataChanged: false, staticData: { polls: 2 } });
	});

	it('starts from stored static data, and leaves the stored copy alone', async () => {
		const stored = { polls: 1, seen: ['before'] };
		const { data, staticData } = await engine.poll({
			type: 'test.ticking',
			staticData: stored,
			workflowId: 'w',
		});
		expect(data?.[0]?.[0]?.json).toEqual({ polls: 2 });
		expect(staticData).toEqual({ polls: 2, seen: ['before', 'w'] });
		expect(stored).toEqual({ polls: 1, seen: ['before'] });
	});

	it('shares its static data with a poll that overlaps', async () => {
		const poller = engine.poller({ type: 'test.ticking' });
		const [first, second] = await Promise.all([poller.poll(), poller.poll()]);
		expect([first.data, second.data?.[0]?.[0]?.json]).toEqual([null, { polls: 2 }]);
	});

	it('knows a test run', async () => {
		const { data, staticDataChanged } = await engine.poll({ type: 'test.ticking', mode: 'manual' });
		expect(data?.[0]?.[0]?.json).toEqual({ manual: 'manual' });
		expect(staticDataChanged).toBe(false);
	});
});

describe('pick lists', () => {
	it('are searched with filter, token, parameters and credentials', async () => {
		const options = { type: 'test.calling', method: 'accounts', parameters: { path: '/p' } };
		expect(await engine.listSearch({ ...options, filter: 'inv', paginationToken: '2' })).toEqual({
			results: [{ name: 'inv /p Bearer secret', value: 'a' }],
			paginationToken: '2+1',
		});
	});

	it('the entries of pick lists are loaded', async () => {
		const options = { type: 'test.calling', method: 'paths', parameters: { path: '/q' } };
		expect(await engine.loadOptions(options)).toEqual([{ name: '/q', value: baseUrl }]);
	});
});

describe('an AI tool', () => {
	it('is the same node, called with what the model filled in', async () => {
		const run = await engine.runAsTool({
			type: 'test.calling',
			nodeName: 'Look Up',
			parameters: { path: "={{ $fromAI('path', 'What to look up', 'string') }}" },
			args: { path: '/from-model' },
		});
		expect(run.error).toBeUndefined();
		expect(run.tool?.name).toBe('Look_Up');
		expect(JSON.parse(run.response!)).toEqual([
			{ authorization: 'Bearer secret', url: '/from-model?region=eu', runAsTool: true },
		]);
	});

	it('is refused for a node not marked as one', async () => {
		await expect(engine.runAsTool({ type: 'test.sorting' })).rejects.toThrow('cannot be used as a tool');
	});
});

describe('the process', () => {
	it('keeps its own environment', async () => {
		process.env.N8N_ENGINE_TEST = 'kept';
		const own = await startEngine({ nodeTypes });
		expect(process.env.N8N_ENGINE_TEST).toBe('kept');
		expect(process.env.N8N_USER_FOLDER).toBeUndefined();
		delete process.env.N8N_ENGINE_TEST;
		await own.close();
	});

	it('stays silent when a node fails', async () => {
		const write = jest.spyOn(process.stdout, 'write');
		const complain = jest.spyOn(process.stderr, 'write');
		const log = jest.spyOn(console, 'log');
		const run = await engine.runNode({ type: 'test.throwing' });
		expect(run.status).toBe('error');
		for (const spy of [write, complain, log]) {
			expect(spy).not.toHaveBeenCalled();
			spy.mockRestore();
		}
	});

	it('is left without a trace once the last engine closes, and can start again', async () => {
		const file = await engine.storeFile(Buffer.from('x'), 'x.pdf', 'application/pdf');
		const path = await storedPath(engine, file.id!);
		expect(existsSync(path)).toBe(true);
		await engine.close();
		expect(existsSync(path)).toBe(false);
		await expect(engine.runNode({ type: 'test.sorting' })).rejects.toThrow('The engine is closed');

		engine = await startEngine({ nodeTypes });
		const again = await engine.storeFile(Buffer.from('y'), 'y.pdf', 'application/pdf');
		expect((await engine.readBinary(again)).toString()).toBe('y');
	});
});

/** Where n8n keeps a stored file, read off the stream it hands out. */
async function storedPath(from: Engine, id: string): Promise<string> {
	const stream = (await from.binaryStream({ id, data: '', mimeType: '' })) as ReadStream;
	await text(stream);
	return String(stream.path);
}
