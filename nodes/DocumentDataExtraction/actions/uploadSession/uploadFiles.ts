import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Session } from '../../extraction/run/Session';
import type { SessionFile, SkippedFile } from '../../files/input/InputFile';
import type { FileFailures } from '../../files/upload/uploadFiles';
import { attempt } from '../../shared/attempt';
import { itemIndexesOf } from '../itemGroups';
import { type Operation, failedItem } from '../operation';
import { perSession, sessionGroupProperties } from './sessionGroups';

/** The output and run of the node that the input items come from; nothing if this is the first node. */
async function sourceOf(context: IExecuteFunctions) {
	const from = await attempt(async () => context.getInputSourceData());
	if (!from.ok || !from.value?.previousNode) return {};
	const { previousNode: node, previousNodeOutput: output = 0, previousNodeRun: run = 0 } = from.value;
	return { source: { node, output, run } };
}

/** A session with its completed files, as Extraction: Submit takes it. */
const sessionItem = (
	sessionId: string,
	completed: SessionFile[],
	skipped: SkippedFile[],
	source: Awaited<ReturnType<typeof sourceOf>>,
): INodeExecutionData => ({
	json: {
		upload_session_id: sessionId,
		file_ids: completed.map(({ fileId }) => fileId),
		files: completed.map(({ fileId, sessionName, bytes, itemIndex, fieldName }) => ({
			file_id: fileId,
			file_name: sessionName,
			file_size_bytes: bytes,
			item: itemIndex,
			field: fieldName,
			...source,
		})),
		skipped_files: skipped.map(({ fileName }) => fileName),
	},
	pairedItem: itemIndexesOf(completed).map((item) => ({ item })),
});

export const uploadFiles: Operation = {
	name: 'Upload Files',
	value: 'uploadFiles',
	action: 'Upload files for extraction',
	description: 'Upload files in one step, ready for Extraction: Submit',
	properties: sessionGroupProperties,
	async execute(run) {
		const { api, context } = run;
		const source = await sourceOf(context);
		return await perSession(run, async (batch, skipped, pool) => {
			const failures: FileFailures = new Map();
			const goesOn = context.continueOnFail();
			const session = new Session({ api, pool, failures: goesOn ? failures : undefined }, batch);
			await session.uploadAll();
			const completed = batch.files.filter((file) => !failures.has(file));
			return [
				...(completed.length > 0 ? [sessionItem(session.id, completed, skipped, source)] : []),
				...[...failures].map(([{ itemIndex }, error]) => failedItem(context, error, itemIndex)),
			];
		});
	},
};
