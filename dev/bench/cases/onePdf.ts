import { join } from 'node:path';
import { writePaddedPdf } from '../../../examples/documents/invoicePdf';
import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';

const BYTES = 150 * 1024 * 1024;
/** Against the bare client. File Contents reads the file once more than Execution, before anything is sent. */
const TARGETS = { files: 1.25, execution: 1.1 };
/** What the node may hold beyond a bare client, whatever the size of its files. */
const TARGET_MIB = 64;

const pdfCase = (by: keyof typeof TARGETS, name: string, title: string): BenchCase => ({
	name,
	title,
	async run(benchRun) {
		const path = join(benchRun.folder, 'large.pdf');
		await writePaddedPdf(path, BYTES);
		const task = { files: [{ path, fileName: 'large.pdf' }], preventDuplicatesBy: by };
		return await compare(benchRun, {
			service: await benchRun.service('off'),
			task,
			rows: 1,
			runs: 7,
			targets: { ratio: TARGETS[by], peakMiB: TARGET_MIB },
		});
	},
});

export const onePdf: BenchCase[] = [
	pdfCase('files', 'one-150mb-pdf', 'One PDF of 150 MB'),
	pdfCase('execution', 'one-150mb-pdf-by-execution', 'One PDF of 150 MB, Prevent Duplicates By: Execution'),
];
