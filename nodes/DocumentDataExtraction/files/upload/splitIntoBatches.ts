import { LIMITS } from '../../api/limits';

/** Splits files, in their order, into batches that each fit into one upload session. A file over the limit stands alone. */
export function splitIntoBatches<T extends { bytes: number }>(
	files: T[],
	limits: { files: number; bytes: number } = { files: LIMITS.sessionFiles, bytes: LIMITS.sessionBytes },
): T[][] {
	const batches: T[][] = [];
	let bytesInLast = 0;
	for (const file of files) {
		const last = batches.at(-1);
		if (last && last.length < limits.files && bytesInLast + file.bytes <= limits.bytes) {
			last.push(file);
			bytesInLast += file.bytes;
		} else {
			batches.push([file]);
			bytesInLast = file.bytes;
		}
	}
	return batches;
}
