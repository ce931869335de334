import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
	IRunExecutionData,
	IWebhookData,
	IWebhookDescription,
	IWebhookResponseData,
	Workflow,
} from 'n8n-workflow';
import { additionalData } from '../core/additionalData';
import type { Core } from '../core/core';
import type { GivenCredentials } from '../credentials/GivenCredentials';
import { resume, type Started } from '../execution/execute';
import type { Run } from '../execution/Run';
import type { RunOptions } from '../options';
import type { WorkflowLike } from '../workflow';
import { requestBody } from './requestBody';

interface Setting {
	core: Core;
	credentials: GivenCredentials;
	start(definition: WorkflowLike, options: RunOptions): Started;
	build(definition: WorkflowLike): Workflow;
	inside<T>(work: () => T): T;
}

/** An execution as n8n keeps it while a node waits. */
interface Stored {
	definition: WorkflowLike;
	status: 'ended' | 'running' | 'waiting';
	run: Run;
	timesLetGo: number;
	end: (run: Run) => void;
}

export interface ParkedExecution {
	/** The run up to the wait; the whole run where nothing waited. */
	run: Run;
	/** What `$execution.resumeUrl` is. */
	url: string;
	/** When n8n would go on by itself; undefined when nothing waits. */
	waitTill: Date | undefined;
	/** The whole run, once the execution has gone on and ended. */
	ended: Promise<Run>;
	/** How often the node has let the execution go on. n8n 1 goes on each time. */
	timesLetGo(): number;
	/** What n8n does when the time is over. */
	resumeAtDeadline(): Promise<void>;
}

/** What n8n adds to a response, as Express does. */
interface Answering extends ServerResponse {
	json(body: object): void;
}

/** What n8n's server does around executions that wait: it keeps them, serves their pages, and lets one request at most go on with one. */
export class WaitingExecutions {
	private readonly executions = new Map<string, Stored>();

	private constructor(
		private readonly setting: Setting,
		private readonly server: Server,
	) {}

	static async open(setting: Setting): Promise<WaitingExecutions> {
		const server = createServer();
		const waiting = new WaitingExecutions(setting, server);
		server.on('request', (request, response) => void waiting.serve(request, response));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return waiting;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	async run(definition: WorkflowLike, options: RunOptions = {}): Promise<ParkedExecution> {
		const run = await this.setting.start(definition, { ...options, waitingUrl: this.url }).result;
		let end = (_: Run): void => {};
		const ended = new Promise<Run>((resolve) => {
			end = resolve;
		});
		const stored: Stored = { definition, status: 'running', run, timesLetGo: 0, end };
		this.executions.set(run.executionId, stored);
		this.store(stored, run);
		return {
			run,
			url: `${this.url}/${run.executionId}`,
			waitTill: run.raw.data.waitTill ? new Date(run.raw.data.waitTill) : undefined,
			ended,
			timesLetGo: () => stored.timesLetGo,
			resumeAtDeadline: async () => await this.goOn(stored, this.copyOf(stored)),
		};
	}

	private get url(): string {
		const { port } = this.server.address() as AddressInfo;
		return `http://127.0.0.1:${port}/webhook-waiting`;
	}

	private store(stored: Stored, run: Run): void {
		stored.run = run;
		stored.status = run.status === 'waiting' ? 'waiting' : 'ended';
		if (stored.status === 'ended') stored.end(run);
	}

	private copyOf({ run }: Stored): IRunExecutionData {
		return structuredClone(run.raw.data);
	}

	private async serve(request: IncomingMessage, plain: ServerResponse): Promise<void> {
		const response: Answering = Object.assign(plain, {
			json(body: object): void {
				if (!plain.hasHeader('content-type')) plain.setHeader('content-type', 'application/json');
				plain.end(JSON.stringify(body));
			},
		});
		const refuse = (status: number, message: string): void => {
			response.statusCode = status;
			response.json({ message });
		};
		const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
		const stored = this.executions.get(pathname.split('/').at(-1) ?? '');
		try {
			const body = await requestBody(request);
			if (!stored) return refuse(404, 'The execution does not exist.');
			if (stored.status !== 'waiting') return refuse(409, `The execution is ${stored.status} already.`);
			Object.assign(request, { body, query: Object.fromEntries(searchParams), params: {} });
			response.setHeader('Access-Control-Allow-Origin', '*');
			await this.setting.inside(async () => await this.callNode(stored, request, response));
		} catch (error) {
			if (!response.headersSent) refuse(500, `There was a problem executing the workflow: ${String(error)}`);
		}
	}

	/** What n8n's `WaitingWebhooks` does. */
	private async callNode(stored: Stored, request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { core, credentials } = this.setting;
		const data = this.copyOf(stored);
		const { lastNodeExecuted = '', runData } = data.resultData;
		data.executionData!.nodeExecutionStack[0]!.node.disabled = true;
		data.waitTill = undefined;
		runData[lastNodeExecuted]?.pop();
		const workflow = this.setting.build(stored.definition);
		const node = workflow.getNode(lastNodeExecuted)!;
		const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const webhookDescription = type.description.webhooks?.find(
			({ httpMethod, restartWebhook }: IWebhookDescription) =>
				httpMethod === request.method && restartWebhook === true,
		);
		if (!webhookDescription || !type.webhook) throw new Error(`The node takes no ${request.method}`);
		const additional = additionalData(core, {
			credentials,
			executionId: stored.run.executionId,
			waitingUrl: this.url,
		});
		Object.assign(additional, { httpRequest: request, httpResponse: response });
		const webhook = { webhookDescription } as IWebhookData;
		const context = new core.WebhookContext(workflow, node, additional, 'trigger', webhook, [], data);
		const answer = (await type.webhook.call(context)) as IWebhookResponseData;
		const { workflowData, noWebhookResponse, webhookResponse } = answer;
		if (!workflowData) {
			if (noWebhookResponse !== true) throw new Error('The node leaves the answer to n8n');
			return;
		}
		stored.timesLetGo++;
		data.executionData!.nodeExecutionStack[0]!.data.main = workflowData;
		const isFirst = stored.status === 'waiting';
		const going = this.goOn(stored, data);
		// What the node leaves to n8n is sent once the execution goes on, and so only to the one who let it.
		if (noWebhookResponse !== true && isFirst) response.end(webhookResponse);
		await going;
	}

	/** Only one request can go on with an execution. */
	private async goOn(stored: Stored, data: IRunExecutionData): Promise<void> {
		if (stored.status !== 'waiting') throw new Error('The execution is resuming already');
		stored.status = 'running';
		const { core, credentials, build, inside } = this.setting;
		const { executionId } = stored.run;
		const options = { executionId, waitingUrl: this.url, stored: data };
		const run = await inside(async () => await resume(core, credentials, build(stored.definition), options));
		this.store(stored, run);
	}
}
