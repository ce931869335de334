import { rm } from 'node:fs/promises';
import type { HostLender } from '../hosts/lender';
import type { Postgres } from '../services/postgres';

/** What is to be taken down after the last scenario. */
export const ofThisRun: {
	folder?: string;
	postgres?: Postgres & { stop(): Promise<void> };
	lender?: HostLender;
} = {};

export default async function takeDown(): Promise<void> {
	await ofThisRun.lender?.stop();
	await ofThisRun.postgres?.stop();
	if (ofThisRun.folder) await rm(ofThisRun.folder, { recursive: true, force: true });
}
