import type { IExecuteFunctions } from 'n8n-workflow';
import { LOCAL_CODES } from '../api/errors/ServiceError';
import { filesOfItem } from '../files/input/inputFiles';
import type { InputFile, LeftOutFile, RefusedFile, SkippedFile } from '../files/input/InputFile';
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
import type { Problem } from '../shared/problems';
import { joinNames } from '../shared/text';
import { checkFileChoice, type UnsupportedFiles } from '../parameters/files/inputFiles';
import { isTool } from '../parameters/execution';
import type { LinkedFiles } from './itemLinks';

/** The items whose files go into one request, with everything that was found wrong before anything was sent. */
export interface ItemGroup {
	itemIndexes: number[];
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

type CollectedFiles = Omit<ItemGroup, 'itemIndexes' | 'problems'>;

const NOT_FETCHED: LinkedFiles = new Map();

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
export async function collectFiles(
	context: IExecuteFunctions,
	itemIndexes: number[],
	choice: UnsupportedFiles,
	linked: LinkedFiles = NOT_FETCHED,
): Promise<CollectedFiles> {
	const collected: CollectedFiles = { files: [], skipped: [], leftOut: [], itemProblems: [], refused: [] };
	for (const itemIndex of itemIndexes) {
		const chosen = checkFileChoice(context, itemIndex);
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

/** What is sent as one request, under an id of the user's. */
interface Identified {
	itemIndexes: number[];
	problems: Problem[];
}

/** Reports groups that share an ID. By an ID the user promises that a request is the same. An empty ID is none. */
export function addSharedIdProblems<T extends Identified>(
	groups: T[],
	parameter: string,
	idOf: (group: T) => string,
): void {
	const users = new Map<string, number>();
	for (const group of groups) {
		const id = idOf(group);
		const [itemIndex] = group.itemIndexes;
		const user = users.get(id);
		if (id && user !== undefined)
			group.problems.push({
				parameter,
				text: `Item ${user + 1} has the same ID "${id}". Use an expression that differs for each item, or set Group Files to All Items Together`,
				itemIndex,
			});
		users.set(id, user ?? itemIndex ?? 0);
	}
}
