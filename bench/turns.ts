import type { ClientProcess, Timing } from './Job';

export interface Turns {
	/** How often each client does the work. */
	runs: number;
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
 * @returns of each client, in their order, the median of its times and the peak of its memory
 */
export async function takeTurns(
	clients: ClientProcess[],
	{ runs, rows, before, after }: Turns,
): Promise<Timing[]> {
	const timings = clients.map((): Timing[] => []);
	for (let run = 0; run < runs; run++)
		for (const [index, client] of clients.entries()) {
			await before?.();
			const timing = await client.run();
			if (timing.rows !== rows) throw new Error(`${timing.rows} rows came in place of ${rows}`);
			timings[index]?.push(timing);
			await after?.();
		}
	return timings.map((ofClient) => ({
		ms: median(ofClient.map(({ ms }) => ms)),
		rows,
		peakMiB: ofClient.some(({ peakMiB }) => peakMiB === null)
			? null
			: Math.max(...ofClient.map(({ peakMiB }) => peakMiB ?? 0)),
	}));
}
