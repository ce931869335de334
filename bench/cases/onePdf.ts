import { join } from 'node:path';
import { writePaddedPdf } from '../../examples/documents/invoicePdf';
import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';

const BYTES = 150 * 1024 * 1024;
const TARGET = 1.1;
/** What the node may hold beyond a bare client, whatever the size of its files. */
const TARGET_MIB = 64;

export const onePdf: BenchCase = {
	name: 'one-150mb-pdf',
	title: 'One PDF of 150 MB',
	async run(benchRun) {
		const path = join(benchRun.folder, 'large.pdf');
		await writePaddedPdf(path, BYTES);
		const task = { files: [{ path, fileName: 'large.pdf' }] };
		return await compare(benchRun, {
			service: await benchRun.service('off'),
			task,
			rows: 1,
			runs: 7,
			targets: { ratio: TARGET, peakMiB: TARGET_MIB },
		});
	},
};
