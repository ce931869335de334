import type { INodeExecutionData } from 'n8n-workflow';
import { notSentHints } from '../../extraction/account/hints';
import type { Batch } from '../../extraction/run/batch';
import type { SkippedFile } from '../../files/input/InputFile';
import { uploadPool, type UploadPool } from '../../files/upload/pool';
import { fileOptions, groupFilesInto, inputFiles, skipsUnsupported } from '../../parameters/files/inputFiles';
import { newSessionId } from '../../parameters/ids/identifiers';
import { checkItem, propertiesOf, readItem } from '../../parameters/param';
import { attempt, concurrently } from '../../shared/attempt';
import { ofItem, problemsOf } from '../../shared/problems';
import { requestsOf } from '../batches';
import { groupItems } from '../groupItems';
import { itemIndexesOf, missingFiles, separateFiles, withoutFileHints, withProblems } from '../itemGroups';
import { type ItemsByOutput, type OperationRun, failedItem, showHints } from '../operation';
import { preflight, readForIds } from '../preflight';

/** Sessions made at once. Their uploads share the room for bytes and transfers. */
const SESSIONS_AT_ONCE = 5;

const grouped = { groupFiles: groupFilesInto('upload session') };

const options = { unsupportedFiles: skipsUnsupported, uploadSessionId: newSessionId };

/** What the operations show that make sessions of the files of the input items. */
export const sessionGroupProperties = propertiesOf(inputFiles, { ...grouped, ...options, ...fileOptions });

/**
 * Makes sessions of the files of the input items, several at once. All files are checked before anything is sent. A note on the node names
 * the files that are not sent. A session that fails ends all, unless the node continues on fail: then each of its items fails.
 *
 * @param from what the ID of a session is made of, unless the user gives one
 * @param work makes a session, and is given the skipped files of its group. @returns the items of the session
 * @throws the first failure
 */
export async function perSession(
	run: OperationRun,
	from: 'execution' | 'files',
	work: (
		session: Batch<undefined>,
		skipped: SkippedFile[],
		pool: UploadPool,
	) => Promise<INodeExecutionData[]>,
): Promise<ItemsByOutput> {
	const { context } = run;
	const pool = uploadPool();
	const grouping = readItem(context, 0, {}, grouped).groupFiles;
	const idParameter = newSessionId.property.displayName;
	const collected = await groupItems<object>(context, grouping, idParameter, (first) => {
		const given = checkItem(context, first, {}, options);
		const { unsupportedFiles = 'fail', uploadSessionId: ownId = '' } = given.ok ? given.value : {};
		const asks = { [idParameter]: ownId };
		return { ownId, asks, unsupportedFiles, problems: ofItem(first, problemsOf(given)) };
	});
	const othersHaveFiles = collected.some(({ files }) => files.length > 0);
	const checked = othersHaveFiles
		? collected
		: collected.map((group) => withProblems(group, missingFiles(context, group)));
	const separated = grouping === 'perFile' ? separateFiles(checked, idParameter) : checked;
	const found = await readForIds(run, separated, ({ ownId }) => from === 'files' && ownId === '');
	const { groups, refused } = preflight(context, found, () => true);
	const sessions = requestsOf(
		context,
		groups,
		({ ownId }) => (ownId ? { from: 'own', id: ownId } : { from }),
		() => undefined,
	).map((request) => ({ ...request, items: [] as INodeExecutionData[] }));
	await concurrently(sessions, SESSIONS_AT_ONCE, async (each) => {
		const { batch: session, group } = each;
		const done = await attempt(async () => await work(session, group.skipped, pool));
		if (!done.ok && !context.continueOnFail()) throw done.error;
		each.items = done.ok
			? done.value
			: itemIndexesOf(session.files).map((item) => failedItem(context, done.error, item));
	});
	const skipped = found.flatMap((group) => group.skipped);
	const leftOut = found.flatMap((group) => group.leftOut);
	const copies = sessions.flatMap((each) => each.copies);
	showHints(context, [...notSentHints(skipped, leftOut, copies), ...withoutFileHints(context, checked)]);
	const failed = refused.map(({ item, error }) => failedItem(context, error, item));
	return { main: [...failed, ...sessions.flatMap(({ items }) => items)] };
}
