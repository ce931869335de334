import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { TYPESCRIPT } from './typeScript';

const MAIN = join(__dirname, '..', 'sandbox', 'main.ts');

export interface Request {
	/** The contract's name for it. */
	endpoint: string;
	path: string;
	query?: Record<string, string>;
	status: number | null;
}

/** A sandbox in a process of its own, and its control interface. */
export class Service {
	private constructor(
		private readonly child: ChildProcess,
		readonly baseUrl: string,
		readonly apiKey: string,
	) {}

	static async start(limits: 'on' | 'off'): Promise<Service> {
		const child = spawn(process.execPath, [...TYPESCRIPT, MAIN, '--limits', limits], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const said: Record<string, string> = {};
		for await (const line of createInterface(child.stdout)) {
			const [, name, value] = /^([^:]+):\s+(\S+)$/.exec(line) ?? [];
			if (name && value) said[name] = value;
			if (said['Base URL'] && said['API Key']) return new Service(child, said['Base URL'], said['API Key']);
		}
		throw new Error('The sandbox ended before it could be reached');
	}

	/** `POST /control/<name>` */
	async control(name: string, argument?: unknown): Promise<void> {
		await this.askControl('POST', name, argument);
	}

	/** The next extraction ends at once with so many made-up rows, so that the service's own work weighs little. */
	async planRows(rows: number): Promise<void> {
		await this.control('setCredits', { balance: 1_000_000 });
		await this.control('planExtractions', [{ rows, processingMs: 0 }]);
	}

	/** An extraction with so many made-up rows, several of which may be the lines of an invoice. Returns its id. */
	async addExtraction(rowCount: number, linesPerInvoice = 1): Promise<string> {
		const made = await this.askControl('POST', 'createExtraction', {
			rowCount,
			linesPerInvoice,
			...(linesPerInvoice > 1 ? { output_structure: 'per_line_item' } : {}),
			options: { json_typed_values: true },
		});
		return (made as { extraction_id: string }).extraction_id;
	}

	/** The requests since the log was cleared. */
	async requests(): Promise<Request[]> {
		return (await this.askControl('GET', 'requests')) as Request[];
	}

	/** How many requests were answered with 429 since the log was cleared. */
	async rateLimited(): Promise<number> {
		return (await this.requests()).filter(({ status }) => status === 429).length;
	}

	/** Deletes all extractions with their files, and the log. */
	async clear(): Promise<void> {
		const extractions = (await this.askControl('GET', 'extractions')) as Array<{ extraction_id: string }>;
		for (const { extraction_id } of extractions) await this.control('deleteExtraction', { extraction_id });
		await this.control('clearRequests');
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null) return;
		const exited = once(this.child, 'exit');
		this.child.kill('SIGTERM');
		await exited;
	}

	private async askControl(method: 'GET' | 'POST', name: string, argument?: unknown): Promise<unknown> {
		const { statusCode, body } = await request(`${new URL(this.baseUrl).origin}/control/${name}`, {
			method,
			headers: argument === undefined ? {} : { 'content-type': 'application/json' },
			body: argument === undefined ? undefined : JSON.stringify(argument),
		});
		const answer = await body.json();
		if (statusCode !== 200) throw new Error(`control ${name}: ${JSON.stringify(answer)}`);
		return answer;
	}
}
