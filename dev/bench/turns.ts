import type { ClientProcess, Timing } from './Job';

/** What a client came to over its turns. */
export interface Measured extends Timing {
	/** Each timed run, in the order of the turns: the same place in two clients' times is a pair. */
	times: number[];
}

/** Our time over that of the floor, run by turns. */
export interface Ratio {
	ratio: number;
	/** The lowest and the highest pair: how far one run alone may be off. */
	spread: [lowest: number, highest: number];
}

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

/** The median of the pairs, not the quotient of two medians: what slows the machine for a while slows both of a pair. */
export function ratioOfPairs(ours: Measured, floor: Measured): Ratio {
	const pairs = ours.times.map((ms, turn) => ms / (floor.times[turn] ?? NaN));
	return { ratio: median(pairs), spread: [Math.min(...pairs), Math.max(...pairs)] };
}

/**
 * Has the clients do their work in turns, so that whatever else the machine does meets all of them.
 *
 * @returns of each client, in their order, its times and their median, and the peak of its memory from rest
 */
export async function takeTurns(
	clients: ClientProcess[],
	{ runs, memoryRuns = 2, rows, before, after }: Turns,
): Promise<Measured[]> {
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
	return times.map((ofClient, index): Measured => {
		const tops = (peaks[index] ?? []).filter((peak) => peak !== null);
		return {
			ms: median(ofClient),
			times: ofClient,
			rows,
			peakMiB: tops.length > 0 ? Math.max(...tops) : null,
		};
	});
}
