import type { ClientProcess, Timing } from './Job';

export interface Turns {
	/** How often each client does the work. */
	runs: number;
	/**
	 * How often each does it from rest besides, for its memory. These runs are not timed: a heap that has just been collected is slower.
	 * Default 2.
	 */
	memoryRuns?: number;
	/** Rows that every run is to bring. */
	rows: number;
	before?: () => Promise<void>;
	after?: () => Promise<void>;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/**
 * Has the clients do their work in turns, so that whatever else the machine does meets all of them.
 *
 * @returns of each client, in their order, the median of its times, and the peak of its memory from rest
 */
export async function takeTurns(
	clients: ClientProcess[],
	{ runs, memoryRuns = 2, rows, before, after }: Turns,
): Promise<Timing[]> {
	const times = clients.map((): number[] => []);
	const peaks = clients.map((): Array<number | null> => []);
	for (let run = 0; run < runs + memoryRuns; run++)
		for (const [index, client] of clients.entries()) {
			await before?.();
			const isTimed = run < runs;
			const { ms, rows: came, peakMiB } = await client.run(!isTimed);
			if (came !== rows) throw new Error(`${came} rows came in place of ${rows}`);
			if (isTimed) times[index]?.push(ms);
			else peaks[index]?.push(peakMiB);
			await after?.();
		}
	return times.map((ofClient, index) => {
		const tops = (peaks[index] ?? []).filter((peak) => peak !== null);
		return { ms: median(ofClient), rows, peakMiB: tops.length > 0 ? Math.max(...tops) : null };
	});
}
