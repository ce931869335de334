import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';
import { smallFiles } from '../smallFiles';

const TARGET = 1.5;

export const manyFiles: BenchCase = {
	name: '500-files',
	title: '500 files of 100 KB, limits off',
	async run(benchRun) {
		const compared = await compare(benchRun, {
			service: await benchRun.service('off'),
			task: { files: await smallFiles(benchRun.folder, 500) },
			rows: 500,
			runs: 7,
			withHelper: true,
		});
		return { ...compared, target: TARGET, targetMiB: null, pass: compared.ratio <= TARGET };
	},
};
