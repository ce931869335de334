import { existsSync, readFileSync } from 'node:fs';
import { N8nClient } from '../n8n/client';
import { KEPT_OUTPUT } from '../support/processes';
import type { Host } from './host';
import type { HostVersion } from './install';
import type { LenderRequest, Loan } from './lender';

const noQueue = (): never => {
	throw new Error('A lent n8n is not in queue mode: it is one process.');
};

/** A host that lives in another process, for this test file alone until it stops it. */
export async function borrowHost(lender: string, version: HostVersion): Promise<Host> {
	const ask = async (body: LenderRequest): Promise<unknown> => {
		const response = await fetch(lender, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Connection: 'close' },
			body: JSON.stringify(body),
		});
		const answer = (await response.json()) as { error?: { message: string } };
		if (!response.ok) throw new Error(answer.error?.message);
		return answer;
	};
	const { id, address, session, filesFolder, outputFile } = (await ask({ wish: 'take', version })) as Loan;
	return {
		version,
		address,
		filesFolder,
		client: new N8nClient(address, session),
		output: () => (existsSync(outputFile) ? readFileSync(outputFile, 'utf8').slice(-KEPT_OUTPUT) : ''),
		restart: async () => void (await ask({ wish: 'restart', id })),
		stop: async () => void (await ask({ wish: 'giveBack', id })),
		pid: () => {
			throw new Error('A lent n8n belongs to another process: its memory is not to be measured.');
		},
		startWorker: noQueue,
		startWebhookProcess: noQueue,
		database: () => {
			throw new Error('A lent n8n belongs to another process: only that one has its database.');
		},
	};
}
