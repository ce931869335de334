import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage } from '../../../test/e2e/hosts/package';

/** Does the work with the package packed for a real n8n, unless E2E_TARBALL names one that is packed. */
export async function withPackage<T>(work: () => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	try {
		process.env.E2E_TARBALL ??= await packPackage(folder);
		return await work();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
