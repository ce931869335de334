import type { IDataObject, INode } from 'n8n-workflow';
import type { Host } from '../../../test/e2e/hosts/host';
import { pollingOften } from '../../../test/e2e/n8n/polling';
import type { Credential, Execution, SavedWorkflow } from '../../../test/e2e/n8n/types';
import {
	chain,
	extraction,
	extractionTrigger,
	noOperation,
	readFiles,
	webhook,
} from '../../../test/e2e/n8n/workflows';
import { until } from '../../../test/support/until';
import type { Announced } from './books';

const COLUMN = 'Invoice Number';
const UNDER_WAY = ['new', 'running', 'waiting'];

/** Answers with the rows. */
const answering = (node: INode): INode => ({
	...node,
	parameters: { ...node.parameters, responseMode: 'lastNode', responseData: 'allEntries' },
});

const UNIQUE = /[0-9a-f]{8}-[0-9a-f-]{27}|\bS-\d+(-\d+)*|\d+/g;

const reasonIn = ({ error, lastNodeExecuted }: Execution['data']['resultData'], status: string): string =>
	`${lastNodeExecuted ?? 'no node'}: ${`${error?.message ?? status} ${error?.description ?? ''}`.replace(UNIQUE, '#').trim()}`;

/** An account at the service, with a workflow that takes documents and one that the trigger starts. */
export class Account {
	readonly announced: Announced[] = [];
	/** Why executions failed, with what would differ from one to the next left out. */
	readonly reasons: string[] = [];
	private readonly seen = new Set<string>();

	private constructor(
		private readonly host: Host,
		private readonly path: string,
		private readonly taking: SavedWorkflow,
		private readonly watching: SavedWorkflow,
	) {}

	static async open(host: Host, credential: Credential, name: string): Promise<Account> {
		const { client, filesFolder } = host;
		const taking = await client.createWorkflow(
			chain(
				`Take documents, ${name}`,
				answering(webhook(name)),
				readFiles(`=${filesFolder}/{{ $json.body.file }}`),
				extraction(credential, {
					promptType: 'fields',
					fieldsToExtract: { values: [{ name: COLUMN, instructions: '' }] },
					outputStructure: 'per_invoice',
				}),
			),
		);
		const watching = await client.createWorkflow(
			pollingOften(
				chain(
					`Watch, ${name}`,
					extractionTrigger(credential, {
						events: ['completed', 'failed'],
						completedOutput: 'rows',
						pollTimes: {},
					}),
					noOperation('Announced'),
				),
			),
		);
		await client.activate(taking);
		const account = new Account(host, name, taking, watching);
		await account.watch();
		return account;
	}

	async watch(): Promise<void> {
		await this.host.client.activate(this.watching);
	}

	async unwatch(): Promise<void> {
		await this.host.client.deactivate(this.watching);
	}

	/** Has a document extracted. @returns the invoice numbers of its rows */
	async send(file: string): Promise<string[]> {
		// While the webhook is not registered yet, or the database does not answer, n8n runs nothing.
		const response = await until(
			'the webhook to take a document',
			async () => {
				const answer = await this.post({ file });
				return ![404, 503].includes(answer.status) && answer;
			},
			{ everyMs: 500 },
		);
		const text = await response.text();
		if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`);
		return (JSON.parse(text) as IDataObject[]).map((row) => String(row[COLUMN]));
	}

	private async post(body: object): Promise<Response> {
		return await fetch(`${this.host.address}/webhook/${this.path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Connection: 'close' },
			body: JSON.stringify(body),
		});
	}

	/** Reads what the trigger has announced, and why executions have failed, since the last call. */
	async readExecutions(): Promise<void> {
		await this.readReasons();
		for (const { data } of await this.newlyEnded(this.watching)) {
			if (data.resultData.error) this.reasons.push(reasonIn(data.resultData, 'poll'));
			const items = data.resultData.runData['Extraction Trigger']?.at(-1)?.data?.main?.[0] ?? [];
			const counts = new Map<string, number>();
			for (const { json } of items) {
				const extractionId = String(json.extraction_id);
				counts.set(extractionId, (counts.get(extractionId) ?? 0) + 1);
			}
			for (const [extractionId, count] of counts) this.announced.push({ extractionId, items: count });
		}
	}

	private async readReasons(): Promise<void> {
		for (const { status, data } of await this.newlyEnded(this.taking))
			if (status !== 'success') this.reasons.push(reasonIn(data.resultData, status));
	}

	private async newlyEnded(workflow: SavedWorkflow): Promise<Execution[]> {
		const { client } = this.host;
		const found: Execution[] = [];
		for (const { id, status } of await client.executions(workflow)) {
			if (this.seen.has(id) || UNDER_WAY.includes(status)) continue;
			found.push(await client.execution(id));
			this.seen.add(id);
		}
		return found;
	}
}
