import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { notSentHints } from '../../extraction/ledger/hints';
import type { Batch } from '../../extraction/run/batch';
import type { SkippedFile } from '../../files/input/InputFile';
import { isTool } from '../../parameters/execution';
import { fileOptions, inputFiles, skipsUnsupported } from '../../parameters/files/inputFiles';
import { newSessionId } from '../../parameters/ids/identifiers';
import { checkOptions, choice, notInTool, propertiesOf, readItem } from '../../parameters/param';
import { attempt } from '../../shared/attempt';
import { concurrently } from '../../shared/concurrently';
import { ofItem, problemsOf } from '../../shared/problems';
import { batchesOf, type IdChoice } from '../batches';
import { groupItems, itemIndexesOf, missingFiles, type ItemGroup } from '../itemGroups';
import type { ItemsByOutput } from '../operation';
import { failedItem } from '../perItem';
import { preflight } from '../preflight';
import { showHints } from '../showHints';

const groupFiles = choice(
	// A call of a tool is one item.
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

/** Groups the input items by session and checks their files. Nothing is sent. */
export async function collectSessionGroups(context: IExecuteFunctions): Promise<ItemGroup[]> {
	const isPerItem = readItem(context, 0, { groupFiles }).groupFiles === 'perItem';
	const idParameter = newSessionId.property.displayName;
	const groups = await groupItems<object>(context, isPerItem, idParameter, (first) => {
		const given = checkOptions(context, first, options);
		const { unsupportedFiles = 'fail', uploadSessionId: ownId = '' } = given.ok ? given.value : {};
		return { ownId, unsupportedFiles, problems: ofItem(first, problemsOf(given)) };
	});
	for (const group of groups) group.problems.push(...missingFiles(context, group));
	return groups;
}

/** A session to make of files of a group. */
interface PlannedSession extends Batch<undefined> {
	/** Files of its group that the service does not take, told with its first session. */
	skipped: SkippedFile[];
}

/** Plans the sessions of a group. A model calls again with the same files, and each call is a run of its own. */
function plannedSessions(context: IExecuteFunctions, { files, ownId, skipped }: ItemGroup): PlannedSession[] {
	const choice: IdChoice = ownId
		? { from: 'own', id: ownId }
		: { from: isTool(context) ? 'files' : 'execution' };
	const batches = batchesOf(context, files, choice, () => undefined);
	return batches.map((batch, index) => ({ ...batch, skipped: index === 0 ? skipped : [] }));
}

/**
 * Makes the sessions of groups. It checks all groups before it sends anything, and notes on the node which files it does not send. A
 * session that fails ends all, unless the node continues on fail: then each of its items fails.
 *
 * @param atOnce the most sessions under way at once
 * @param work makes a session. @returns its items
 * @throws the first failure
 */
export async function perSession(
	context: IExecuteFunctions,
	found: ItemGroup[],
	atOnce: number,
	work: (session: PlannedSession) => Promise<INodeExecutionData[]>,
): Promise<ItemsByOutput> {
	const { groups, refused } = preflight(context, found);
	const sessions = groups.flatMap((group) => plannedSessions(context, group));
	const items = new Map<PlannedSession, INodeExecutionData[]>();
	await concurrently(sessions, atOnce, async (session) => {
		const done = await attempt(async () => await work(session));
		if (!done.ok && !context.continueOnFail()) throw done.error;
		const ofSession = itemIndexesOf(session.files);
		items.set(session, done.ok ? done.value : ofSession.map((item) => failedItem(context, done.error, item)));
	});
	const skipped = groups.flatMap((group) => group.skipped);
	const leftOut = groups.flatMap((group) => group.leftOut);
	showHints(context, notSentHints(skipped, leftOut));
	const failed = refused.map(({ item, error }) => failedItem(context, error, item));
	return { main: [...failed, ...sessions.flatMap((session) => items.get(session) ?? [])] };
}
