import { readDigests } from '../../../files/input/contentDigest';
import { batchId, contentId, derivedId, filesIdentity } from '../../../extraction/request/identity';
import type { Batch } from '../../../extraction/run/runExtraction';
import { sessionFiles, sessionFilesByContent } from '../../../extraction/request/sessionFiles';
import { taskName } from '../../../extraction/prompt/taskName';
import { splitIntoBatches } from '../../../files/upload/splitIntoBatches';
import { uploadPool, type SessionFile } from '../../../files/upload/uploadFiles';
import type { OperationRun } from '../../operation';
import type { ExtractionGroup } from './groups';
import { runIdentity } from '../../../parameters/execution';

/**
 * Cuts a group into batches. Each gets an ID by which the next run finds it again. If the ID is made of the files, all are read; one
 * that cannot be read is found out again, and reported, when it is to be uploaded.
 *
 * @throws ServiceError when the execution is stopped
 */
export async function batchesOf({ context, api }: OperationRun, group: ExtractionGroup): Promise<Batch[]> {
	const { submissionId, ...parameters } = group.parameters;
	const isOfContents = submissionId.from === 'files';
	if (isOfContents)
		await readDigests({ signal: api.signal, wholeFiles: uploadPool().wholeFiles }, group.files);
	const idOf = (files: SessionFile[], request: Batch['request'], number: number): string => {
		if (submissionId.from === 'own') return batchId(submissionId.id, number);
		if (isOfContents) return contentId(files, request);
		return derivedId(runIdentity(context), number, filesIdentity(files));
	};
	return splitIntoBatches(group.files).map((chosen, index) => {
		const files = isOfContents ? sessionFilesByContent(chosen) : sessionFiles(chosen);
		const request: Batch['request'] = {
			task_name: taskName(
				parameters.taskName,
				files.map(({ sessionName }) => sessionName),
			),
			prompt: parameters.prompt,
			output_structure: parameters.outputStructure,
			options: parameters.options,
		};
		const hasOwnId = submissionId.from !== 'execution';
		return { id: idOf(files, request, index + 1), hasOwnId, isOfContents, files, request };
	});
}
