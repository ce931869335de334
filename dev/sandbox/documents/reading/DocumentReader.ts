import type { ReadDocument, ReaderLimits, Reading } from './reading';
import { ReaderThread } from './ReaderThread';

/** So many documents can be stuck, less one, before one waits for them. */
const mostThreads = 4;

const defaultLimits: ReaderLimits = { pageMs: 30_000, megabytes: 512 };

/**
 * Reads documents in worker threads, each one at a time. Ordinary documents share a thread, since it takes a second to start. A
 * document that keeps its thread for long is left alone with it: another one starts for those that wait.
 */
export class DocumentReader {
	private readonly threads = new Set<ReaderThread>();
	private readonly waiting: Reading[] = [];

	constructor(private readonly limits = defaultLimits) {}

	readonly read: ReadDocument = async (path, options) =>
		await new Promise((resolve, reject) => {
			this.waiting.push({ path, ...options, resolve, reject });
			this.handOut();
		});

	/** Whether a document is being read. Nothing else in the process tells: it happens in a thread of its own. */
	get isReading(): boolean {
		return this.waiting.length > 0 || [...this.threads].some(({ isFree }) => !isFree);
	}

	/** Ends the threads that are reading: for nobody any more. One that rests may be wanted again, and ends by itself. */
	async leave(): Promise<void> {
		await this.end(({ isFree }) => !isFree);
	}

	/** Ends all threads; documents not yet read reject. It starts again by itself at the next document. */
	async close(): Promise<void> {
		await this.end(() => true);
	}

	private async end(which: (thread: ReaderThread) => boolean): Promise<void> {
		for (const { reject } of this.waiting.splice(0)) reject(new Error('The document reader was closed'));
		await Promise.all([...this.threads].filter(which).map(async (thread) => await thread.end()));
	}

	private handOut(): void {
		while (this.waiting.length > 0) {
			const thread = this.freeThread();
			if (!thread) return;
			thread.read(this.waiting.shift()!);
		}
	}

	private freeThread(): ReaderThread | undefined {
		const threads = [...this.threads];
		const free = threads.find(({ isFree }) => isFree);
		if (free) return free;
		if (threads.length >= mostThreads || !threads.every(({ isSlow }) => isSlow)) return undefined;
		const thread = new ReaderThread(this.limits, {
			changed: () => this.handOut(),
			ended: () => {
				this.threads.delete(thread);
				this.handOut();
			},
		});
		this.threads.add(thread);
		return thread;
	}
}

/** The reader that all sandboxes of a process share. */
export const documentReader = new DocumentReader();
