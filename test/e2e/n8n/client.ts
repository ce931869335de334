import { randomBytes } from 'node:crypto';
import { parse } from 'flatted';
import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { until } from '../support/until';
import type { Credential, Execution, SavedWorkflow, WorkflowFile } from './types';

/** The owner of every host of this run: a login made for this run alone. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Example',
	lastName: 'Owner',
	password: `Pw1${randomBytes(12).toString('hex')}`,
};

export interface NodeTypeInfo {
	name: string;
	properties: INodeProperties[];
	[key: string]: unknown;
}

/** How far n8n is with what was published last. */
interface Publication {
	status: string;
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

const ENDED = new Set(['success', 'error', 'canceled', 'crashed']);

/** n8n's own REST interface, as its editor uses it. */
export class N8nClient {
	/** @param cookie the session of another client, to go on with */
	constructor(
		readonly address: string,
		private cookie = '',
	) {}

	/** The owner's session, for another client. */
	get session(): string {
		return this.cookie;
	}

	/** Whether the interface answers for itself yet, not only the "starting up" page. */
	async isReady(): Promise<boolean> {
		const response = await fetch(`${this.address}/rest/login`);
		return response.headers.get('content-type')?.includes('json') ?? false;
	}

	/** Waits until nothing answers any more. */
	async untilDown(): Promise<void> {
		const isDown = async (): Promise<boolean> =>
			await fetch(this.address).then(
				() => false,
				() => true,
			);
		await until('n8n to be down', isDown);
	}

	async setUpOwner(owner: typeof OWNER): Promise<void> {
		// The database may be ready a moment later than the address.
		await until(
			'the owner to be set up',
			async () => await this.request('POST', '/rest/owner/setup', owner),
			{
				seconds: 30,
			},
		);
	}

	async signIn({ email, password }: { email: string; password: string }): Promise<void> {
		await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	async workflows(): Promise<
		Array<{ id: string; name: string; isArchived: boolean; tags: Array<{ name: string }> }>
	> {
		return await this.request('GET', '/rest/workflows');
	}

	async credentials(): Promise<Array<{ id: string; name: string; type: string }>> {
		return await this.request('GET', '/rest/credentials');
	}

	async createCredential(name: string, type: string, data: Record<string, unknown>): Promise<Credential> {
		return await this.request('POST', '/rest/credentials', { name, type, data });
	}

	/** Saves a credential and tests it, as the editor's form does. */
	async testCredential(
		type: string,
		data: Record<string, unknown>,
	): Promise<{ status: string; message: string }> {
		const { id, name } = await this.createCredential('Tested', type, data);
		return await this.request('POST', '/rest/credentials/test', { credentials: { id, name, type, data } });
	}

	async createWorkflow(workflow: WorkflowFile): Promise<SavedWorkflow> {
		const { name, nodes, connections, settings = {} } = workflow;
		return await this.request('POST', '/rest/workflows', {
			name,
			nodes,
			connections,
			settings: { executionOrder: 'v1', ...settings },
			active: false,
		});
	}

	/** Saves a workflow with changes. */
	async updateWorkflow({ id }: SavedWorkflow, changes: Partial<WorkflowFile>): Promise<SavedWorkflow> {
		return await this.request('PATCH', `/rest/workflows/${id}`, changes);
	}

	/** Publishes a workflow, and waits until its triggers have begun. */
	async activate({ id, versionId }: SavedWorkflow): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
		await this.untilSettled(id);
	}

	/** Unpublishes a workflow, and waits until its triggers have ended. */
	async deactivate({ id }: SavedWorkflow): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
		await this.untilSettled(id);
	}

	/** Unpublishes a workflow if it is published, and deletes it. */
	async deleteWorkflow({ id, isArchived }: { id: string; isArchived: boolean }): Promise<void> {
		if (!isArchived) await this.request('POST', `/rest/workflows/${id}/archive`, {});
		// Before its triggers have ended, n8n refuses to delete it.
		await this.untilSettled(id);
		await this.request('DELETE', `/rest/workflows/${id}`);
	}

	/** Newer versions begin and end triggers after they have answered. */
	private async untilSettled(id: string): Promise<void> {
		const path = `/rest/workflows/${id}/publication-status`;
		// Older versions do not know this path: they are done when they answer.
		if ((await this.send('GET', path)).status === 404) return;
		const { triggers } = await until('n8n to begin or end the triggers', async () => {
			const publication = await this.request<Publication>('GET', path);
			return publication.status !== 'in_progress' && publication;
		});
		const failed = triggers.find(({ status }) => status === 'failed');
		if (failed) throw new Error(`n8n could not begin a trigger: ${failed.errorMessage}`);
	}

	/** Starts a workflow as its "Execute workflow" button does. Returns the id of the execution. */
	async start(workflow: SavedWorkflow, trigger = 'Start', data?: object): Promise<string> {
		const { executionId } = await this.request<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: trigger, data } },
		);
		return executionId;
	}

	/** Says something to a workflow in the chat of the editor, and waits for the end of its execution. */
	async chat(workflow: SavedWorkflow, trigger: string, chatInput: string): Promise<Execution> {
		const json = { sessionId: 'a-session', action: 'sendMessage', chatInput };
		const executionId = await this.start(workflow, trigger, {
			startTime: 0,
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			source: [null],
			data: { main: [[{ json }]] },
		});
		return await this.ended(executionId, 300);
	}

	async stop(executionId: string): Promise<void> {
		await this.request('POST', `/rest/executions/${executionId}/stop`, {});
	}

	/** "Retry" in the list of executions, with the workflow as it was or as it is. Returns the new execution, which has ended. */
	async retry(executionId: string, loadWorkflow = false): Promise<Execution> {
		const path = `/rest/executions/${executionId}/retry`;
		const { id } = await this.request<{ id: string }>('POST', path, { loadWorkflow });
		return await this.ended(id);
	}

	async execution(executionId: string): Promise<Execution> {
		const found = await this.request<Omit<Execution, 'data'> & { data: string }>(
			'GET',
			`/rest/executions/${executionId}`,
		);
		return { ...found, data: parse(found.data) as Execution['data'] };
	}

	/** The executions of a workflow, newest first. */
	async executions({ id }: SavedWorkflow): Promise<Array<{ id: string; status: string; mode: string }>> {
		// Unless n8n is told the statuses, it lists those that run and those that have ended one after the other, and one that ends meanwhile twice.
		const status = ['new', 'running', 'waiting', 'unknown', ...ENDED];
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status }));
		const found = await this.request<{ results: Array<{ id: string; status: string; mode: string }> }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=100`,
		);
		return found.results;
	}

	/** Waits until an execution has ended, however it ended. */
	async ended(executionId: string, seconds = 60, everyMs?: number): Promise<Execution> {
		return await until(
			`execution ${executionId} to end`,
			async () => {
				const execution = await this.execution(executionId);
				return ENDED.has(execution.status) && execution;
			},
			{ seconds, everyMs },
		);
	}

	/** Waits until an execution waits for somebody. An execution that ends instead says why. */
	async waiting(executionId: string, seconds = 60): Promise<void> {
		const found = await until(
			`execution ${executionId} to wait`,
			async () => {
				const execution = await this.execution(executionId);
				return (execution.status === 'waiting' || ENDED.has(execution.status)) && execution;
			},
			{ seconds },
		);
		if (found.status !== 'waiting') throw new Error(`It ended instead of waiting: ${failureOf(found)}`);
	}

	/** Runs a workflow by hand and waits for its end. */
	async run(workflow: SavedWorkflow, trigger?: string, seconds?: number): Promise<Execution> {
		return await this.ended(await this.start(workflow, trigger), seconds);
	}

	async nodeTypes(): Promise<NodeTypeInfo[]> {
		return await this.request('GET', '/types/nodes.json');
	}

	async credentialTypes(): Promise<Array<{ name: string; displayName: string }>> {
		return await this.request('GET', '/types/credentials.json');
	}

	/** The owner's session, for a browser. */
	cookies(): Array<{ name: string; value: string }> {
		return this.cookie.split('; ').map((each) => {
			const [name = '', ...value] = each.split('=');
			return { name, value: value.join('=') };
		});
	}

	/** Any request with the owner's session; the part of the answer that matters. Throws with n8n's message. */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.send(method, path, body);
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
		const answer = JSON.parse(text) as T | { data: T };
		return path.startsWith('/rest/') ? (answer as { data: T }).data : (answer as T);
	}

	private async send(method: string, path: string, body?: unknown): Promise<Response> {
		const response = await fetch(this.address + path, {
			method,
			// n8n closes an idle connection after seconds, perhaps just as the next request is on its way.
			headers: { 'Content-Type': 'application/json', Cookie: this.cookie, Connection: 'close' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const cookies = response.headers.getSetCookie().map((each) => each.split(';', 1)[0]!);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		return response;
	}
}

/** The items of a node's last run at one of its outputs. */
export function itemsOf(execution: Execution, node: string, output = 0): INodeExecutionData[] {
	const runs = execution.data.resultData.runData[node];
	if (!runs) throw new Error(`"${node}" did not run: ${failureOf(execution)}`);
	return runs.at(-1)?.data?.main?.[output] ?? [];
}

/** Why an execution ended as it did, in one line. */
export function failureOf({ status, data }: Execution): string {
	const { error, lastNodeExecuted } = data.resultData;
	return `${status} at "${lastNodeExecuted}": ${error?.message ?? 'no error'} ${error?.description ?? ''}`;
}
