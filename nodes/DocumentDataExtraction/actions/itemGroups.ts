import type { IExecuteFunctions } from 'n8n-workflow';
import { hint, type Hint } from '../extraction/account/hints';
import { leftOutBy, type FileChoice } from '../files/input/fileChoice';
import { filesOfItem } from '../files/input/inputFiles';
import type { FoundFile, InputFile, LeftOutFile, RefusedFile, SkippedFile } from '../files/input/InputFile';
import { fetchLinks, type ItemLinks } from '../files/input/links/fetchLinks';
import { LINKS_PARAMETER } from '../files/input/Link';
import { FILES_PARAMETER, unsupportedOf, unsupportedProblem } from '../files/input/unsupported';
import type { Checked, Problem } from '../shared/problems';
import { itemNumbers, joinNames } from '../shared/text';
import { checkFileChoice, type Grouping, type UnsupportedFiles } from '../parameters/files/inputFiles';
import { isTool } from '../shared/n8nFeatures';

/** The items whose files go into one request, with everything that was found wrong before anything was sent. */
export interface ItemGroup {
	itemIndexes: number[];
	/** The ID that the user gives the request; empty if none. */
	ownId: string;
	/** What becomes of files that the service does not take. */
	unsupportedFiles: UnsupportedFiles;
	files: InputFile[];
	/** Files that the service does not take and that the user does not want to fail. */
	skipped: SkippedFile[];
	/** Files that the pattern and the minimum size keep out. */
	leftOut: LeftOutFile[];
	/** What keeps the whole request from being sent. */
	problems: Problem[];
	/** What is wrong with single items, apart from files that are there: nobody knows which files they mean, or a file is gone. */
	itemProblems: Problem[];
	/** The files that the service would not take, and the links without a file. */
	refused: RefusedFile[];
	/** If the request is held back for one of its files: why the other files are not sent. */
	heldBack?: Problem;
	/** How many links its items give; absent if they give files. */
	links?: number;
}

/** The input items that files came from, each once. */
export const itemIndexesOf = (files: Array<{ itemIndex: number }>): number[] => [
	...new Set(files.map(({ itemIndex }) => itemIndex)),
];

/** What keeps the whole request of a group from being sent, with all its files. */
export const keepsBack = ({ problems, heldBack }: ItemGroup): Problem[] =>
	problems.length === 0 && heldBack ? [heldBack] : problems;

/** What is wrong with single items and their files, in the order of the items. */
export const fileProblems = ({ itemProblems, refused }: ItemGroup): Problem[] =>
	[...itemProblems, ...refused.map(({ problem }) => problem)].sort(
		(a, b) => (a.itemIndex ?? 0) - (b.itemIndex ?? 0),
	);

/** All that is wrong with some groups. */
export const problemsOfGroups = (groups: ItemGroup[]): Problem[] =>
	groups.flatMap((group) => [...group.problems, ...fileProblems(group)]);

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
	else if (problem) group.refused.push({ ...file, problem, unsupported });
	else group.files.push(file);
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

const NO_FILES =
	'There is no file to extract from. Connect a node that outputs files (PDF, JPG or PNG), set Input Files to From Links, or check which files are selected';

const NONE_LEFT = 'No file is left to extract from';

const NO_LINKS = 'There is no link. Enter one link per line, or check the expression';

const NO_FILES_IN_TOOL =
	'This operation needs files, but an AI agent cannot pass files to a tool. Set Input Files to From Links, and let the agent fill in the links';

const names = (files: InputFile[]): string => joinNames(files.map(({ fileName }) => fileName));

/** Reports that a group has no file at all, unless its files are reported for something else, or its links are not fetched. */
export function missingFiles(context: IExecuteFunctions, group: ItemGroup): Problem[] {
	const { files, itemIndexes, leftOut, links, skipped } = group;
	const hadFiles = leftOut.length + skipped.length > 0;
	if (files.length > 0 || fileProblems(group).length > 0 || (links && !hadFiles)) return [];
	const none = links === undefined ? (isTool(context) ? NO_FILES_IN_TOOL : NO_FILES) : NO_LINKS;
	const text = [hadFiles ? NONE_LEFT : none];
	if (leftOut.length > 0) text.push(`Skipped by File Name Pattern or Minimum File Size: ${names(leftOut)}`);
	if (skipped.length > 0) text.push(`Skipped as unsupported: ${names(skipped)}`);
	const parameter = links === undefined ? FILES_PARAMETER : LINKS_PARAMETER;
	const itemIndex = itemIndexes.length === 1 ? itemIndexes[0] : undefined;
	return [{ parameter, text: text.join('. '), itemIndex }];
}

/** A note on items that bring no file at all, beside others that do. */
export function withoutFileHints(context: IExecuteFunctions, groups: ItemGroup[]): Hint[] {
	const all = groups.flatMap((group) => [
		...[group.files, group.skipped, group.leftOut, group.refused].flat(),
		...group.itemProblems,
		...group.problems,
	]);
	const found = new Set(all.map(({ itemIndex }) => itemIndex));
	const items = context.getInputData().flatMap((_, item) => (found.has(item) ? [] : itemNumbers([item])));
	return hint('Items without a file', items);
}

/** Reports groups that share an ID. By an ID the user promises that a request is the same. */
function addSharedIdProblems(groups: ItemGroup[], parameter: string): void {
	const users = new Map<string, number>();
	for (const { itemIndexes, ownId, problems } of groups) {
		const [itemIndex] = itemIndexes;
		const user = users.get(ownId);
		if (ownId && user !== undefined)
			problems.push({
				parameter,
				text: `Item ${user + 1} has the same ID "${ownId}". Use an expression that differs for each item, or set Group Files to All Items Together`,
				itemIndex,
			});
		users.set(ownId, user ?? itemIndex ?? 0);
	}
}

/** What a group of items is made of, by the parameters of one item. */
type PlannedBy = Pick<ItemGroup, 'ownId' | 'problems' | 'unsupportedFiles'> & {
	/** What decides the rows, by the display names of the parameters; undefined if something is wrong with one. */
	asks?: Record<string, unknown>;
};

/** How often two items are compared. Two times of day are the same if both are read within a millisecond. */
const COMPARISONS = 20;

/**
 * The parameters that ask for other things in two items. An expression such as `$now` gives another value at each reading, which is no
 * difference between items: only the values of an item count that did not change while those of the other one were read.
 */
function differences(
	asksOf: (item: number) => Record<string, unknown>,
	first: number,
	other: number,
): string[] {
	const text = (asks: Record<string, unknown>, name: string) => JSON.stringify(asks[name] ?? null);
	for (let count = 0; count < COMPARISONS; count++) {
		const [before, of, after] = [asksOf(first), asksOf(other), asksOf(first)];
		const names = Object.keys({ ...before, ...of });
		if (names.some((name) => text(before, name) !== text(after, name))) continue;
		return names.filter((name) => text(before, name) !== text(of, name));
	}
	return [];
}

/** Reports an item that asks for something else than the first one. In one request, only the first would get what it asks for. */
function addDifferences(
	context: IExecuteFunctions,
	{ itemIndexes, problems }: ItemGroup,
	plan: (item: number) => PlannedBy,
): void {
	const [first = 0, ...others] = itemIndexes;
	// Without an expression, all items have the same values.
	if (!JSON.stringify(context.getNode().parameters).includes('"=')) return;
	const asksOf = (item: number) => plan(item).asks ?? {};
	for (const other of others) {
		const names = differences(asksOf, first, other);
		if (names.length === 0) continue;
		const text = `${names.join(', ')} of item ${other + 1} differs from item ${first + 1}. All Items Together is one request. Use the same value for all items, or set Group Files to Each Item Separately`;
		problems.push({ text, itemIndex: other });
		return;
	}
}

/**
 * Makes a request of each file. What is not sent stays together, apart from them: it keeps no other file back.
 *
 * @param idParameter the name of the parameter with the user's ID
 */
export function separateFiles<G extends ItemGroup>(groups: G[], idParameter: string): G[] {
	return groups.flatMap((group) => {
		const { files, itemIndexes, ownId, problems } = group;
		if (ownId && files.length > 1) {
			const text = `Item ${(itemIndexes[0] ?? 0) + 1} has one ID for ${files.length} files, but each file is a request of its own. Set Group Files to Each Item Separately, or leave the ID to the contents of the files`;
			problems.push({ parameter: idParameter, text, itemIndex: itemIndexes[0] });
		}
		if (files.length === 0 || problems.length > 0) return [group];
		const none = { skipped: [], leftOut: [], itemProblems: [], refused: [] };
		const ofFiles = files.map((file) => ({ ...group, ...none, problems: [], files: [file] }));
		return [{ ...group, files: [] }, ...ofFiles];
	});
}

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
	const isTogether = grouping === 'forAllItems';
	const planned = (isTogether ? [all] : all.map((itemIndex) => [itemIndex])).map((itemIndexes) => {
		const none = { files: [], skipped: [], leftOut: [], itemProblems: [], refused: [] };
		return {
			group: { ...plan(itemIndexes[0] ?? 0), ...none, itemIndexes },
			choices: new Map(itemIndexes.map((itemIndex) => [itemIndex, checkFileChoice(context, itemIndex)])),
		};
	});
	for (const { group } of isTogether ? planned : []) addDifferences(context, group, plan);
	const linked = await fetchLinks(context, fetchesLinks ? linksToFetch(context, planned) : []);
	for (const each of planned) await collectFiles(context, each, linked);
	const groups = planned.map(({ group }) => group);
	addSharedIdProblems(groups, idParameter);
	return groups;
}
