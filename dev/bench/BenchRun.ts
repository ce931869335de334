import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildClient } from './ChildClient';
import { Service } from './Service';

/** What a case needs around it. Everything on it is gone when the case is over. */
export class BenchRun {
	private readonly clients: ChildClient[] = [];
	private readonly services: Service[] = [];

	private constructor(
		/** For the case's files. */
		readonly folder: string,
	) {}

	static async start(): Promise<BenchRun> {
		return new BenchRun(await mkdtemp(join(tmpdir(), 'extraction-bench-')));
	}

	async service(limits: 'on' | 'off'): Promise<Service> {
		const service = await Service.start(limits);
		this.services.push(service);
		return service;
	}

	/** Our node, compiled, in n8n's real engine. */
	engine(): ChildClient {
		return this.client('engine/main.ts');
	}

	/** The same calls with undici. */
	bare(): ChildClient {
		return this.client('bare/main.ts');
	}

	/** The same calls straight through n8n's HTTP helper, in n8n's real engine. */
	helper(): ChildClient {
		return this.client('engine/helperMain.ts');
	}

	async close(): Promise<void> {
		for (const client of this.clients) await client.close();
		for (const service of this.services) await service.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	private client(script: string): ChildClient {
		const client = new ChildClient(join(__dirname, script));
		this.clients.push(client);
		return client;
	}
}
