import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createApp } from './app';
import { createControl, type Control } from './control';
import { processDocuments } from './documents';
import { createWorld, type WorldOptions } from './createWorld';
import { onDisk } from './state/ByteStore';

export type { Control } from './control';
export type { Fault } from './faults/Faults';
export type { Mail } from './state/mail';
export type { Settings } from './settings';
export type { ExtractionPlan } from './state/plan';

export interface SandboxOptions extends WorldOptions {
	/** The address to listen on. The loopback interface by default. */
	host?: string;
	/** 0, the default, takes a free one. */
	port?: number;
	/** Random by default. */
	apiKey?: string;
}

export interface Sandbox {
	/** `http://HOST:PORT/v1` */
	baseUrl: string;
	apiKey: string;
	control: Control;
	/** Answers held requests, stops listening and deletes every byte. */
	close(): Promise<void>;
}

/** Starts a service that implements the API contract. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { host = '127.0.0.1', port = 0 } = options;
	const apiKey = options.apiKey ?? `sandbox_${randomBytes(18).toString('hex')}`;
	const folder = await mkdtemp(join(tmpdir(), 'extraction-sandbox-'));
	const world = createWorld({ ...options, apiKey }, { folder, store: onDisk, read: processDocuments });
	const control = createControl(world);
	const app = await createApp(world, control);
	try {
		await app.listen({ host, port });
	} catch (error) {
		await rm(world.folder, { recursive: true, force: true });
		throw error;
	}
	world.urls.origin = `http://${host}:${(app.server.address() as AddressInfo).port}`;

	let closing: Promise<void> | undefined;
	const close = async () => {
		world.clock.close();
		for (const extraction of world.extractions.all()) {
			for (const callOff of extraction.callOff.splice(0)) callOff();
			for (const wake of [...extraction.waiters]) wake();
		}
		// The answers just set free are written before the connections are cut.
		await nextTurn();
		await app.close();
		await rm(world.folder, { recursive: true, force: true });
	};

	return {
		baseUrl: `${world.urls.origin}/v1`,
		apiKey,
		control,
		close: () => (closing ??= close()),
	};
}
