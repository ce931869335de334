import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { byPlace } from '../../extraction/request/sessionFiles';
import { Session } from '../../extraction/run/Session';
import type { SessionFile, SkippedFile } from '../../files/input/InputFile';
import type { FileFailures } from '../../files/upload/uploadFiles';
import { heldBackBy } from '../../files/upload/fileErrors';
import { attempt } from '../../shared/attempt';
import { itemIndexesOf } from '../itemGroups';
import { type Operation, failedItem } from '../operation';
import { perSession, sessionGroupProperties } from './sessionGroups';

/** The output and run of the node that the input items come from; nothing if this is the first node. */
async function inputSource(context: IExecuteFunctions) {
	const from = await attempt(async () => context.getInputSourceData());
	if (!from.ok || !from.value?.previousNode) return {};
	const { previousNode: node, previousNodeOutput: output = 0, previousNodeRun: run = 0 } = from.value;
	return { source: { node, output, run } };
}

/** A session with its completed files, as Extraction: Submit takes it. */
const sessionItem = (
	session: Session,
	completed: SessionFile[],
	skipped: SkippedFile[],
	source: Awaited<ReturnType<typeof inputSource>>,
): INodeExecutionData => ({
	json: {
		upload_session_id: session.id,
		file_ids: completed.map(({ fileId }) => fileId),
		files: completed.map((file) => ({
			file_id: file.fileId,
			file_name: session.nameOf(file),
			file_size_bytes: file.bytes,
			item: file.itemIndex,
			field: file.fieldName,
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
		const source = await inputSource(context);
		return await perSession(run, 'files', async (batch, skipped, pool) => {
			const failures: FileFailures = new Map();
			const goesOn = context.continueOnFail();
			const session = new Session({ api, pool, failures: goesOn ? failures : undefined }, batch);
			await session.uploadAll();
			if (failures.size === 0) return [sessionItem(session, [...batch.files].sort(byPlace), skipped, source)];
			// Submitted without them, the others would be charged again as soon as these come through.
			const failed = itemIndexesOf([...failures.keys()]);
			const heldBack = heldBackBy([...failures.keys()].map(({ fileName }) => fileName));
			return [
				...[...failures].map(([{ itemIndex }, error]) =>
					failedItem(context, error.with({ isHeldBack: true }), itemIndex),
				),
				...itemIndexesOf(batch.files)
					.filter((item) => !failed.includes(item))
					.map((item) => failedItem(context, heldBack, item)),
			];
		});
	},
};
