import { join } from 'node:path';
// Real time, also where a test lets the time of its own code pass faster.
import { clearTimeout, setTimeout } from 'node:timers';
import { Worker } from 'node:worker_threads';
import type { GivenUp, ReaderLimits, Reading, TextItem } from './reading';

/** What the thread says; see `readerWorker.mjs`. */
type Message =
	| { kind: 'ready' }
	| { kind: 'opened'; pages: number }
	| { kind: 'page'; items: TextItem[] }
	| { kind: 'alive' }
	| { kind: 'end'; status: 'read' | 'encrypted' | 'unreadable' | 'too-many-pages' }
	| { kind: 'fault'; message: string };

export interface ThreadListener {
	/** It is free, or its document has become slow. */
	changed(): void;
	ended(): void;
}

/** Longer than an ordinary document takes, and short enough for others to wait. */
const slowAfterMs = 500;
const idleMs = 5_000;

/** A thread that reads one document at a time, and that can be ended whatever it is doing. */
export class ReaderThread {
	/** Nothing should wait for it: its document takes long. */
	isSlow = false;

	private readonly worker: Worker;
	private isReady = false;
	private ending?: Promise<unknown>;
	private reading?: Reading;
	private pages: TextItem[][] = [];
	private pageCount = 0;
	private slowTimer?: NodeJS.Timeout;
	private limitTimer?: NodeJS.Timeout;
	private idleTimer?: NodeJS.Timeout;

	constructor(
		private readonly limits: ReaderLimits,
		private readonly listener: ThreadListener,
	) {
		// No inherited loader flags: the thread runs plain ESM whoever started the process (tsx, jest, node).
		this.worker = new Worker(join(__dirname, 'readerWorker.mjs'), {
			execArgv: [],
			// The recogniser prints its complaints about a bad image; the failed page already says so. Nobody reads them: that would keep the process alive.
			stdout: true,
			stderr: true,
			resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
		});
		this.worker.on('message', (message: Message) => this.hear(message));
		this.worker.on('error', (error) => this.crash(error));
		this.worker.on('exit', () => {
			this.crash(new Error('The document reader ended before it answered'));
			this.listener.ended();
		});
	}

	get isFree(): boolean {
		return !this.reading && !this.ending;
	}

	read(reading: Reading): void {
		clearTimeout(this.idleTimer);
		this.worker.ref();
		this.reading = reading;
		this.pages = [];
		this.pageCount = 0;
		this.worker.postMessage({ path: reading.path, kind: reading.kind, maxPages: reading.maxPages });
		if (this.isReady) this.watch();
	}

	/** Ends the thread; a document that it is reading rejects. */
	async end(): Promise<void> {
		clearTimeout(this.idleTimer);
		await (this.ending ??= this.worker.terminate());
	}

	private hear(message: Message): void {
		if (this.reading) this.limitTimer?.refresh();
		if (message.kind === 'ready') {
			this.isReady = true;
			this.watch();
		}
		if (message.kind === 'opened') this.pageCount = message.pages;
		if (message.kind === 'page') this.pages.push(message.items);
		if (message.kind === 'end') {
			const { status } = message;
			this.stopWatching()?.resolve(status === 'read' ? { status, pages: this.pages } : { status });
			this.rest();
		}
		if (message.kind === 'fault') {
			this.stopWatching()?.reject(new Error(message.message));
			this.rest();
		}
	}

	private watch(): void {
		this.slowTimer = setTimeout(() => {
			this.isSlow = true;
			this.listener.changed();
		}, slowAfterMs);
		this.limitTimer = setTimeout(() => {
			this.giveUp('slow');
			void this.end();
		}, this.limits.pageMs);
	}

	private stopWatching(): Reading | undefined {
		clearTimeout(this.slowTimer);
		clearTimeout(this.limitTimer);
		const { reading } = this;
		this.reading = undefined;
		return reading;
	}

	/** An idle thread neither keeps the process alive nor holds its memory for long. */
	private rest(): void {
		this.isSlow = false;
		this.worker.unref();
		this.idleTimer = setTimeout(() => void this.end(), idleMs);
		this.idleTimer.unref();
		this.listener.changed();
	}

	private crash(error: NodeJS.ErrnoException): void {
		if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.giveUp('large');
		else this.stopWatching()?.reject(error);
		void this.end();
	}

	private giveUp(status: GivenUp): void {
		const { pages, pageCount } = this;
		this.stopWatching()?.resolve({ status, pages, missing: Math.max(0, pageCount - pages.length) });
	}
}
