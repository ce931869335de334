import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox';
import { borrowHost } from '../hosts/borrowed';
import { startHost, type Host, type HostOptions } from '../hosts/host';
import type { Database } from '../hosts/environment';
import type { HostVersion } from '../hosts/install';
import type { Credential } from '../n8n/types';
import { connectPostgres, startPostgres, type Postgres } from '../services/postgres';
import { databaseFor } from './databases';
import { CREDENTIAL_TYPE } from '../../support/names';

export interface N8nOptions {
	version: HostVersion;
	/** Settings of n8n. With any, it is an n8n of its own; without, in a run of scenarios, one that others had before, emptied. */
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
	const closers: Array<() => Promise<void>> = [];
	const close = async (): Promise<void> => {
		const latest = closers.pop();
		if (!latest) return;
		try {
			await latest();
		} finally {
			await close();
		}
	};
	try {
		const sandbox = await startSandbox(options);
		closers.push(sandbox.close);
		const postgres = await openPostgres(closers);
		const lender = process.env.E2E_LENDER;
		const host =
			lender && !env ? await borrowHost(lender, version) : await startOwnHost(postgres, { version, env });
		closers.push(host.stop);
		const { baseUrl, apiKey } = sandbox;
		const credential = await host.client.createCredential('Sandbox', CREDENTIAL_TYPE, { baseUrl, apiKey });
		return { host, postgres, sandbox, credential, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** With the package of this run, and a database of its own. */
export async function startOwnHost(
	postgres: Postgres,
	options: Pick<HostOptions, 'version' | 'env' | 'outputFile'>,
): Promise<Host> {
	const { E2E_TARBALL: tarball, E2E_INSTALLED: installed } = process.env;
	if (!tarball) throw new Error('The packed package is missing: run the scenarios with npm run test:e2e.');
	const database = await databaseFor(options.version, postgres);
	return await startHost({ ...options, package: { tarball, installed }, database });
}

/** The server of this run where there is one, or one of our own. */
async function openPostgres(closers: Array<() => Promise<void>>): Promise<Postgres> {
	const shared = process.env.E2E_POSTGRES;
	if (shared) return connectPostgres(JSON.parse(shared) as Database);
	const own = await startPostgres();
	closers.push(own.stop);
	return own;
}
