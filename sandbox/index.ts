import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Clock } from './Clock';
import { createControl, type Control } from './control';
import { controlRoutes } from './control/routes';
import { leaveDocumentReader } from './documents';
import { Faults } from './faults/Faults';
import { createServer } from './http/server';
import { DEFAULT_PART_SIZE } from './limits';
import { Manners } from './requests/Manners';
import { RateLimits } from './requests/RateLimits';
import { RequestLog } from './requests/RequestLog';
import { apiRoutes, storageRoutes } from './routes';
import { SignedUrls } from './SignedUrls';
import { Accounts } from './state/Accounts';
import { Extractions } from './state/Extractions';
import { Sessions } from './state/Sessions';
import { DEFAULT_SETTINGS, withSettings, type Settings } from './settings';
import type { World } from './world';

export type { Control } from './control';
export type { Fault } from './faults/Faults';
export type { Mail } from './state/mail';
export type { Settings } from './settings';
export type { ExtractionPlan } from './state/plan';

export interface SandboxOptions extends Partial<Settings> {
	/** 0, the default, takes a free one. */
	port?: number;
	/** Random by default. */
	apiKey?: string;
	/** Rate limits. Default on. */
	limits?: 'on' | 'off';
	/** Credits of each account to begin with. Default 10,000. */
	credits?: number;
	/** How long an extraction stays `processing`, in clock time. Default 300. */
	processingMs?: number;
	/** Bytes. Default 8,388,608. */
	partSize?: number;
}

export interface Sandbox {
	/** `http://127.0.0.1:PORT/v1` */
	baseUrl: string;
	apiKey: string;
	control: Control;
	/** Answers held requests, stops listening and deletes every byte. */
	close(): Promise<void>;
}

/** How many sandboxes of this process share the document reader's thread. */
let running = 0;

/** Starts a service that implements the API contract, on the loopback interface. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const apiKey = options.apiKey ?? `sandbox_${randomBytes(18).toString('hex')}`;
	const clock = new Clock();
	const world: World = {
		clock,
		rateLimits: new RateLimits(clock, options.limits !== 'off'),
		manners: new Manners(clock),
		faults: new Faults(),
		log: new RequestLog(clock),
		urls: new SignedUrls(clock),
		accounts: new Accounts(apiKey, options.credits ?? 10_000),
		sessions: new Sessions(),
		extractions: new Extractions(),
		plans: [],
		folder: await mkdtemp(join(tmpdir(), 'extraction-sandbox-')),
		partSize: options.partSize ?? DEFAULT_PART_SIZE,
		processingMs: options.processingMs ?? 300,
		settings: withSettings(DEFAULT_SETTINGS, options),
		mails: [],
	};
	const control = createControl(world);
	const app = createServer(world);
	await app.register(async (scope) => apiRoutes(scope, world), { prefix: '/v1' });
	await app.register(async (scope) => storageRoutes(scope, world), { prefix: '/storage' });
	await app.register(async (scope) => controlRoutes(scope, control), { prefix: '/control' });
	try {
		await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	} catch (error) {
		await rm(world.folder, { recursive: true, force: true });
		throw error;
	}
	running += 1;
	world.urls.origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

	let closing: Promise<void> | undefined;
	const close = async () => {
		clock.close();
		for (const extraction of world.extractions.all()) {
			for (const callOff of extraction.callOff.splice(0)) callOff();
			for (const wake of [...extraction.waiters]) wake();
		}
		// The answers just set free are written before the connections are cut.
		await nextTurn();
		await app.close();
		running -= 1;
		if (running === 0) await leaveDocumentReader();
		await rm(world.folder, { recursive: true, force: true });
	};

	return {
		baseUrl: `${world.urls.origin}/v1`,
		apiKey,
		control,
		close: () => (closing ??= close()),
	};
}
