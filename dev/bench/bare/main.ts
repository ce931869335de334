import { answer } from '../ChildClient';
import type { Job } from '../Job';
import { BareClient } from './BareClient';
import { extract, fetchRows } from './extract';
import { FILES_AT_ONCE } from './upload';

let job: Job;
let client: BareClient | undefined;

answer({
	async prepare(given) {
		job = given;
		client = new BareClient(job.baseUrl, job.apiKey, FILES_AT_ONCE);
	},
	async run() {
		if (!client) throw new Error('Nothing is prepared');
		const start = performance.now();
		const { task } = job;
		const rows =
			'files' in task ? await extract(client, task.files) : await fetchRows(client, task.extractionId);
		return { ms: performance.now() - start, rows: rows.length, peakMiB: null };
	},
	async close() {
		await client?.close();
	},
});
