import type { SandboxOptions } from '../../sandbox';
import { NEWEST } from '../../../test/e2e/hosts/install';
import { startN8n, type N8nFixture } from '../../../test/e2e/setup/n8nFixture';
import { freePorts } from '../../../test/e2e/support/ports';
import { Inspector } from './Inspector';
import { withPackage } from './packed';

/** The newest n8n with the package, its files in the file system, whose process can be asked about itself. */
export class RealN8n {
	private constructor(
		readonly n8n: N8nFixture,
		private readonly inspectorPort: number,
	) {}

	/** @param settings further ones of n8n */
	static async start(sandbox?: SandboxOptions, settings: NodeJS.ProcessEnv = {}): Promise<RealN8n> {
		const [port] = (await freePorts(1)) as [number];
		const env = {
			NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			...settings,
		};
		// Once n8n has started, the package is installed in it.
		return new RealN8n(
			await withPackage(async () => await startN8n({ version: NEWEST, env, sandbox })),
			port,
		);
	}

	/** Asks the main process. Each time anew, so that nothing of it stays open there. */
	async inspect<T>(ask: (inspector: Inspector) => Promise<T>): Promise<T> {
		const inspector = await Inspector.connect(this.inspectorPort);
		try {
			return await ask(inspector);
		} finally {
			inspector.close();
		}
	}

	async close(): Promise<void> {
		await this.n8n.close();
	}
}
