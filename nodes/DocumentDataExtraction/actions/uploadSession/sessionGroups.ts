import type { IExecuteFunctions } from 'n8n-workflow';
import { isTool } from '../../parameters/execution';
import { fileOptions, inputFiles, skipsUnsupported } from '../../parameters/files/inputFiles';
import { newSessionId } from '../../parameters/ids/identifiers';
import { checkOptions, choice, notInTool, propertiesOf, readItem } from '../../parameters/param';
import { ofItem, problemsOf } from '../../shared/problems';
import { batchesOf, type IdChoice } from '../batches';
import { groupItems, type ItemGroup, missingFiles } from '../itemGroups';

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

/** Plans the sessions of a group. A model calls again with the same files, and each call is a run of its own. */
export function plannedSessions(context: IExecuteFunctions, { files, ownId }: ItemGroup) {
	const choice: IdChoice = ownId
		? { from: 'own', id: ownId }
		: { from: isTool(context) ? 'files' : 'execution' };
	return batchesOf(context, files, choice, () => undefined);
}

export type PlannedSession = ReturnType<typeof plannedSessions>[number];
