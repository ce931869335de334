import type { IExecuteFunctions } from 'n8n-workflow';
import { batchId, derivedId, filesIdentity } from '../../../extraction/request/identity';
import type { Batch } from '../../../extraction/run/runExtraction';
import { sessionFiles } from '../../../extraction/request/sessionFiles';
import { taskName } from '../../../extraction/prompt/taskName';
import { splitIntoBatches } from '../../../files/upload/splitIntoBatches';
import type { ExtractionGroup } from './groups';
import { runIdentity } from '../../../parameters/execution';

/** Cuts a group into batches. Each gets an ID by which the next run finds it again. */
export function batchesOf(context: IExecuteFunctions, group: ExtractionGroup): Batch[] {
	const { parameters } = group;
	return splitIntoBatches(group.files).map((chosen, index) => {
		const files = sessionFiles(chosen);
		const request: Batch['request'] = {
			task_name: taskName(
				parameters.taskName,
				files.map(({ sessionName }) => sessionName),
			),
			prompt: parameters.prompt,
			output_structure: parameters.outputStructure,
			options: parameters.options,
		};
		const id = parameters.submissionId
			? batchId(parameters.submissionId, index + 1)
			: derivedId(runIdentity(context), index + 1, filesIdentity(files));
		return { id, hasOwnId: parameters.submissionId !== '', files, request };
	});
}
