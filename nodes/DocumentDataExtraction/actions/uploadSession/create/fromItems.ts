import type { SessionFile } from '../../../files/upload/uploadFiles';
import { binariesOf } from '../../../parameters/execution';
import { attempt } from '../../../shared/attempt';
import type { ItemsByOutput, OperationRun } from '../../operation';
import { perGroup } from '../../perGroup';
import { failedItem } from '../../perItem';
import { collectSessionGroups, plannedSessions } from '../sessionGroups';
import { register, type RegisteredFile, type SessionOutput } from './register';

function registered({ context }: OperationRun, file: SessionFile): RegisteredFile {
	const { itemIndex, fieldName } = file;
	return {
		file_id: file.fileId,
		file_name: file.sessionName,
		file_size_bytes: file.bytes,
		itemIndex,
		fieldName,
		binary: binariesOf(context, itemIndex)[fieldName],
	};
}

/** Registers the files that the input items carry, without uploading them. */
export async function createFromItems(run: OperationRun): Promise<ItemsByOutput> {
	const { context, api } = run;
	const output = context.getNodeParameter('output', 0) as SessionOutput;
	return await perGroup(run, await collectSessionGroups(context), {
		jobsOf: (group) => plannedSessions(context, group),
		atOnce: 1,
		work: async ({ id, files }) => {
			const entries = files.map((file) => registered(run, file));
			const created = await attempt(async () => await register(api, id, entries, output));
			if (created.ok) return created.value;
			// Unless the node continues on fail, this throws an error about the first item of the session.
			failedItem(context, created.error, files[0]?.itemIndex ?? 0);
			throw created.error;
		},
		toItems: (_session, items) => items,
	});
}
