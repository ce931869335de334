import { inspect } from 'node:util';
import nock from 'nock';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { startEngine, type Engine, type NodeRun, type RunNodeOptions, type Started } from '../../../engine';
import { DocumentDataExtractionApi } from '../../../credentials/DocumentDataExtractionApi.credentials';
import { DocumentDataExtraction } from '../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import type { Answer } from './answers';
import { API, BYTES, MAIN_JOB, STEPS, WELL, type Step } from './service';

const NODE_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtraction';

/** A request as it went over the wire. */
export interface Sent {
	step: Step;
	method: string;
	url: string;
	headers: Record<string, string>;
	/** Text, or hexadecimal digits where the bytes are no text. */
	body: string;
}

/** What nock tells of a request that it has no answer for. */
type Unplanned = Partial<Record<'method' | 'proto' | 'host' | 'path', string>>;

let opened = 0;

/** The node on n8n's real engine; in place of the service, planned answers, so that every byte sent can be seen. */
export class HttpFixture {
	readonly sent: Sent[] = [];
	/** Requests that nothing was planned for. */
	readonly unplanned: string[] = [];

	private constructor(
		readonly engine: Engine,
		readonly apiKey: string,
	) {}

	/** Each wire has an API key of its own, and with it rate gates of its own. */
	static async open(credential: ICredentialDataDecryptedObject = {}): Promise<HttpFixture> {
		const apiKey = `s3cret-key-${++opened}-${process.pid}`;
		const engine = await startEngine({
			nodeTypes: { [NODE_TYPE]: new DocumentDataExtraction() },
			credentialTypes: [new DocumentDataExtractionApi()],
			credentials: { documentDataExtractionApi: { baseUrl: `${API}/v1`, apiKey, ...credential } },
		});
		const http = new HttpFixture(engine, apiKey);
		if (!nock.isActive()) nock.activate();
		nock.disableNetConnect();
		nock.emitter.on('no match', (request: Unplanned, options: Unplanned = request) => {
			const { method = request.method, proto, host, path } = options;
			http.unplanned.push(`${method} ${proto}://${host}${path}`);
		});
		return http;
	}

	async close(): Promise<void> {
		nock.emitter.removeAllListeners('no match');
		nock.cleanAll();
		nock.enableNetConnect();
		nock.restore();
		await this.engine.close();
	}

	/** Plans the answers of a step, one for each request, in their order. */
	plan(step: Step, ...answers: Answer[]): void {
		for (const answer of answers) {
			const interceptor = this.intercept(step);
			if ('brokenBy' in answer) {
				const error = Object.assign(new Error(`broken by ${answer.brokenBy}`), { code: answer.brokenBy });
				interceptor.replyWithError(error);
			} else interceptor.reply(answer.status, answer.body, answer.headers);
		}
	}

	/** Lets a step hang. @returns when the request is there */
	async hang(step: Step): Promise<void> {
		await new Promise<void>((resolve) => {
			this.intercept(step).reply(() => {
				resolve();
				return new Promise(() => undefined);
			});
		});
	}

	/** Plans the main job: what is not given goes well. An empty list stands for a step that must not be taken. */
	planJob(steps: Partial<Record<Step, Answer[]>> = {}): void {
		for (const step of MAIN_JOB) if (!(step in steps)) this.plan(step, WELL[step]);
		for (const [step, answers] of Object.entries(steps)) this.plan(step as Step, ...answers);
	}

	/** Runs Extract Documents over one file, of one part of three bytes unless said otherwise. */
	async extract(
		parameters: INodeParameters = {},
		{ bytes = BYTES, ...settings }: Partial<RunNodeOptions> & { bytes?: Buffer } = {},
	): Promise<NodeRun> {
		return await (
			await this.start(parameters, { bytes, ...settings })
		).result;
	}

	async start(
		{ options, ...parameters }: INodeParameters = {},
		{ bytes = BYTES, ...settings }: Partial<RunNodeOptions> & { bytes?: Buffer } = {},
	): Promise<Started<NodeRun>> {
		const data = await this.engine.storeFile(bytes, 'invoice.pdf', 'application/pdf');
		return this.engine.startNode({
			type: NODE_TYPE,
			parameters: {
				resource: 'extraction',
				operation: 'extractDocuments',
				prompt: 'Total',
				options: { submissionId: 'mail-1', ...(options as INodeParameters | undefined) },
				...parameters,
			},
			input: [{ json: {}, binary: { data } }],
			...settings,
		});
	}

	async getBalance(settings: Partial<RunNodeOptions> = {}): Promise<NodeRun> {
		const parameters = { resource: 'credit', operation: 'getBalance' };
		return await this.engine.runNode({ type: NODE_TYPE, parameters, input: [{ json: {} }], ...settings });
	}

	/** Runs any operation on one empty item, or on the given ones. */
	async run(
		resource: string,
		operation: string,
		parameters: INodeParameters = {},
		settings: Partial<RunNodeOptions> = {},
	): Promise<NodeRun> {
		return await this.engine.runNode({
			type: NODE_TYPE,
			parameters: { resource, operation, ...parameters },
			input: [{ json: {} }],
			...settings,
		});
	}

	/** The steps taken, in their order. */
	get steps(): Step[] {
		return this.sent.map(({ step }) => step);
	}

	sentAt(step: Step): Sent[] {
		return this.sent.filter((request) => request.step === step);
	}

	/** Fails when something was planned that was not asked for, or asked for that was not planned. */
	expectAllAsPlanned(): void {
		expect(this.unplanned).toEqual([]);
		expect(nock.pendingMocks()).toEqual([]);
	}

	private intercept(step: Step): nock.Interceptor {
		const [method, origin, path] = STEPS[step];
		const scope = nock(origin);
		scope.on('request', ({ method: sentMethod, path: sentPath, headers }, _interceptor, body: string) =>
			this.sent.push({ step, method: sentMethod, url: origin + sentPath, headers: { ...headers }, body }),
		);
		return scope.intercept(path, method).query(true);
	}
}

/** Everything that n8n keeps or shows of a run, hidden properties of errors included. */
export const everythingOf = (run: NodeRun): string =>
	inspect(run.raw, {
		depth: Infinity,
		maxStringLength: Infinity,
		maxArrayLength: Infinity,
		showHidden: true,
	}) + JSON.stringify([run.raw, run.error, run.items, run.secondOutput]);
