import { BareClient } from '../bare/BareClient';
import { answer } from '../ChildClient';
import type { PollJob } from './PollJob';

let calls: string[] = [];
let client: BareClient | undefined;

/** One after the other, as the poll makes them: it needs each answer to know what to ask next. */
async function replay(bare: BareClient): Promise<void> {
	for (const path of calls) await bare.call('GET', path);
}

answer({
	async prepare(job) {
		({ calls } = job as PollJob);
		client = new BareClient(job.baseUrl, job.apiKey, 1);
		await replay(client);
	},
	async run() {
		if (!client) throw new Error('Nothing is prepared');
		const start = performance.now();
		await replay(client);
		return { ms: performance.now() - start, rows: 0, peakMiB: null };
	},
	async close() {
		await client?.close();
	},
});
