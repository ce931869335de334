import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';
import { smallFiles } from '../smallFiles';

const TARGET = 1.03;

interface ManyFiles {
	count: number;
	runs: number;
	peakMiB?: number;
}

/** The time of our node against that of n8n's helper, and its memory. */
export const filesCase = ({ count, runs, peakMiB }: ManyFiles): BenchCase => ({
	name: `${count}-files`,
	title: `${count.toLocaleString('en')} files of 100 KB, limits off`,
	run: async (benchRun) =>
		await compare(benchRun, {
			service: await benchRun.service('off'),
			task: { files: await smallFiles(benchRun.folder, count) },
			rows: count,
			runs,
			withHelper: true,
			targets: { ratio: TARGET, peakMiB },
		}),
});

/** As many as a session takes, and a number that shows the same in less time. */
export const manyFiles: BenchCase[] = [
	filesCase({ count: 500, runs: 7 }),
	filesCase({ count: 6_000, runs: 3, peakMiB: 64 }),
];
