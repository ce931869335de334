import { join } from 'node:path';
import { writePaddedPdf } from '../../../examples/documents/invoicePdf';
import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';
import type { JobFile } from '../Job';

const FILES = 14;
const BYTES = Math.floor((2 * 1024 * 1024 * 1024) / FILES);
/** What one PDF of 150 MB may take, and a tenth more. */
const TARGET_MIB = 70.4;

export const twoGigabytes: BenchCase = {
	name: 'session-2gb',
	title: 'A session of 2 GB in 14 files',
	async run(benchRun) {
		const files: JobFile[] = [];
		for (let number = 1; number <= FILES; number++) {
			const fileName = `large-${number}.pdf`;
			const path = join(benchRun.folder, fileName);
			await writePaddedPdf(path, BYTES);
			files.push({ path, fileName });
		}
		return await compare(benchRun, {
			service: await benchRun.service('off'),
			task: { files },
			rows: 1,
			runs: 2,
			targets: { peakMiB: TARGET_MIB },
		});
	},
};
