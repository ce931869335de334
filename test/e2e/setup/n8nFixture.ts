import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { startHost, type Host } from '../hosts/host';
import type { Database } from '../hosts/environment';
import type { HostVersion } from '../hosts/install';
import type { Credential } from '../n8n/types';
import { connectPostgres, startPostgres, type Postgres } from '../services/postgres';
import { databaseFor } from './databases';
import { CREDENTIAL_TYPE } from '../../support/names';

export interface N8nOptions {
	version: HostVersion;
	env?: NodeJS.ProcessEnv;
	sandbox?: SandboxOptions;
}

/** A real n8n with the package and a ready credential, its database, and the sandbox as the service. */
export interface N8nFixture {
	host: Host;
	postgres: Postgres;
	sandbox: Sandbox;
	/** Of the sandbox. */
	credential: Credential;
	close(): Promise<void>;
}

export async function startN8n({ version, env, sandbox: options }: N8nOptions): Promise<N8nFixture> {
	const tarball = process.env.E2E_TARBALL;
	if (!tarball) throw new Error('The packed package is missing: run the scenarios with npm run test:e2e.');
	const closers: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const closeOne of closers.splice(0).reverse()) await closeOne();
	};
	try {
		const sandbox = await startSandbox(options);
		closers.push(sandbox.close);
		const postgres = await openPostgres(closers);
		const database = await databaseFor(version, postgres);
		const host = await startHost({ version, tarball, database, env });
		closers.push(host.stop);
		const { baseUrl, apiKey } = sandbox;
		const credential = await host.client.createCredential('Sandbox', CREDENTIAL_TYPE, { baseUrl, apiKey });
		return { host, postgres, sandbox, credential, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** The server of this run where there is one, or one of our own. */
async function openPostgres(closers: Array<() => Promise<void>>): Promise<Postgres> {
	const shared = process.env.E2E_POSTGRES;
	if (shared) return connectPostgres(JSON.parse(shared) as Database);
	const own = await startPostgres();
	closers.push(own.stop);
	return own;
}
