type Readable = import('stream').Readable;

export interface WatchSettings {
	/** A stream that brings nothing for so long, and for twice as long at most, is taken to be dead. In milliseconds. */
	idleMs: number;
	/** Rejects when the signal aborts. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Watched<T> {
	/** Undefined when the stream died. */
	value: T | undefined;
	hasDied: boolean;
}

/**
 * Reads a stream to its end as long as it moves. n8n's HTTP client watches a download only until its headers are there: one whose
 * body stops coming would never end.
 *
 * @param read what reads the stream. It may rest in between: only a stream that has nothing for it is idle
 * @throws what `read` throws
 */
export async function whileItMoves<T>(
	stream: Readable,
	read: () => Promise<T>,
	{ idleMs, sleep }: WatchSettings,
): Promise<Watched<T>> {
	let chunks = 0;
	// Paused on purpose, so that counting does not make it flow before its reader is there. What is read is counted all the same.
	stream.pause();
	stream.on('data', () => chunks++);
	// A reader that only listens expects its listening to start the flow, which a paused stream does not do.
	stream.on('newListener', (event) => {
		if (event === 'data') stream.resume();
	});
	stream.on('error', () => undefined);
	const over = new AbortController();

	async function death(): Promise<Watched<T>> {
		for (let before = -1; chunks !== before || stream.readableLength > 0;) {
			before = chunks;
			await sleep(idleMs, over.signal);
		}
		const hasEnded = stream.readableEnded || stream.destroyed;
		// What has ended is being stored, and its reader says how that goes.
		if (hasEnded) return await new Promise(() => undefined);
		stream.destroy(new Error('The stream went idle'));
		return { value: undefined, hasDied: true };
	}

	try {
		const reading = read().then((value) => ({ value, hasDied: false }));
		// The reader of a stream that died fails as well, when nobody listens any more.
		reading.catch(() => undefined);
		const dying = death();
		dying.catch(() => undefined);
		return await Promise.race([reading, dying]);
	} finally {
		over.abort();
	}
}
