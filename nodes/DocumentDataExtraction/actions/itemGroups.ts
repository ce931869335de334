import type { IExecuteFunctions } from 'n8n-workflow';
import { LOCAL_CODES } from '../api/errors/ServiceError';
import type { FileChoice } from '../files/input/fileChoice';
import { filesOfItem, type ItemFiles } from '../files/input/inputFiles';
import type { InputFile, LeftOutFile, RefusedFile, SkippedFile } from '../files/input/InputFile';
import { fetchLinks, type ItemLinks } from '../files/input/links/fetchLinks';
import { LINKS_PARAMETER } from '../files/input/links/Link';
import {
	EMPTY,
	FILES_PARAMETER,
	otherType,
	tooLarge,
	unsupportedOf,
	unsupportedProblem,
	type Unsupported,
} from '../files/input/unsupported';
import type { Checked, Problem } from '../shared/problems';
import { joinNames } from '../shared/text';
import { checkFileChoice, type UnsupportedFiles } from '../parameters/files/inputFiles';
import { isTool } from '../parameters/execution';

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
	/** Absent if no item gives links. They are not fetched if something else keeps the request from being sent. */
	links?: 'fetched' | 'not fetched';
}

/** The input items that files came from, each once. */
export const itemIndexesOf = (files: Array<{ itemIndex: number }>): number[] => [
	...new Set(files.map(({ itemIndex }) => itemIndex)),
];

/** What keeps the whole request of a group from being sent, with all its files. */
export const keepsBack = ({ problems, heldBack }: ItemGroup): Problem[] =>
	problems.length === 0 && heldBack ? [heldBack] : problems;

/** What is wrong with single items and their files, in the order of the items. */
export const fileProblems = ({ itemProblems, refused }: CollectedFiles): Problem[] =>
	[...itemProblems, ...refused.map(({ problem }) => problem)].sort(
		(a, b) => (a.itemIndex ?? 0) - (b.itemIndex ?? 0),
	);

/** All that is wrong with some groups. */
export const problemsOfGroups = (groups: ItemGroup[]): Problem[] =>
	groups.flatMap((group) => [...group.problems, ...fileProblems(group)]);

/** A group as its parameters plan it. */
interface PlannedGroup extends Pick<ItemGroup, 'itemIndexes' | 'ownId' | 'problems' | 'unsupportedFiles'> {
	/** Which files of each item are chosen, by its index. */
	choices: ReadonlyMap<number, Checked<FileChoice>>;
}

type CollectedFiles = Omit<ItemGroup, keyof PlannedGroup>;

/** Files fetched from links, by item index. */
type LinkedFiles = ReadonlyMap<number, ItemFiles>;

const NOT_FETCHED: LinkedFiles = new Map();

/**
 * Fetches the files of the items that give links. It fetches nothing for what cannot be sent, because something is wrong with a parameter
 * or with another link.
 *
 * @throws ServiceError when the execution is stopped
 */
async function fetchItemLinks(context: IExecuteFunctions, groups: PlannedGroup[]): Promise<LinkedFiles> {
	const isWrong = ({ choices, problems }: PlannedGroup): boolean =>
		problems.length > 0 || [...choices.values()].some(({ ok }) => !ok);
	if (!context.continueOnFail() && groups.some(isWrong)) return NOT_FETCHED;
	const items: ItemLinks[] = [];
	for (const { choices, problems } of groups)
		for (const [itemIndex, choice] of choices) {
			const links = choice.ok && problems.length === 0 ? choice.value.links : undefined;
			if (choice.ok && links) items.push({ itemIndex, choice: { ...choice.value, links } });
		}
	return await fetchLinks(context, items);
}

/** Before the next step. The node stops a download once its first bytes show that it is no document, or is too large. */
const DOWNLOAD_FIRST =
	'The node did not download it. Get it with HTTP Request, with Response Format set to File.';

/** Why the service would not take the file behind a link, if that is what keeps the link from being fetched. */
function unsupportedLink({ problem, ...file }: RefusedFile): Unsupported | undefined {
	const { linkEmpty, linkTooLarge, linkUnsupported } = LOCAL_CODES;
	if (problem.code === linkEmpty) return { ...EMPTY, nextStep: 'Check the file behind the link.' };
	if (problem.code !== linkTooLarge && problem.code !== linkUnsupported) return undefined;
	const unsupported = problem.code === linkTooLarge ? tooLarge(file) : otherType(file);
	return { ...unsupported, nextStep: `${DOWNLOAD_FIRST} ${unsupported.nextStep}` };
}

/** Whether a file is no failure. A document that is too large or empty is never skipped in silence. */
const isKeptBack = ({ isOtherType }: Unsupported, choice: UnsupportedFiles): boolean =>
	choice === 'output' || (choice === 'skip' && isOtherType);

/** Collects the chosen files of some items and checks each against what the service takes. */
async function collectFiles(
	context: IExecuteFunctions,
	{ choices, unsupportedFiles: choice }: PlannedGroup,
	linked: LinkedFiles,
): Promise<CollectedFiles> {
	const collected: CollectedFiles = { files: [], skipped: [], leftOut: [], itemProblems: [], refused: [] };
	for (const [itemIndex, chosen] of choices) {
		if (!chosen.ok) {
			collected.itemProblems.push(...chosen.problems);
			continue;
		}
		const { links } = chosen.value;
		if (links) collected.links = linked.has(itemIndex) ? 'fetched' : 'not fetched';
		// Without the problems that every item of a tool call would have, because it carries no files.
		if (!links && isTool(context)) continue;
		const found = links ? linked.get(itemIndex) : await filesOfItem(context, itemIndex, chosen.value);
		if (!found) continue;
		collected.itemProblems.push(...found.problems);
		collected.leftOut.push(...found.leftOut);
		for (const file of found.refused) {
			const unsupported = unsupportedLink(file);
			if (unsupported && isKeptBack(unsupported, choice)) collected.skipped.push({ ...file, unsupported });
			else collected.refused.push(file);
		}
		for (const file of found.files) {
			const unsupported = unsupportedOf(file);
			if (!unsupported) collected.files.push(file);
			else if (isKeptBack(unsupported, choice)) collected.skipped.push({ ...file, unsupported });
			else collected.refused.push({ ...file, problem: unsupportedProblem(file, unsupported) });
		}
	}
	return collected;
}

const NO_FILES =
	'There is no file to extract from. Connect a node that outputs files (PDF, JPG or PNG), set Input Files to From Links, or check which files are selected';

const NONE_LEFT = 'No file is left to extract from';

const NO_LINKS = 'There is no link. Enter one link per line, or check the expression';

/** Why there is no file, if the node runs as the tool of an AI agent: its call never carries one. */
export const toolFilesText = (context: IExecuteFunctions, remedy: string): string | undefined =>
	isTool(context)
		? `This operation needs files, but an AI agent cannot pass files to a tool. ${remedy}`
		: undefined;

const noFilesText = (context: IExecuteFunctions): string =>
	toolFilesText(context, 'Set Input Files to From Links, and let the agent fill in the links') ?? NO_FILES;

const names = (files: InputFile[]): string => joinNames(files.map(({ fileName }) => fileName));

/** Reports that a group has no file at all, unless its files are reported for something else. */
export function missingFiles(context: IExecuteFunctions, group: ItemGroup): Problem[] {
	const { files, itemIndexes, leftOut, links, skipped } = group;
	if (files.length > 0 || fileProblems(group).length > 0 || links === 'not fetched') return [];
	const hadLinks = leftOut.length + skipped.length > 0;
	const text = [links ? (hadLinks ? NONE_LEFT : NO_LINKS) : noFilesText(context)];
	if (leftOut.length > 0) text.push(`Skipped by File Name Pattern or Minimum File Size: ${names(leftOut)}`);
	if (skipped.length > 0) text.push(`Skipped as unsupported: ${names(skipped)}`);
	const itemIndex = itemIndexes.length === 1 ? itemIndexes[0] : undefined;
	return [{ parameter: links ? LINKS_PARAMETER : FILES_PARAMETER, text: text.join('. '), itemIndex }];
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

/**
 * Groups the input items into requests and collects their files. Nothing is sent.
 *
 * @param idParameter the name of the parameter with the user's ID
 * @param plan reads the parameters of a group from its first item
 * @param fetchesLinks whether to fetch the files behind links. Without them, nothing is said of these files
 */
export async function groupItems<T>(
	context: IExecuteFunctions,
	isPerItem: boolean,
	idParameter: string,
	plan: (first: number) => T & Omit<PlannedGroup, 'itemIndexes' | 'choices'>,
	fetchesLinks = true,
): Promise<Array<T & ItemGroup>> {
	const all = context.getInputData().map((_, itemIndex) => itemIndex);
	const planned = (isPerItem ? all.map((itemIndex) => [itemIndex]) : [all]).map((itemIndexes) => ({
		itemIndexes,
		...plan(itemIndexes[0] ?? 0),
		choices: new Map(itemIndexes.map((itemIndex) => [itemIndex, checkFileChoice(context, itemIndex)])),
	}));
	const linked = fetchesLinks ? await fetchItemLinks(context, planned) : NOT_FETCHED;
	const groups: Array<T & ItemGroup> = [];
	for (const group of planned) groups.push({ ...group, ...(await collectFiles(context, group, linked)) });
	addSharedIdProblems(groups, idParameter);
	return groups;
}
