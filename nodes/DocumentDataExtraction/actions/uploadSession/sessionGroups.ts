import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { batchId, contentId, contentsOf, derivedId, filesIdentity } from '../../extraction/request/identity';
import { sessionFiles, sessionFilesByContent } from '../../extraction/request/sessionFiles';
import { splitIntoBatches } from '../../files/upload/splitIntoBatches';
import { sessionProblems } from '../../files/input/fileChecks';
import type { SessionFile } from '../../files/upload/SessionFile';
import { ofItem, problemsOf } from '../../shared/problems';
import { newSessionIdOption } from '../../parameters/ids/identifiers';
import { choiceProblems, readChosen } from '../../parameters/choices';
import { unsupportedFilesOption, type UnsupportedFiles } from '../../parameters/files/unsupportedFiles';
import { optionOf, readOptions } from '../../parameters/options';
import { checkOwnId } from '../../parameters/ids/ownId';
import { isTool, runIdentity } from '../../parameters/execution';
import { fetchItemLinks } from '../itemLinks';
import { addSharedIdProblems, collectFiles, type ItemGroup, missingFiles } from '../itemGroups';

/** How files of the input items become sessions. */
export const sessionsProperty: INodeProperties = {
	displayName: 'Group Files',
	name: 'sessions',
	type: 'options',
	options: [
		{
			name: 'All Items Together',
			value: 'forAllItems',
			description: 'One session for the files of all items, with the options of the first item',
		},
		{ name: 'Each Item Separately', value: 'perItem', description: 'One session for each item' },
	],
	default: 'forAllItems',
	description: 'How to group the files into upload sessions. An extraction uses the files of one session.',
};

export const splitOption: INodeProperties = {
	displayName: 'Split Large Batches',
	name: 'splitLargeBatches',
	type: 'boolean',
	default: true,
	description: 'Whether to create several sessions if the files are too many or too large for one',
};

/** The items whose files become one session, or several if one does not hold them. */
export interface SessionGroup extends ItemGroup {
	/** Empty if the user entered none. */
	uploadSessionId: string;
}

export interface PlannedSession {
	id: string;
	/** Whether another execution has it too, because the user chose it, or it is made of the files. */
	hasOwnId: boolean;
	files: SessionFile[];
}

/** Groups the input items by session and checks their files. Nothing is sent. */
export async function collectSessionGroups(context: IExecuteFunctions): Promise<SessionGroup[]> {
	const all = context.getInputData().map((_, itemIndex) => itemIndex);
	const perItem = readChosen(context, 0, sessionsProperty.name, [sessionsProperty]) === 'perItem';
	const planned = (perItem ? all.map((itemIndex) => [itemIndex]) : [all]).map((itemIndexes) => {
		const [first = 0] = itemIndexes;
		const options = readOptions(context, first);
		const uploadSessionId = checkOwnId(options.uploadSessionId, newSessionIdOption.displayName);
		const unsupported = optionOf(options, unsupportedFilesOption) as UnsupportedFiles;
		const problems = [...problemsOf(uploadSessionId), ...choiceProblems(unsupportedFilesOption, unsupported)];
		return {
			itemIndexes,
			options,
			unsupported,
			uploadSessionId: uploadSessionId.ok ? uploadSessionId.value : '',
			problems: ofItem(first, problems),
		};
	});
	const linked = await fetchItemLinks(context, planned);
	const groups: SessionGroup[] = [];
	for (const { itemIndexes, options, unsupported, uploadSessionId, problems } of planned) {
		const found = await collectFiles(context, itemIndexes, unsupported, linked);
		const group: SessionGroup = { itemIndexes, uploadSessionId, ...found, problems };
		group.problems.push(...missingFiles(context, group));
		if (options.splitLargeBatches === false) group.problems.push(...sessionProblems(group.files));
		groups.push(group);
	}
	addSharedIdProblems(groups, newSessionIdOption.displayName, ({ uploadSessionId }) => uploadSessionId);
	return groups;
}

/** Plans the sessions of a group. Each gets an ID by which the next run finds it again. */
export function plannedSessions(context: IExecuteFunctions, group: SessionGroup): PlannedSession[] {
	const { uploadSessionId } = group;
	return splitIntoBatches(group.files).map((chosen, index) => {
		// A model calls again with the same files, and each call is a run of its own.
		if (!uploadSessionId && isTool(context)) {
			const files = sessionFilesByContent(chosen);
			return { id: contentId(contentsOf(files)), hasOwnId: true, files };
		}
		const files = sessionFiles(chosen);
		const id = uploadSessionId
			? batchId(uploadSessionId, index + 1)
			: derivedId(runIdentity(context), index + 1, filesIdentity(files));
		return { id, hasOwnId: uploadSessionId !== '', files };
	});
}
