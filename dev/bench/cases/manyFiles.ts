import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';
import { smallFiles } from '../smallFiles';

interface ManyFiles {
	count: number;
	runs: number;
	/** The highest ratio that passes. */
	target: number;
	peakMiB?: number;
	/** Otherwise the default, File Contents. */
	byExecution?: boolean;
}

/** The time of our node against that of n8n's helper, and its memory. */
export const filesCase = ({ count, runs, target, peakMiB, byExecution }: ManyFiles): BenchCase => ({
	name: `${count}-files${byExecution ? '-by-execution' : ''}`,
	title: `${count.toLocaleString('en')} files of 100 KB, limits off${byExecution ? ', Prevent Duplicates By: Execution' : ''}`,
	run: async (benchRun) =>
		await compare(benchRun, {
			service: await benchRun.service('off'),
			task: {
				files: await smallFiles(benchRun.folder, count),
				preventDuplicatesBy: byExecution ? 'execution' : 'files',
			},
			rows: count,
			runs,
			withHelper: true,
			targets: { ratio: target, peakMiB },
		}),
});

/** As many as a session takes, and a number that shows the same in less time. */
export const manyFiles: BenchCase[] = [
	filesCase({ count: 500, runs: 11, target: 1.05 }),
	filesCase({ count: 500, runs: 11, target: 1.05, byExecution: true }),
	filesCase({ count: 6_000, runs: 3, target: 1.08, peakMiB: 64 }),
];
