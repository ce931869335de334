import { Readable } from 'node:stream';
import type { IDataObject, IHttpRequestOptions, INode, IPollFunctions } from 'n8n-workflow';
import { bytesOf, strict, valueAt } from '../../../support/n8nParts';
import type { Clock } from '../clock';
import type { ListQuery } from '../service/lists';
import type { Answer } from '../service/answers';
import { numberIn } from '../service/extraction';
import { BASE_URL, FILE_URL, ModelService } from '../service/service';
import type { TriggerProcess } from './triggerProcess';

/** One request of a poll. */
export interface SentRequest {
	/** In words. */
	what(): string;
	/** The extraction that it is about; empty for a list. */
	id: string;
	isAnswered: boolean;
	/** Ids that the list which answered it has shown. */
	shown: string[];
	/** It asks for a list from the beginning of time, as only a trigger does that looks for what was open when it began. */
	looksBack: boolean;
	/** It was answered by the last page of a list. */
	isLastPage: boolean;
	tookMs: number;
}

export interface ContextParts {
	clock: Clock;
	service: ModelService;
	process: TriggerProcess;
	apiKey: string;
	workflowId: string;
	node: INode;
	staticData: { node: IDataObject; global: IDataObject };
	mode: 'trigger' | 'manual';
	activation: 'activate' | 'init' | 'update';
	budgetMs: number | undefined;
	/** It cuts a request off when its caller's signal says so, as newer versions of n8n do. */
	heedsSignal?: boolean;
	requests: SentRequest[];
	log: string[];
}

type Caller = { getExecutionCancelSignal?(): AbortSignal };

const never = async (): Promise<never> => await new Promise<never>(() => undefined);

/** What the node may ask for although older versions of n8n do not have it. */
const OPTIONAL = new Set(['getPollBudgetMs', 'getExecutionCancelSignal', 'then', 'toJSON']);

const networkError = (code: string): Error => Object.assign(new Error(code), { code });

/** Sleeps, but not beyond an abort. */
async function sleepUnlessAborted(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
	if (!signal) return await clock.sleep(ms);
	let onAbort = (): void => {};
	const aborted = new Promise<void>((resolve) => {
		onAbort = resolve;
		if (signal.aborted) resolve();
		signal.addEventListener('abort', onAbort, { once: true });
	});
	await Promise.race([clock.sleep(ms), aborted]);
	signal.removeEventListener('abort', onAbort);
}

/** Sends one request through the model's weather. A dead process never hears of the answer. */
async function send(parts: ContextParts, options: IHttpRequestOptions): Promise<unknown> {
	const { clock, service, process, requests } = parts;
	const { weather } = service;
	const sentAt = clock.now;
	const isFile = options.url.startsWith(FILE_URL);
	const { kind, id } = ModelService.read(options.url);
	const request: SentRequest = {
		what: () => (isFile ? 'file' : describe(options)),
		id,
		isAnswered: false,
		shown: [],
		looksBack: kind === 'list' && options.qs?.created_after === undefined,
		isLastPage: false,
		tookMs: 0,
	};
	requests.push(request);
	const latency = weather.toStall > 0 ? Infinity : weather.latencyOf(kind, id);
	if (weather.toStall > 0) weather.toStall -= 1;
	const timeout = options.timeout ?? Infinity;
	const { looksAfter } = weather;
	const signal = options.abortSignal as AbortSignal | undefined;
	const wait = async (ms: number): Promise<void> => {
		await sleepUnlessAborted(clock, ms, signal);
		if (!process.isAlive) await never();
		request.tookMs = clock.now - sentAt;
		if (signal?.aborted) throw networkError('ERR_CANCELED');
	};
	if (latency > timeout) {
		await wait(timeout);
		throw networkError('ECONNABORTED');
	}
	await wait(latency * looksAfter);
	if (weather.troubleUntil > clock.now && weather.trouble === 'reset') throw networkError('ECONNRESET');
	const answer = isFile
		? { statusCode: 200, body: Readable.from([Buffer.from('a,b')]) }
		: service.answer(options.url, (options.qs ?? {}) as ListQuery);
	const date = new Date(clock.now).toUTCString();
	if (looksAfter < 1) await wait(latency * (1 - looksAfter));
	return response(answer, date, { parts, request, isFile });
}

function response(
	{ statusCode, body, headers }: Answer,
	date: string,
	{ parts, request, isFile }: { parts: ContextParts; request: SentRequest; isFile: boolean },
): unknown {
	const { weather } = parts.service;
	const full = { statusCode, headers: { date, ...headers } };
	if (isFile) request.isAnswered = true;
	if (isFile) return { ...full, body };
	// As text: that is what is asked for.
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const isCut = weather.toCut > 0 && statusCode === 200;
	if (isCut) weather.toCut -= 1;
	request.isAnswered = statusCode === 200 && !isCut;
	const { extractions = [], has_more } = body as {
		extractions?: Array<{ extraction_id: string }>;
		has_more?: boolean;
	};
	if (request.isAnswered) request.shown = extractions.map((each) => each.extraction_id);
	request.isLastPage = request.isAnswered && has_more === false;
	return { ...full, body: isCut ? text.slice(0, text.length / 2) : text };
}

function describe({ url, qs }: IHttpRequestOptions): string {
	const { kind, id } = ModelService.read(url);
	if (id) return `${kind} x${numberIn(id)}`;
	const query = Object.entries((qs ?? {}) as ListQuery).filter(([name]) => name !== 'limit');
	return ['list', ...query.map(([name, value]) => `${name}=${String(value)}`)].join(' ');
}

/** A stand-in for what n8n gives a polling trigger. */
export function pollContext(parts: ContextParts): IPollFunctions {
	const { node, staticData, process, log, budgetMs } = parts;
	const note = (text: string): void => void log.push(text);
	const request = async (options: IHttpRequestOptions) => await send(parts, options);
	const defaults = Object.fromEntries(
		process.trigger.description.properties.map((property) => [property.name, property.default]),
	);
	const credential = {
		baseUrl: BASE_URL,
		apiKey: parts.apiKey,
		allowInsecureHttp: false,
	};
	const context = {
		helpers: strict(
			'helpers',
			{
				httpRequest: request,
				async httpRequestWithAuthentication(this: Caller, _type: string, options: IHttpRequestOptions) {
					const abortSignal = parts.heedsSignal ? this.getExecutionCancelSignal?.() : options.abortSignal;
					return await request({ ...options, abortSignal });
				},
				prepareBinaryData: async (source: Buffer | Readable, fileName: string, mimeType: string) => ({
					data: (await bytesOf(source)).toString('base64'),
					mimeType,
					fileName,
				}),
				returnJsonArray: (json: IDataObject | IDataObject[]) => [json].flat().map((each) => ({ json: each })),
			},
			OPTIONAL,
		),
		logger: { debug: note, info: note, warn: note, error: note },
		getNode: () => node,
		getMode: () => parts.mode,
		getActivationMode: () => parts.activation,
		getWorkflow: () => ({ id: parts.workflowId, name: 'Workflow', active: true }),
		getWorkflowStaticData: (type: 'node' | 'global') => staticData[type],
		getCredentials: async () => await Promise.resolve({ ...credential }),
		getNodeParameter: (name: string, fallback?: unknown) =>
			valueAt({ ...defaults, ...node.parameters }, name) ?? fallback,
		getTimezone: () => 'Europe/Berlin',
		getInstanceId: () => 'instance',
		getInstanceBaseUrl: () => 'https://n8n.example/',
		getRestApiUrl: () => 'https://n8n.example/rest',
		getCredentialsProperties: () => [],
		getPollBudgetMs: budgetMs === undefined ? undefined : () => budgetMs,
	};
	// Older versions of n8n have no budget at all.
	if (budgetMs === undefined) delete (context as Partial<typeof context>).getPollBudgetMs;
	return strict('context', context, OPTIONAL) as unknown as IPollFunctions;
}
