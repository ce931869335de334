import type { INodeExecutionData } from 'n8n-workflow';
import { notSentHints } from '../../extraction/account/hints';
import type { Batch } from '../../extraction/run/batch';
import { readDigests } from '../../files/upload/contentDigest';
import type { SkippedFile } from '../../files/input/InputFile';
import { uploadPool, type UploadPool } from '../../files/upload/pool';
import { fileOptions, inputFiles, skipsUnsupported } from '../../parameters/files/inputFiles';
import { newSessionId } from '../../parameters/ids/identifiers';
import { checkItem, choice, notInTool, propertiesOf, readItem } from '../../parameters/param';
import { attempt, concurrently } from '../../shared/attempt';
import { ofItem, problemsOf } from '../../shared/problems';
import { batchesOf } from '../batches';
import { groupItems, itemIndexesOf, missingFiles } from '../itemGroups';
import { type ItemsByOutput, type OperationRun, failedItem, showHints } from '../operation';
import { preflight } from '../preflight';
import { isTool } from '../../shared/n8nFeatures';

/** Sessions made at once. Their uploads share the room for bytes and transfers. */
const SESSIONS_AT_ONCE = 5;

const groupFiles = choice(
	// A tool is called with one item.
	notInTool({
		displayName: 'Group Files',
		name: 'groupFiles',
		of: {
			forAllItems: [
				'All Items Together',
				'One session for the files of all items, with the options of the first item',
			],
			perItem: ['Each Item Separately', 'One session for each item'],
		} as const,
		default: 'forAllItems',
		description: 'How to group the files into upload sessions. An extraction uses the files of one session.',
	}),
);

const options = { unsupportedFiles: skipsUnsupported, uploadSessionId: newSessionId };

/** What the operations show that make sessions of the files of the input items. */
export const sessionGroupProperties = propertiesOf(
	{ ...inputFiles, groupFiles },
	{ ...options, ...fileOptions },
);

/**
 * Makes sessions of the files of the input items, several at once. All files are checked before anything is sent. A note on the node names
 * the files that are not sent. A session that fails ends all, unless the node continues on fail: then each of its items fails.
 *
 * @param work makes a session, and is given the skipped files of its group. @returns the items of the session
 * @throws the first failure
 */
export async function perSession(
	{ api, context }: OperationRun,
	work: (
		session: Batch<undefined>,
		skipped: SkippedFile[],
		pool: UploadPool,
	) => Promise<INodeExecutionData[]>,
): Promise<ItemsByOutput> {
	const pool = uploadPool();
	const isPerItem = readItem(context, 0, { groupFiles }).groupFiles === 'perItem';
	const idParameter = newSessionId.property.displayName;
	const found = await groupItems<object>(context, isPerItem, idParameter, (first) => {
		const given = checkItem(context, first, {}, options);
		const { unsupportedFiles = 'fail', uploadSessionId: ownId = '' } = given.ok ? given.value : {};
		return { ownId, unsupportedFiles, problems: ofItem(first, problemsOf(given)) };
	});
	for (const group of found) group.problems.push(...missingFiles(context, group));
	// A model calls again with the same files, and each call is a run of its own: the IDs of its sessions are made of the contents.
	const from = isTool(context) ? 'files' : 'execution';
	if (from === 'files')
		await readDigests(
			found.flatMap(({ files }) => files),
			api.signal,
		);
	const { groups, refused } = preflight(context, found);
	const sessions = groups.flatMap(({ files, ownId, skipped }) =>
		batchesOf(context, files, ownId ? { from: 'own', id: ownId } : { from }, () => undefined).map(
			(session) => ({ session, skipped, items: [] as INodeExecutionData[] }),
		),
	);
	await concurrently(sessions, SESSIONS_AT_ONCE, async (each) => {
		const { session, skipped } = each;
		const done = await attempt(async () => await work(session, skipped, pool));
		if (!done.ok && !context.continueOnFail()) throw done.error;
		each.items = done.ok
			? done.value
			: itemIndexesOf(session.files).map((item) => failedItem(context, done.error, item));
	});
	const skipped = found.flatMap((group) => group.skipped);
	const leftOut = found.flatMap((group) => group.leftOut);
	showHints(context, notSentHints(skipped, leftOut));
	const failed = refused.map(({ item, error }) => failedItem(context, error, item));
	return { main: [...failed, ...sessions.flatMap(({ items }) => items)] };
}
