import { isServiceError, LOCAL_CODES, messageOf, serviceError } from '../../api/errors/ServiceError';
import type { ServiceError } from '../../api/errors/ServiceError';
import { isOfTheNetwork, withoutQuery } from '../../api/errors/networkFailure';
import type { Readable } from '../../api/http/request';
import { sleepUnlessStopped } from '../../api/rate/sleep';
import { attempt } from '../../shared/attempt';

interface WatchSettings {
	/** A stream counts as dead if it brings nothing for this time; it may take twice as long to notice. In milliseconds. */
	idleMs: number;
	/** Rejects when the signal aborts. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const STREAM_WATCH: WatchSettings = {
	idleMs: 30_000,
	// Most downloads take less than a second, so its slices are short: the last timer ends soon after the download.
	sleep: async (ms, signal) => await sleepUnlessStopped(ms, signal, 100),
};

/**
 * Reads a stream to its end as long as it moves. n8n's HTTP client watches a download only until its headers are there, so a download
 * whose body stops coming would never end.
 *
 * @param read reads the stream. It may pause: a stream is idle only if it has nothing to read
 * @returns undefined when the stream died
 * @throws what `read` throws
 */
export async function whileItMoves<T>(
	stream: Readable,
	read: () => Promise<T>,
	{ idleMs, sleep }: WatchSettings,
): Promise<T | undefined> {
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

	async function untilIdle(): Promise<undefined> {
		for (let before = -1; chunks !== before || stream.readableLength > 0;) {
			before = chunks;
			await sleep(idleMs, over.signal);
		}
		const hasEnded = stream.readableEnded || stream.destroyed;
		// The stream has ended and its reader still stores it: the reader says how that goes.
		if (hasEnded) return await new Promise(() => undefined);
		stream.destroy(new Error('The stream went idle'));
		return undefined;
	}

	const reading = read();
	const idle = untilIdle();
	// The reader of a dead stream fails later, when nobody listens any more.
	for (const either of [reading, idle]) either.catch(() => undefined);
	return await Promise.race([reading, idle]).finally(() => over.abort());
}

/**
 * Stores what a stream brings, and closes the stream if that fails.
 *
 * @param store reads the stream into n8n's store
 * @param breakError makes the error of a stream that was broken, from what broke it, or of one that went idle, from nothing
 * @param signal stops the stream
 * @throws ServiceError what `breakError` makes, what `store` has to say of the file, or `BINARY_STORE_FAILED`
 */
export async function intoStore<T extends object>(
	stream: Readable,
	store: () => Promise<T>,
	breakError: (cause?: unknown) => ServiceError,
	signal?: AbortSignal,
): Promise<T> {
	const stored = await attempt(async () => await whileItMoves(stream, store, STREAM_WATCH));
	if (stored.ok && stored.value) return stored.value;
	const isBroken = stream.errored !== null;
	stream.destroy();
	if (stored.ok) throw breakError();
	const { error } = stored;
	if (isServiceError(error)) throw error;
	// A store may be out of reach as well: only a stream that is broken itself blames the network.
	if (signal?.aborted || (isBroken && isOfTheNetwork(error))) throw breakError(error);
	throw serviceError(LOCAL_CODES.storeFailed, withoutQuery(messageOf(error)));
}
