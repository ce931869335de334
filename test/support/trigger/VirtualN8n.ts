import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { DocumentDataExtractionTrigger } from '../../../nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node';
import { MINUTE, ModelService, type Modelled, type ModelQuery } from './ModelService';

interface HttpRequest {
	url: string;
	qs?: Record<string, string>;
}

type Endpoint = 'list' | 'status' | 'details';

let instances = 0;

const SLICE = 1_000;

/**
 * The node's real `poll` on virtual time, with a modelled service that takes its time. Jest's fake timers have to be on: they are the clock of
 * the node, of its rate gates and of the service.
 */
export class VirtualN8n {
	readonly service = new ModelService();
	readonly announced: string[] = [];
	readonly items: IDataObject[] = [];
	readonly errors: Error[] = [];
	readonly warnings: string[] = [];
	/** Requests of the last poll. */
	requests: string[] = [];
	/** How long a request takes, in milliseconds. */
	latency: (endpoint: Endpoint, id: string) => number = () => 20;
	/** A failing answer in place of the service's. */
	fails: (endpoint: Endpoint, id: string, query: Record<string, string>) => number | undefined = () =>
		undefined;
	parameters: IDataObject = {
		events: ['completed', 'failed', 'cancelled', 'input_required'],
		completedOutput: 'extraction',
	};
	nodeId = 'node';
	staticData: Record<'node' | 'global', IDataObject> = { node: {}, global: {} };
	private readonly workflowId = `virtual-${(instances += 1)}`;
	private readonly startedAt = Date.now();

	constructor(private readonly baseUrl = `https://service-${instances + 1}.example.com/v1`) {
		this.service.now = Date.now();
	}

	/** Seconds since the start, by n8n's clock. */
	get minute(): number {
		return Math.floor((Date.now() - this.startedAt) / MINUTE);
	}

	get state(): IDataObject {
		return this.staticData.node.state as IDataObject;
	}

	/** Characters of everything that this trigger stores. */
	get bytes(): number {
		return JSON.stringify(this.staticData.node).length + JSON.stringify(this.staticData.global).length;
	}

	create(count: number, status = 'processing', minutesBack = 0): Modelled[] {
		const span = minutesBack * MINUTE;
		return Array.from({ length: count }, (_, index) => {
			const extraction = this.service.create();
			extraction.createdAt = Date.now() - span + Math.floor(((index + 1) * span) / count);
			if (status === 'input_required') this.service.ask(extraction, 1);
			else if (status !== 'processing') this.service.end(extraction, status as 'completed');
			return extraction;
		});
	}

	/** A poll that begins now and takes the time that it takes. */
	async poll(): Promise<string[]> {
		this.requests = [];
		const before = this.announced.length;
		let done = false;
		const polling = this.begin().finally(() => {
			done = true;
		});
		await this.pass(0);
		while (!done) await this.pass(SLICE);
		await polling;
		return this.announced.slice(before);
	}

	/** A poll at the beginning of each of so many minutes. */
	async minutes(count: number, meanwhile: (minute: number) => void = () => undefined): Promise<void> {
		for (let minute = 0; minute < count; minute++) {
			const end = Date.now() + MINUTE;
			meanwhile(minute);
			await this.poll();
			await this.pass(Math.max(0, end - Date.now()));
		}
	}

	async pass(ms: number): Promise<void> {
		await jest.advanceTimersByTimeAsync(ms);
		this.service.now = Date.now();
	}

	/** Begins a poll, for a test in which several go on at once and which moves the time itself. */
	async begin(): Promise<void> {
		try {
			const polled = await new DocumentDataExtractionTrigger().poll.call(this.context());
			for (const { json } of polled?.[0] ?? ([] as INodeExecutionData[])) {
				this.items.push(json);
				this.announced.push(`${String(json.extraction_id)} ${String(json.event)}`);
			}
		} catch (error) {
			this.errors.push(error as Error);
		}
	}

	private context(): IPollFunctions {
		const credential = { baseUrl: this.baseUrl, apiKey: 'key' };
		const { staticData, parameters } = this;
		const context = {
			getMode: () => 'trigger',
			getActivationMode: () => 'activate',
			getNode: () => ({
				id: this.nodeId,
				name: 'Trigger',
				type: 'trigger',
				typeVersion: 1,
				parameters: {},
				credentials: { documentDataExtractionApi: { id: '1', name: 'Key' } },
			}),
			getWorkflow: () => ({ id: this.workflowId, name: 'Workflow', active: true }),
			getWorkflowStaticData: (of: 'node' | 'global') => staticData[of],
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
			getCredentials: async () => await Promise.resolve(credential),
			logger: { warn: (text: string) => void this.warnings.push(text) },
			helpers: {
				httpRequestWithAuthentication: async function (
					this: IPollFunctions & { getExecutionCancelSignal?: () => AbortSignal },
					_type: string,
					request: HttpRequest,
				) {
					return await send(request, this.getExecutionCancelSignal?.());
				},
			},
		};
		const send = async (request: HttpRequest, signal?: AbortSignal) => await this.send(request, signal);
		return context as unknown as IPollFunctions;
	}

	private async send({ url, qs = {} }: HttpRequest, signal?: AbortSignal) {
		const [id = '', part] = url.slice(this.baseUrl.length).split('/').slice(2);
		const endpoint: Endpoint = id === '' ? 'list' : part === 'details' ? 'details' : 'status';
		this.requests.push(`${endpoint} ${id || (qs.status ?? 'all')}`);
		await new Promise<void>((resolve, reject) => {
			const abort = (): void => {
				clearTimeout(timer);
				reject(signal?.reason as Error);
			};
			const timer = setTimeout(
				() => {
					signal?.removeEventListener('abort', abort);
					resolve();
				},
				this.latency(endpoint, id),
			);
			signal?.addEventListener('abort', abort);
		});
		this.service.now = Date.now();
		const failed = this.fails(endpoint, id, qs);
		const body =
			failed === undefined
				? this.bodyOf(endpoint, id, qs)
				: {
						success: false,
						error: {
							code: failed === 404 ? 'EXTRACTION_NOT_FOUND' : 'INTERNAL_ERROR',
							message: 'No.',
							retryable: failed !== 404,
							details: null,
						},
					};
		const statusCode =
			failed ?? ('error' in body && endpoint !== 'details' && !('status' in body) ? 404 : 200);
		return { statusCode, headers: { date: new Date(Date.now()).toUTCString() }, body: JSON.stringify(body) };
	}

	private bodyOf(endpoint: Endpoint, id: string, qs: Record<string, string>): object {
		if (endpoint === 'list') return this.pageOf(qs);
		const found = this.service.find(id);
		if (!found || found.isDeleted)
			return { success: false, error: { code: 'EXTRACTION_NOT_FOUND', message: 'None.', retryable: false } };
		const record = this.recordOf(found);
		if (endpoint === 'details') return { success: true, extraction: record };
		const { open } = found;
		return { success: true, extraction_id: id, status: found.status, progress: 1, questions: open };
	}

	private pageOf(qs: Record<string, string>): object {
		const page = this.service.list({ ...qs, limit: Number(qs.limit) } as unknown as ModelQuery);
		return {
			success: true,
			extractions: (page?.extractions ?? []).map(({ id }) => this.recordOf(this.service.find(id)!)),
			has_more: page?.nextCursor !== null,
			next_cursor: page?.nextCursor ?? null,
		};
	}

	private recordOf({ id, status, createdAt }: Modelled): object {
		return {
			extraction_id: id,
			submission_id: null,
			task_name: `Task ${id}`,
			status,
			created_at: new Date(createdAt).toISOString(),
			submission_method: 'api',
			file_count: 1,
			file_names_preview: ['a.pdf'],
			file_names_truncated: false,
			output_structure: 'per_invoice',
			...(status === 'failed' && { error: { code: 'NO_PAGES_FOUND', message: 'None.', retryable: false } }),
		};
	}
}

/** Puts the clocks under the test's control: timers, dates, and the deadline of a poll. */
export function virtualTime(): void {
	beforeEach(() => {
		jest.useFakeTimers({
			now: Date.UTC(2026, 4, 4, 8),
			doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
		});
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(new DOMException('The time is up', 'TimeoutError')), ms);
			return controller.signal;
		});
	});
	afterEach(() => {
		jest.restoreAllMocks();
		jest.useRealTimers();
	});
}
