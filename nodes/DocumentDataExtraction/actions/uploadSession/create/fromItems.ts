import { readChosen } from '../../../parameters/choices';
import { createProperties } from './properties';
import type { SessionFile } from '../../../files/upload/SessionFile';
import { attempt } from '../../../shared/attempt';
import type { ItemsByOutput, OperationRun } from '../../operation';
import { perGroup } from '../../perGroup';
import { throwUnlessContinuing } from '../../perItem';
import { collectSessionGroups, plannedSessions } from '../sessionGroups';
import { register, type RegisteredFile, type SessionOutput } from './register';

const registered = (file: SessionFile): RegisteredFile => ({
	file_id: file.fileId,
	file_name: file.sessionName,
	file_size_bytes: file.bytes,
	itemIndex: file.itemIndex,
	fieldName: file.fieldName,
	binary: file.data,
});

/** Registers the files that the input items carry, without uploading them. */
export async function createFromItems(run: OperationRun): Promise<ItemsByOutput> {
	const { context, api } = run;
	const output = readChosen(context, 0, 'output', createProperties) as SessionOutput;
	return await perGroup(run, await collectSessionGroups(context), {
		jobsOf: (group) => plannedSessions(context, group),
		atOnce: 1,
		work: async ({ id, files }) => {
			const entries = files.map(registered);
			const created = await attempt(async () => await register(api, id, entries, output));
			if (created.ok) return created.value;
			throwUnlessContinuing(context, created.error, files[0]?.itemIndex ?? 0);
			throw created.error;
		},
		toItems: (_session, items) => items,
	});
}
