import { join } from 'node:path';
// Real time, also where a test lets the time of its own code pass faster.
import { clearTimeout, setTimeout } from 'node:timers';
import { Worker } from 'node:worker_threads';
import type { TextItem } from './lines';

/** The text of each page; a page without any is an empty list. `slow` was given up. */
export type ReadResult =
	{ status: 'read'; pages: TextItem[][] } | { status: 'encrypted' | 'unreadable' | 'slow' };

/** Reads PDFs in a thread, one after the other. */
export class DocumentReader {
	/** How long a document may take. */
	longestMs = 60_000;

	private thread?: Worker;
	private last: Promise<unknown> = Promise.resolve();
	private count = 0;

	/** Nothing else in the process tells: it happens in the thread. */
	get isReading(): boolean {
		return this.count > 0;
	}

	async read(path: string): Promise<ReadResult> {
		this.count += 1;
		const result = this.last.then(async () => await this.readNext(path));
		this.last = result;
		return await result.finally(() => (this.count -= 1));
	}

	private async readNext(path: string): Promise<ReadResult> {
		const thread = (this.thread ??= startThread());
		thread.ref();
		return await new Promise((resolve) => {
			const end = (result: ReadResult) => {
				clearTimeout(limit);
				thread.off('message', end).off('error', fail);
				// Only a document keeps the process alive.
				thread.unref();
				resolve(result);
			};
			const fail = () => giveUp('unreadable');
			const giveUp = (status: 'unreadable' | 'slow') => {
				this.thread = undefined;
				void thread.terminate();
				end({ status });
			};
			const limit = setTimeout(() => giveUp('slow'), this.longestMs);
			thread.on('message', end);
			thread.on('error', fail);
			thread.postMessage(path);
		});
	}
}

// No inherited loader flags: the thread runs plain ESM whoever started the process (tsx, jest, node).
const startThread = (): Worker => new Worker(join(__dirname, 'readerWorker.mjs'), { execArgv: [] });

/** The reader that all sandboxes of a process share. */
export const documentReader = new DocumentReader();
