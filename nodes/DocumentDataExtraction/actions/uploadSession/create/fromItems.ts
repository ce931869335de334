import type { INodeExecutionData } from 'n8n-workflow';
import { notSentHints } from '../../../extraction/ledger/hints';
import type { SessionFile } from '../../../files/upload/uploadFiles';
import { preflight } from '../../preflight';
import type { ItemsByOutput, OperationRun } from '../../operation';
import { failedItem } from '../../perItem';
import { collectSessionGroups, plannedSessions } from '../sessionGroups';
import { register, type RegisteredFile, type SessionOutput } from './register';
import { attempt } from '../../../shared/attempt';
import { binariesOf } from '../../../parameters/execution';

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
	const { groups, failed } = preflight(context, await collectSessionGroups(context));
	const output = context.getNodeParameter('output', 0) as SessionOutput;
	const main: INodeExecutionData[] = [...failed];
	for (const { id, files } of groups.flatMap((group) => plannedSessions(context, group))) {
		const entries = files.map((file) => registered(run, file));
		const created = await attempt(async () => await register(api, id, entries, output));
		if (created.ok) main.push(...created.value);
		else
			for (const itemIndex of new Set(files.map((file) => file.itemIndex)))
				main.push(failedItem(context, created.error, itemIndex));
	}
	const hints = notSentHints(
		groups.flatMap(({ skipped }) => skipped),
		groups.flatMap(({ leftOut }) => leftOut),
	);
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })));
	return { main };
}
