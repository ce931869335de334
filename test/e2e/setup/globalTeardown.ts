import { rm } from 'node:fs/promises';

export default async function removeTarball(): Promise<void> {
	const folder = process.env.E2E_TARBALL_FOLDER;
	if (folder) await rm(folder, { recursive: true, force: true });
}
