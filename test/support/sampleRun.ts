import type { NodeFixture } from './nodeFixture';
import { invoiceFile, itemWith, type ExtractOptions } from './extractDocuments';

/** The Submission ID of the parcel. */
export const SAMPLE_ID = 'parcel-1';

/** Bytes; the parcel has files of one and of several parts of this size. */
export const SAMPLE_PART_SIZE = 2 * 1024 * 1024;

/** `[Invoice Number, Source File, item]` of each row that the parcel gives. */
export const SAMPLE_ROWS = [
	['P-1', 'P-1.pdf (Page 1)', 0],
	['P-2', 'P-2.pdf (Page 1)', 1],
	['P-3', 'P-3.pdf (Page 1)', 1],
];

/** A small run, the same each time it is made and in whatever process: two items, three files, six parts. */
export async function sampleRun(node: Pick<NodeFixture, 'engine'>): Promise<ExtractOptions> {
	const sized = (parts: number) => ({ padToBytes: (parts - 0.5) * SAMPLE_PART_SIZE });
	return {
		input: [
			itemWith(await invoiceFile(node, 'P-1', 'P-1.pdf', sized(1))),
			itemWith(
				await invoiceFile(node, 'P-2', 'P-2.pdf', sized(3)),
				await invoiceFile(node, 'P-3', 'P-3.pdf', sized(2)),
			),
		],
		options: { submissionId: SAMPLE_ID },
	};
}
