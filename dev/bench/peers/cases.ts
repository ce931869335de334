import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writePaddedPdf } from '../../../examples/documents/invoicePdf';

const KB = 1024;
const MB = 1024 * KB;

/** Files that every peer sends. */
export interface PeerCase {
	title: string;
	count: number;
	bytes: number;
}

export const CASES: PeerCase[] = [
	{ title: '1 file of 150 MB', count: 1, bytes: 150 * MB },
	{ title: '40 files of 4 MB', count: 40, bytes: 4 * MB },
	{ title: '200 files of 100 KB', count: 200, bytes: 100 * KB },
];

/** Sent before anything is measured, so that what a first run loads does not count. Also what `--trial` measures. */
export const WARM_UP: PeerCase = { title: '2 files of 100 KB', count: 2, bytes: 100 * KB };

/** Writes the files of a case. @returns the pattern that finds them */
export async function writeFilesOf({ count, bytes }: PeerCase, folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	for (let number = 1; number <= count; number++)
		await writePaddedPdf(join(folder, `invoice-${number}.pdf`), bytes);
	return `${folder}/*`;
}
