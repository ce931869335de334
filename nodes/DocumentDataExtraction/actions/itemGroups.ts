import type { IExecuteFunctions } from 'n8n-workflow';
import { describeFailure } from '../api/errors/describeFailure';
import type { ServiceError } from '../api/errors/ServiceError';
import { hint, type Hint } from '../extraction/account/hints';
import type { InputFile, LeftOutFile, RefusedFile, SkippedFile } from '../files/input/InputFile';
import { LINKS_PARAMETER } from '../files/input/Link';
import { FILES_PARAMETER } from '../files/input/unsupported';
import { heldBackBy } from '../files/upload/fileErrors';
import type { UnsupportedFiles } from '../parameters/files/inputFiles';
import { isTool } from '../shared/n8nFeatures';
import type { Problem, Step } from '../shared/problems';
import { itemNumbers, joinNames } from '../shared/text';

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
	/** How many links its items give; absent if they give files. */
	links?: number;
}

/** The input items that files came from, each once. */
export const itemIndexesOf = (files: Array<{ itemIndex: number }>): number[] => [
	...new Set(files.map(({ itemIndex }) => itemIndex)),
];

/** A failure as a problem that is found before anything is sent. */
export function asProblem({ failure }: ServiceError, more: Partial<Problem> = {}): Problem {
	const { code, isHeldBack, retryable } = failure;
	const { message: text } = describeFailure(failure);
	const nextStep: Step = (how) => describeFailure(failure, how).nextStep;
	return { text, nextStep, code, retryable, isHeldBack, ...more };
}

/**
 * Why the files of a group are held back, if one is missing that may be there the next time. A request is sent whole or not at all: with
 * that file, it has another ID, and whoever had paid for the other files by then would pay for them again. What can never be sent is
 * another matter: it is left out in the same way each time.
 */
export function heldBackFor({ files, refused }: ItemGroup): Problem[] {
	const missing = refused.filter(({ problem }) => problem.isHeldBack);
	if (files.length === 0 || missing.length === 0) return [];
	return [asProblem(heldBackBy(missing.map(({ fileName }) => fileName)))];
}

/** What keeps the whole request of a group from being sent, with all its files. */
export const keepsBack = (group: ItemGroup): Problem[] =>
	group.problems.length > 0 ? group.problems : heldBackFor(group);

/** The group with more that keeps its whole request from being sent. */
export const withProblems = <G extends ItemGroup>(group: G, problems: Problem[]): G => ({
	...group,
	problems: [...group.problems, ...problems],
});

/** What is wrong with single items and their files, in the order of the items. */
export const fileProblems = ({ itemProblems, refused }: ItemGroup): Problem[] =>
	[...itemProblems, ...refused.map(({ problem }) => problem)].sort(
		(a, b) => (a.itemIndex ?? 0) - (b.itemIndex ?? 0),
	);

/** All that is wrong with some groups. */
export const problemsOfGroups = (groups: ItemGroup[]): Problem[] =>
	groups.flatMap((group) => [...group.problems, ...fileProblems(group)]);

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

/**
 * Makes a request of each file. What is not sent stays together, apart from them: it keeps no other file back.
 *
 * @param idParameter the name of the parameter with the user's ID
 */
export function separateFiles<G extends ItemGroup>(groups: G[], idParameter: string): G[] {
	return groups.flatMap((group) => {
		const { files, itemIndexes, ownId, problems } = group;
		if (ownId && files.length > 1) {
			const text = `Item ${(itemIndexes[0] ?? 0) + 1} has one ID for ${files.length} files, but each file is a request of its own. Set the option Group Files to Each Item Separately, or leave the ID to the contents of the files`;
			return [withProblems(group, [{ parameter: idParameter, text, itemIndex: itemIndexes[0] }])];
		}
		if (files.length === 0 || problems.length > 0) return [group];
		const none = { skipped: [], leftOut: [], itemProblems: [], refused: [] };
		const ofFiles = files.map((file) => ({ ...group, ...none, problems: [], files: [file] }));
		return [{ ...group, files: [] }, ...ofFiles];
	});
}
