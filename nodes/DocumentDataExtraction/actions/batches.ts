import type { IExecuteFunctions } from 'n8n-workflow';
import { LIMITS } from '../api/limits';
import type { Asked } from '../extraction/request/compare';
import { batchId, contentId, contentsOf, derivedId, filesIdentity } from '../extraction/request/identity';
import { sessionFiles, sessionFilesInAnyOrder } from '../extraction/request/sessionFiles';
import type { Batch } from '../extraction/run/batch';
import type { InputFile, SessionFile } from '../files/input/InputFile';
import { runIdentity } from './execution';

/** The ID of a request: the user's own as it is sent, or what it is made of. */
export type IdChoice = { from: 'execution' | 'files' } | { from: 'own'; id: string };

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

/**
 * Cuts files into batches, each with an ID by which the next run finds it again.
 *
 * @param requestOf what is asked about the files of a batch; nothing if they are only uploaded
 */
export function batchesOf<R extends Asked | undefined>(
	context: IExecuteFunctions,
	all: InputFile[],
	choice: IdChoice,
	requestOf: (files: SessionFile[]) => R,
): Array<Batch<R>> {
	const ofContents = (chosen: InputFile[]): Batch<R> => {
		const files = sessionFilesInAnyOrder(chosen);
		const request = requestOf(files);
		const id = contentId(contentsOf(files), request);
		return { id, idFrom: 'files', files, request, ofOnly: ofContents };
	};
	return splitIntoBatches(all).map((chosen, index) => {
		const { from } = choice;
		if (from === 'files') return ofContents(chosen);
		const files = from === 'execution' ? sessionFiles(chosen) : sessionFilesInAnyOrder(chosen);
		const request = requestOf(files);
		if (from === 'own') return { id: batchId(choice.id, index + 1), idFrom: from, files, request };
		return { id: derivedId(runIdentity(context), index + 1, filesIdentity(files)), files, request };
	});
}
