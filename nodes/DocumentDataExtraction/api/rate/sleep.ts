import { sleep } from 'n8n-workflow';
import { steadyNow } from '../../shared/time';
import { ServiceError } from '../errors/ServiceError';
import { networkFailure } from '../errors/networkFailure';
import { explain } from '../../shared/attempt';

/** The package may not clear a timer, so a long sleep is made of short ones. After a stop, at most this much of it goes on. */
const SLICE_MS = 1000;

/** Waits for work, but no longer once the signal has aborted. */
async function orStop(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
	let stop = () => {};
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop, { once: true });
	await Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

/**
 * Sleeps for the given milliseconds, or until the signal aborts. Newer versions of n8n lack `sleepWithAbort`
 * (measured: n8n-workflow 2.8.0 has it, 2.41.0 does not).
 *
 * @param sliceMs the longest timer that goes on after a stop
 * @throws the signal's reason
 */
export async function sleepUnlessStopped(
	ms: number,
	signal?: AbortSignal,
	sliceMs = SLICE_MS,
): Promise<void> {
	if (!signal) return await sleep(ms);
	const end = steadyNow() + ms;
	for (let left = ms; left > 0 && !signal.aborted; left = end - steadyNow())
		await orStop(sleep(Math.min(left, sliceMs)), signal);
	signal.throwIfAborted();
}

/**
 * Waits for work that a stop must not cut off, but not for long once the signal has aborted.
 *
 * @returns undefined when the work goes on after that
 */
export async function untilStopped<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
	graceMs: number,
): Promise<T | undefined> {
	if (signal) await orStop(work, signal);
	return await (signal?.aborted ? Promise.race([work, sleep(graceMs).then(() => undefined)]) : work);
}

/** Sleeps, cancel-aware. @throws ServiceError when the execution is stopped meanwhile */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	await explain(
		async () => await sleepUnlessStopped(ms, signal),
		(error) => new ServiceError(networkFailure(error, '', signal)),
	);
}
