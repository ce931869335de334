import type { Readable } from '../../api/http/signedUrls';

interface WatchSettings {
	/** A stream counts as dead if it brings nothing for this time; it may take twice as long to notice. In milliseconds. */
	idleMs: number;
	/** Rejects when the signal aborts. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

interface Watched<T> {
	/** Undefined when the stream died. */
	value: T | undefined;
	hasDied: boolean;
}

/**
 * Reads a stream to its end as long as it moves. n8n's HTTP client watches a download only until its headers are there, so a download
 * whose body stops coming would never end.
 *
 * @param read reads the stream. It may pause: a stream is idle only if it has nothing to read
 * @throws what `read` throws
 */
export async function whileItMoves<T>(
	stream: Readable,
	read: () => Promise<T>,
	{ idleMs, sleep }: WatchSettings,
): Promise<Watched<T>> {
	let chunks = 0;
	// Counting must not make the stream flow before its reader is there, so it is paused. Chunks that are read later still count.
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
		// The stream has ended and its reader still stores it: the reader says how that goes.
		if (hasEnded) return await new Promise(() => undefined);
		stream.destroy(new Error('The stream went idle'));
		return { value: undefined, hasDied: true };
	}

	try {
		const reading = read().then((value) => ({ value, hasDied: false }));
		// The reader of a dead stream fails later, when nobody listens any more.
		reading.catch(() => undefined);
		const dying = death();
		dying.catch(() => undefined);
		return await Promise.race([reading, dying]);
	} finally {
		over.abort();
	}
}
