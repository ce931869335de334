import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { startHost, type Host } from '../hosts/host';
import type { HostVersion } from '../hosts/install';
import type { Credential } from '../n8n/types';
import { startPostgres, type Postgres } from '../services/postgres';

export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

export interface PlaceOptions {
	version: HostVersion;
	env?: NodeJS.ProcessEnv;
	sandbox?: SandboxOptions;
}

/** A real n8n with the package and a ready credential, its database, and the sandbox as the service. */
export interface Place {
	host: Host;
	postgres: Postgres;
	sandbox: Sandbox;
	/** Of the sandbox. */
	credential: Credential;
	close(): Promise<void>;
}

export async function openPlace({ version, env, sandbox: options }: PlaceOptions): Promise<Place> {
	const tarball = process.env.E2E_TARBALL;
	if (!tarball) throw new Error('The packed package is missing: run the scenarios with npm run test:e2e.');
	const closers: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const closeOne of closers.splice(0).reverse()) await closeOne();
	};
	try {
		const sandbox = await startSandbox(options);
		closers.push(sandbox.close);
		const postgres = await startPostgres();
		closers.push(postgres.stop);
		const database = await postgres.createDatabase('n8n');
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
