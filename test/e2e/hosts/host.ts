import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient, OWNER } from '../n8n/client';
import { freePorts } from '../support/ports';
import { startProcess, type ProcessOptions, type RunningProcess } from '../support/processes';
import { until } from '../support/until';
import { hostEnvironment, type Database, type HostSettings } from './environment';
import { installedHost, type HostVersion, type InstalledHost } from './install';
import { givePackage, type Packed } from './package';

export interface HostOptions {
	version: HostVersion;
	package: Packed;
	/** An empty database of its own. */
	database: Database;
	env?: NodeJS.ProcessEnv;
	/** A file that what the main process writes is added to. */
	outputFile?: string;
}

/** A running n8n with the package in its community folder, and its owner signed in. */
export interface Host {
	version: HostVersion;
	address: string;
	client: N8nClient;
	/** Workflows may read and write files here. */
	filesFolder: string;
	/** Starts a worker of queue mode, as on another machine: with a folder and an installation of the package of its own. */
	startWorker(): Promise<RunningProcess>;
	/** Starts a process of queue mode that serves webhooks and waiting pages, as on another machine. @returns its address */
	startWebhookProcess(): Promise<string>;
	/** Where the executions are. */
	database(): Database;
	/** The ID of the main process. */
	pid(): number;
	output(): string;
	/** Ends the main process and starts it again on the same data. */
	restart(): Promise<void>;
	/** Ends every process of it and deletes its data. */
	stop(): Promise<void>;
}

/** What n8n prints at the end of a start. It answers before, but may then still call executions that wait crashed. */
const STARTED = 'Editor is now accessible';

const isHealthy = async (address: string): Promise<boolean> => (await fetch(`${address}/healthz`)).ok;

export async function startHost(options: HostOptions): Promise<Host> {
	const installed = await installedHost(options.version);
	const folder = await mkdtemp(join(tmpdir(), `n8n-${options.version}-`));
	const [port, brokerPort] = (await freePorts(2)) as [number, number];
	const settings: HostSettings = {
		userFolder: folder,
		filesFolder: join(folder, 'files'),
		port,
		brokerPort,
		encryptionKey: randomBytes(24).toString('hex'),
		database: options.database,
	};
	await mkdir(settings.filesFolder);
	await givePackage(options.package, folder);

	const address = `http://127.0.0.1:${port}`;
	const client = new N8nClient(address);
	const further: RunningProcess[] = [];
	let main: RunningProcess | undefined;
	const startMain = async () => {
		const env = { ...hostEnvironment(installed, settings), ...options.env };
		const started = startN8n(installed, ['start'], { env, outputFile: options.outputFile });
		main = started;
		await untilReady(started, `n8n ${options.version} to start`, async () => {
			const answers = (await isHealthy(address)) && (await client.isReady());
			return answers && started.output().includes(STARTED);
		});
	};
	let stopped = false;
	let startedFurther = 0;
	/** Starts one more process of queue mode, with a folder and an installation of the package of its own. */
	const startFurther = async (
		args: string[],
		{ env, ready, port: ownPort = port }: { env?: NodeJS.ProcessEnv; ready: string; port?: number },
	): Promise<RunningProcess> => {
		const [broker] = (await freePorts(1)) as [number];
		const userFolder = join(folder, `further-${(startedFurther += 1)}`);
		await givePackage(options.package, userFolder);
		if (stopped) throw new Error('n8n was stopped before another process of it could start.');
		const own = { ...settings, userFolder, brokerPort: broker, port: ownPort };
		// In a group of its own, so that a crash takes its task runner along.
		const started = startN8n(installed, args, {
			env: { ...hostEnvironment(installed, own), ...options.env, ...env },
			ownGroup: true,
		});
		further.push(started);
		await untilReady(started, `${args[0]} to start`, async () => (await fetch(ready)).ok);
		return started;
	};
	const stop = async () => {
		stopped = true;
		await Promise.all([...further, main].map(async (each) => await each?.stop()));
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};

	try {
		await startMain();
		await client.setUpOwner(OWNER);
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		version: options.version,
		address,
		client,
		filesFolder: settings.filesFolder,
		pid: () => main!.pid,
		output: () => main?.output() ?? '',
		stop,
		database: () => options.database,
		async startWorker() {
			const [health] = (await freePorts(1)) as [number];
			const env = {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(health),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			};
			const ready = `http://127.0.0.1:${health}/healthz`;
			return await startFurther(['worker', '--concurrency=10'], { env, ready });
		},
		async startWebhookProcess() {
			const [own] = (await freePorts(1)) as [number];
			const at = `http://127.0.0.1:${own}`;
			await startFurther(['webhook'], { ready: `${at}/healthz/readiness`, port: own });
			return at;
		},
		async restart() {
			await main?.stop();
			await startMain();
		},
	};
}

const startN8n = (host: InstalledHost, args: string[], options: Partial<ProcessOptions>): RunningProcess =>
	startProcess({ command: host.node, args: [host.n8n, ...args], ...options });

/** Waits for a process to be ready, and no longer once it has ended. */
async function untilReady(
	started: RunningProcess,
	what: string,
	check: () => Promise<boolean>,
): Promise<void> {
	await until(what, async () => started.hasEnded() || (await check()), {
		seconds: 240,
		detail: started.output,
	});
	if (started.hasEnded()) throw new Error(`Waited for ${what}, but it ended:\n${started.output()}`);
}
