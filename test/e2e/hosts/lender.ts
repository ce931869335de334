import { mkdir, rm } from 'node:fs/promises';
import { emptyN8n } from '../n8n/empty';
import { startJsonServer } from '../services/jsonServer';
import { until } from '../support/until';
import type { Host } from './host';
import type { HostVersion } from './install';

/** An n8n that lives as long as the run, as a test file gets to know it. */
export interface Loan {
	id: number;
	address: string;
	/** The owner's. */
	session: string;
	filesFolder: string;
	/** What the n8n writes. */
	outputFile: string;
}

/** What a test file may ask for. */
export type LenderRequest =
	{ wish: 'take'; version: HostVersion } | { wish: 'restart' | 'giveBack'; id: number };

/** Hosts for test files that want nothing special of theirs: such a host is lent to one after the other, and emptied in between. */
export interface HostLender {
	/** `http://127.0.0.1:PORT` */
	address: string;
	/** Ends all hosts. */
	stop(): Promise<void>;
}

interface Lent {
	host: Host;
	loan: Loan;
	isFree: boolean;
}

/** @param start starts one more host, whose output is added to a file */
export async function startLender(
	start: (version: HostVersion) => Promise<{ host: Host; outputFile: string }>,
): Promise<HostLender> {
	const all = new Map<number, Lent>();
	let started = 0;

	async function take(version: HostVersion): Promise<Loan> {
		const free = [...all.values()].find(({ host, isFree }) => isFree && host.version === version);
		if (free) {
			free.isFree = false;
			await trusting(free, 'answers', async () => await answers(free.host));
			return free.loan;
		}
		const id = (started += 1);
		const { host, outputFile } = await start(version);
		const { address, filesFolder, client } = host;
		const loan = { id, address, session: client.session, filesFolder, outputFile };
		all.set(id, { host, loan, isFree: false });
		return loan;
	}

	async function giveBack(lent: Lent): Promise<void> {
		const { client, filesFolder } = lent.host;
		await trusting(lent, 'can be emptied', async () => {
			if (!(await answers(lent.host))) return false;
			await emptyN8n(client);
			await rm(filesFolder, { recursive: true });
			await mkdir(filesFolder);
			return true;
		});
		lent.isFree = true;
	}

	const answers = async ({ address }: Host): Promise<boolean> =>
		(await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5000) })).ok;

	/** A host that fails is ended and not lent again; who asked is told. */
	async function trusting(lent: Lent, what: string, work: () => Promise<unknown>): Promise<void> {
		try {
			await until(`the lent n8n ${lent.host.version} that ${what}`, work, {
				seconds: 60,
				detail: lent.host.output,
			});
		} catch (error) {
			all.delete(lent.loan.id);
			await lent.host.stop();
			throw error;
		}
	}

	const server = await startJsonServer(async ({ body }) => {
		const request = body as LenderRequest;
		if (request.wish === 'take') return { body: await take(request.version) };
		const lent = all.get(request.id);
		if (!lent) throw new Error(`There is no lent n8n ${request.id}`);
		if (request.wish === 'restart') await lent.host.restart();
		else await giveBack(lent);
		return { body: {} };
	});
	return {
		address: server.address,
		async stop() {
			await server.stop();
			await Promise.all([...all.values()].map(async ({ host }) => await host.stop()));
		},
	};
}
