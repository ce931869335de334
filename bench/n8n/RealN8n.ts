import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxOptions } from '../../sandbox';
import { NEWEST } from '../../test/e2e/hosts/install';
import { packPackage } from '../../test/e2e/hosts/package';
import { startN8n, type N8nFixture } from '../../test/e2e/setup/n8nFixture';
import { freePorts } from '../../test/e2e/support/ports';
import { Inspector } from './Inspector';

/** The newest n8n with the package, its files in the file system, whose process can be asked about itself. */
export class RealN8n {
	private constructor(
		readonly n8n: N8nFixture,
		private readonly inspectorPort: number,
		private readonly folder: string,
	) {}

	/** Packs the package first, unless E2E_TARBALL names one that is packed. */
	static async start(sandbox?: SandboxOptions): Promise<RealN8n> {
		const folder = await mkdtemp(join(tmpdir(), 'packed-'));
		try {
			process.env.E2E_TARBALL ??= await packPackage(folder);
			const [port] = (await freePorts(1)) as [number];
			const env = {
				NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
				N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			};
			return new RealN8n(await startN8n({ version: NEWEST, env, sandbox }), port, folder);
		} catch (error) {
			await rm(folder, { recursive: true, force: true });
			throw error;
		}
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
		await rm(this.folder, { recursive: true, force: true });
	}
}
