import type { IExecuteFunctions } from 'n8n-workflow';
import type { Batch } from '../../../extraction/extract';
import { batchId, derivedId, fileIdAt } from '../../../extraction/ids';
import { taskName } from '../../../extraction/taskName';
import { splitIntoBatches } from '../../../files/batches';
import { uniqueNames, withExtension } from '../../../files/fileNames';
import { fileTypeOf } from '../../../files/fileTypes';
import type { InputFile } from '../../../files/InputFile';
import type { SessionFile } from '../../../files/upload';
import { runIdentity } from '../../runIdentity';
import type { Group } from './groups';

function sessionFiles(files: InputFile[]): SessionFile[] {
	const names = uniqueNames(
		files.map(({ fileName, mimeType }) => withExtension(fileName, fileTypeOf(fileName, mimeType) ?? 'pdf')),
	);
	return files.map((file, index) => ({
		...file,
		fileId: fileIdAt(index),
		sessionName: names[index] ?? file.fileName,
	}));
}

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
		const fingerprint = [
			request,
			files.map(({ itemIndex, sessionName, bytes }) => [itemIndex, sessionName, bytes]),
		];
		const id = parameters.submissionId
			? batchId(parameters.submissionId, index + 1)
			: derivedId(runIdentity(context), index + 1, fingerprint);
		return { id, files, request };
	});
}
