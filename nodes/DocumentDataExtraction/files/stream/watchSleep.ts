import { sleepUnlessStopped } from '../../api/http/sleep';

/** Most downloads take less than a second, so the watch sleeps in short slices: its last timer ends soon after the download. */
export const watchSleep = async (ms: number, signal: AbortSignal): Promise<void> =>
	await sleepUnlessStopped(ms, signal, 100);
