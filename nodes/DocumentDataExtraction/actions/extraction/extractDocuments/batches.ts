import type { IExecuteFunctions } from 'n8n-workflow';
import { readDigests } from '../../../files/input/contentDigest';
import type { InputFile, SessionFile } from '../../../files/input/InputFile';
import {
	batchId,
	contentId,
	contentsOf,
	derivedId,
	filesIdentity,
} from '../../../extraction/request/identity';
import type { Batch } from '../../../extraction/run/batch';
import { sessionFiles, sessionFilesInAnyOrder } from '../../../extraction/request/sessionFiles';
import { taskName } from '../../../parameters/prompt/taskName';
import { splitIntoBatches } from '../../../files/upload/splitIntoBatches';
import { uploadPool } from '../../../files/upload/uploadFiles';
import type { OperationRun } from '../../operation';
import { keepsBack, problemsOfGroups } from '../../itemGroups';
import type { ExtractionGroup } from './groups';
import { holdBackForFiles } from './heldBack';
import type { Asked } from './parameters';
import { submissionOptions } from '../../../parameters/submissionOptions';
import { runIdentity } from '../../../parameters/execution';

/**
 * Reads the files of the groups whose requests are known by their contents. If one cannot be read, its group is held back.
 *
 * @throws ServiceError when the execution is stopped
 */
export async function readForIds(
	{ api: { signal }, context }: OperationRun,
	groups: ExtractionGroup[],
): Promise<void> {
	const stops = !context.continueOnFail() && problemsOfGroups(groups).length > 0;
	const read = groups.filter(
		(group) =>
			!stops &&
			keepsBack(group).length === 0 &&
			group.asked.ok &&
			group.asked.value.submissionId.from === 'files',
	);
	const { wholeFiles } = uploadPool();
	const unreadable = new Map<InputFile, unknown>();
	const files = read.flatMap(({ files: own }) => own);
	await readDigests({ signal, wholeFiles }, files, (file, error) => unreadable.set(file, error));
	for (const group of read) holdBackForFiles(group, unreadable);
}

/** Cuts the files of a request into batches. Each gets an ID by which the next run finds it again. */
export function batchesOf(
	context: IExecuteFunctions,
	all: InputFile[],
	asked: Asked,
	mayAskQuestions: boolean,
): Batch[] {
	const { submissionId } = asked;
	const isOfContents = submissionId.from === 'files';
	const idOf = (files: SessionFile[], request: Batch['request'], number: number): string => {
		if (submissionId.from === 'own') return batchId(submissionId.id, number);
		if (isOfContents) return contentId(contentsOf(files), request);
		return derivedId(runIdentity(context), number, filesIdentity(files));
	};
	return splitIntoBatches(all).map((chosen, index) => {
		const files = submissionId.from === 'execution' ? sessionFiles(chosen) : sessionFilesInAnyOrder(chosen);
		const request: Batch['request'] = {
			task_name: taskName(
				asked.taskName,
				files.map(({ sessionName }) => sessionName),
			),
			prompt: asked.prompt,
			output_structure: asked.outputStructure,
			options: submissionOptions(asked, mayAskQuestions),
		};
		const hasOwnId = submissionId.from !== 'execution';
		return { id: idOf(files, request, index + 1), hasOwnId, isOfContents, files, request };
	});
}
