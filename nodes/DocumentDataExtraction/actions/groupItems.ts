import type { IExecuteFunctions } from 'n8n-workflow';
import { leftOutBy, type FileChoice } from '../files/input/fileChoice';
import { filesOfItem } from '../files/input/inputFiles';
import type { FoundFile } from '../files/input/InputFile';
import { fetchLinks, type ItemLinks } from '../files/input/links/fetchLinks';
import { unsupportedOf, unsupportedProblem } from '../files/input/unsupported';
import { checkFileChoice, type Grouping } from '../parameters/files/inputFiles';
import { isTool } from '../shared/n8nFeatures';
import type { Checked } from '../shared/problems';
import { differenceProblems, withSharedIdProblems } from './compareItems';
import type { ItemGroup } from './itemGroups';

/** A group whose files are still to be collected. */
interface PlannedGroup {
	group: ItemGroup;
	/** Which files of each item are chosen, by its index. */
	choices: ReadonlyMap<number, Checked<FileChoice>>;
}

/** The links to fetch: none for what cannot be sent, because something is wrong with a parameter or with another link. */
function linksToFetch(context: IExecuteFunctions, planned: PlannedGroup[]): ItemLinks[] {
	const isWrong = ({ group, choices }: PlannedGroup): boolean =>
		group.problems.length > 0 || [...choices.values()].some(({ ok }) => !ok);
	if (!context.continueOnFail() && planned.some(isWrong)) return [];
	return planned
		.filter(({ group }) => group.problems.length === 0)
		.flatMap(({ choices }) => [...choices])
		.flatMap(([itemIndex, choice]) =>
			choice.ok && choice.value.links ? [{ itemIndex, links: choice.value.links }] : [],
		);
}

/** Adds a file to those of its group that are sent, or to those that are not. */
function addFile(group: ItemGroup, choice: FileChoice, file: FoundFile): void {
	const unsupported = unsupportedOf(file);
	// A link that brings no file at all must be reported, whatever its name is.
	const isThere = !file.problem || unsupported?.isOtherType;
	const by = isThere ? leftOutBy(choice, file) : undefined;
	if (by) {
		group.leftOut.push({ ...file, by });
		return;
	}
	// A document that is too large or empty is never skipped in silence.
	const isKeptBack =
		group.unsupportedFiles === 'output' || (group.unsupportedFiles === 'skip' && unsupported?.isOtherType);
	const problem = file.problem ?? (unsupported && unsupportedProblem(file, unsupported));
	if (unsupported && isKeptBack) group.skipped.push({ ...file, unsupported });
	else if (problem) {
		// A field that holds no file is a mistake of its item alone.
		const isHeldBack = !unsupported && !problem.isMistake;
		group.refused.push({ ...file, problem: { ...problem, isHeldBack }, unsupported });
	} else group.files.push(file);
}

/** Adds the chosen files of the items of a group. @param linked the files behind their links, by item index */
async function collectFiles(
	context: IExecuteFunctions,
	{ group, choices }: PlannedGroup,
	linked: ReadonlyMap<number, FoundFile[]>,
): Promise<void> {
	for (const [itemIndex, chosen] of choices) {
		if (!chosen.ok) {
			group.itemProblems.push(...chosen.problems);
			continue;
		}
		const { fieldNames, links } = chosen.value;
		if (links) group.links = (group.links ?? 0) + links.length;
		// The call of a tool carries no files: each of its items would have the same problem.
		else if (isTool(context)) continue;
		const { files, problems } = links
			? { files: linked.get(itemIndex) ?? [], problems: [] }
			: await filesOfItem(context, itemIndex, fieldNames);
		group.itemProblems.push(...problems);
		for (const file of files) addFile(group, chosen.value, file);
	}
}

/** What a group of items is made of, by the parameters of one item. */
type PlannedBy = Pick<ItemGroup, 'ownId' | 'problems' | 'unsupportedFiles'> & {
	/** What decides the rows, by the display names of the parameters; undefined if something is wrong with one. */
	asks?: Record<string, unknown>;
};

/**
 * Groups the input items into requests and collects their files. Nothing is sent.
 *
 * @param idParameter the name of the parameter with the user's ID
 * @param plan reads the parameters of a group from its first item
 * @param fetchesLinks whether to fetch the files behind links. Without them, nothing is said of these files
 */
export async function groupItems<T>(
	context: IExecuteFunctions,
	grouping: Grouping,
	idParameter: string,
	plan: (first: number) => T & PlannedBy,
	fetchesLinks = true,
): Promise<Array<T & ItemGroup>> {
	const all = context.getInputData().map((_, itemIndex) => itemIndex);
	const planned = (grouping === 'forAllItems' ? [all] : all.map((itemIndex) => [itemIndex])).map(
		(itemIndexes) => {
			const none = { files: [], skipped: [], leftOut: [], itemProblems: [], refused: [] };
			const ofFirst = plan(itemIndexes[0] ?? 0);
			const differences = differenceProblems(context, itemIndexes, (item) => plan(item).asks ?? {});
			const problems = [...ofFirst.problems, ...differences];
			return {
				group: { ...ofFirst, ...none, itemIndexes, problems },
				choices: new Map(itemIndexes.map((itemIndex) => [itemIndex, checkFileChoice(context, itemIndex)])),
			};
		},
	);
	const linked = await fetchLinks(context, fetchesLinks ? linksToFetch(context, planned) : []);
	for (const each of planned) await collectFiles(context, each, linked);
	const groups = planned.map(({ group }) => group);
	return withSharedIdProblems(groups, idParameter);
}
