import type { IExecuteFunctions } from 'n8n-workflow';
import { batchId, derivedId, filesIdentity } from '../../../extraction/identity';
import type { Batch } from '../../../extraction/runExtraction';
import { sessionFiles } from '../../../extraction/sessionFiles';
import { taskName } from '../../../extraction/taskName';
import { splitIntoBatches } from '../../../files/batches';
import { runIdentity } from '../../runIdentity';
import type { Group } from './groups';

/** Cuts a group into batches, each with the ids that make a repetition find it again. */
export function batchesOf(context: IExecuteFunctions, group: Group): Batch[] {
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
