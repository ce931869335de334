import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage } from '../hosts/package';

/** Packs the package once for all scenarios. E2E_TARBALL names one that is packed already. */
export default async function packOnce(): Promise<void> {
	if (process.env.E2E_TARBALL) return;
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	process.env.E2E_TARBALL_FOLDER = folder;
	process.env.E2E_TARBALL = await packPackage(folder);
}
