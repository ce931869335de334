import type { BenchRun } from './BenchRun';

export interface Result {
	/** Our time over that of the floor, the median of pairs; null where none is measured. */
	ratio: number | null;
	/** The lowest and the highest pair; null where there is one pair alone, or none. */
	spread: [lowest: number, highest: number] | null;
	/** What the work cannot take less than, and what the ratio and its target are to; null where there is none. */
	floor: 'bare client' | "n8n's helper" | 'Rows' | null;
	/** The highest ratio that passes; null where none is set. */
	target: number | null;
	/** How far the memory of the engine's process grew over the engine at rest. */
	peakMiB: number | null;
	targetMiB: number | null;
	pass: boolean;
	/** For the table alone: the times, or whatever explains the figures. */
	note: string;
}

/** One row of the benchmark, in a file of its own under `cases/`. */
export interface BenchCase {
	/** As `--only` takes it. */
	name: string;
	title: string;
	run(benchRun: BenchRun): Promise<Result>;
}

/** What a case that could not be measured comes to. */
export const failed = ({ message }: Error): Result => ({
	ratio: null,
	spread: null,
	floor: null,
	target: null,
	peakMiB: null,
	targetMiB: null,
	pass: false,
	note: `Failed: ${message}`,
});
