import { rm } from 'node:fs/promises';

/** What is to be taken down after the last scenario. */
export const ofThisRun: { folder?: string; postgres?: { stop(): Promise<void> } } = {};

export default async function takeDown(): Promise<void> {
	await ofThisRun.postgres?.stop();
	if (ofThisRun.folder) await rm(ofThisRun.folder, { recursive: true, force: true });
}
