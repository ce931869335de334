import type { IExecuteFunctions } from 'n8n-workflow';
import type { Asked } from '../extraction/request/compare';
import { batchId, contentId, contentsOf, derivedId, filesIdentity } from '../extraction/request/identity';
import { sessionFiles, sessionFilesInAnyOrder } from '../extraction/request/sessionFiles';
import type { InputFile, SessionFile } from '../files/input/InputFile';
import { splitIntoBatches } from '../files/upload/splitIntoBatches';
import { runIdentity } from '../parameters/execution';

/** The ID of a request: the user's own as it is sent, or what it is made of. */
export type IdChoice = { from: 'execution' | 'files' } | { from: 'own'; id: string };

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
): Array<{ id: string; files: SessionFile[]; request: R }> {
	return splitIntoBatches(all).map((chosen, index) => {
		const number = index + 1;
		if (choice.from === 'execution') {
			const files = sessionFiles(chosen);
			const id = derivedId(runIdentity(context), number, filesIdentity(files));
			return { id, files, request: requestOf(files) };
		}
		const files = sessionFilesInAnyOrder(chosen);
		const request = requestOf(files);
		const id = choice.from === 'own' ? batchId(choice.id, number) : contentId(contentsOf(files), request);
		return { id, files, request };
	});
}
