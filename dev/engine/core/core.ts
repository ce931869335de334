import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BinaryDataService } from 'n8n-core';
import { DatabaseStore } from './DatabaseStore';

export type Core = typeof import('n8n-core');
export type BinaryMode = 'filesystem' | 'default' | 'database';

/** What differs between engines that share one process. */
export interface EngineSettings {
	binaryMode: BinaryMode;
	instanceId?: string;
}

export interface LoadedCore {
	core: Core;
	binaryData: BinaryDataService;
}

const current = new AsyncLocalStorage<EngineSettings>();
let newest: EngineSettings | undefined;
let folder: string | undefined;
let loaded: LoadedCore | undefined;
let openEngines = 0;
const database = new DatabaseStore();

/**
 * Loads n8n-core once per process and opens its temporary user folder. n8n-core keeps its services in one
 * container per process, so several engines share the folder; what is per engine (binary mode, instance id)
 * follows the calling engine, see `inEngine`.
 */
export async function openCore(settings: EngineSettings): Promise<LoadedCore> {
	folder ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	mkdirSync(folder, { recursive: true });
	loaded ??= await load(folder);
	openEngines++;
	newest = settings;
	return loaded;
}

/** Removes all stored files when the last engine of the process closes. */
export function closeCore(): void {
	openEngines--;
	if (openEngines > 0) return;
	database.clear();
	if (folder) rmSync(folder, { recursive: true, force: true });
}

/** Runs `work`, and all that it awaits, with this engine's settings. */
export function inEngine<T>(settings: EngineSettings, work: () => T): T {
	return current.run(settings, work);
}

async function load(userFolder: string): Promise<LoadedCore> {
	return await withOwnEnvironment(userFolder, async () => {
		/* eslint-disable @typescript-eslint/no-require-imports -- must not load before the environment is set; and as CommonJS, so that there is one copy of n8n-workflow */
		const core = require('n8n-core') as Core;
		const { Container } = require('@n8n/di') as typeof import('@n8n/di');
		const { SSHClientsManager } =
			require('n8n-core/dist/execution-engine/ssh-clients-manager') as typeof import('n8n-core/dist/execution-engine/ssh-clients-manager');
		/* eslint-enable @typescript-eslint/no-require-imports */
		// Its clean-up timer would keep the process alive for good; nothing here tunnels.
		Container.get(SSHClientsManager).onShutdown();
		const binaryData = Container.get(core.BinaryDataService);
		await binaryData.init();
		binaryData.setManager('database', database);
		followEngine(Container.get(core.BinaryDataConfig), 'mode', () => binaryMode());
		followEngine(binaryData, 'mode', () => (binaryMode() === 'filesystem' ? 'filesystem-v2' : binaryMode()));
		const settings = Container.get(core.InstanceSettings);
		const { instanceId } = settings;
		followEngine(settings, 'instanceId', () => active()?.instanceId ?? instanceId);
		return { core, binaryData };
	});
}

function active(): EngineSettings | undefined {
	return current.getStore() ?? newest;
}

function binaryMode(): BinaryMode {
	return active()?.binaryMode ?? 'filesystem';
}

function followEngine(service: object, property: string, get: () => string): void {
	Object.defineProperty(service, property, { get, configurable: true, enumerable: true });
}

/**
 * n8n reads its environment when its services are made. A developer's own N8N_* settings must neither
 * leak into the engine nor be lost for the rest of the process.
 */
async function withOwnEnvironment<T>(userFolder: string, work: () => Promise<T>): Promise<T> {
	const own: Record<string, string> = { N8N_USER_FOLDER: userFolder, N8N_LOG_LEVEL: 'silent' };
	const outside = Object.entries(process.env).filter(([name]) => /^(N8N|EXECUTIONS)_/.test(name));
	for (const [name] of outside) delete process.env[name];
	Object.assign(process.env, own);
	try {
		return await work();
	} finally {
		for (const name of Object.keys(own)) delete process.env[name];
		for (const [name, value] of outside) process.env[name] = value;
	}
}
