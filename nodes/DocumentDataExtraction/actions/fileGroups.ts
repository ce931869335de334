import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { fileProblem, FILES_PARAMETER, isUnsupported } from '../files/fileChecks';
import { filesOfItem } from '../files/inputFiles';
import type { InputFile } from '../files/InputFile';
import { InputProblems, refuse, type Problem } from '../problems';
import { readFileChoice } from './inputFileFields';
import { failedItem } from './perItem';

/** The items whose files go into one request, with everything that was found wrong before anything was sent. */
export interface FileGroup {
	itemIndexes: number[];
	files: InputFile[];
	/** Names of files left out because the service does not take their type. */
	skipped: string[];
	/** Names of files that the pattern and the minimum size keep out. */
	leftOut: string[];
	/** What keeps the whole request from being sent. */
	problems: Problem[];
	/** What is wrong with the files of one item. */
	fileProblems: Problem[];
}

const NO_FILES =
	'There is no file to extract from. Connect a node that brings files (PDF, JPG or PNG), or check which files are chosen';

/** A tool call of an AI agent carries no files. */
const NO_FILES_AS_TOOL =
	'This operation needs files, and the call of an AI tool carries none. Use it in a workflow, and give the agent the operations that read extractions';

const isTool = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('Tool');

/** Why there is no file; the call of an AI tool never carries one. */
export const noFilesText = (context: IExecuteFunctions, otherwise = NO_FILES): string =>
	isTool(context) ? NO_FILES_AS_TOOL : otherwise;

/** The chosen files of some items, each checked against what the service takes. */
export async function collectFiles(
	context: IExecuteFunctions,
	itemIndexes: number[],
	skipUnsupportedFiles: boolean,
): Promise<Omit<FileGroup, 'itemIndexes' | 'problems'>> {
	const collected: Omit<FileGroup, 'itemIndexes' | 'problems'> = {
		files: [],
		skipped: [],
		leftOut: [],
		fileProblems: [],
	};
	// Without the problems that every item would have because of it.
	if (isTool(context)) return collected;
	for (const itemIndex of itemIndexes) {
		const found = await filesOfItem(context, itemIndex, readFileChoice(context, itemIndex));
		collected.fileProblems.push(...found.problems);
		collected.leftOut.push(...found.leftOut);
		for (const file of found.files) {
			const problem = fileProblem(file);
			if (!problem) collected.files.push(file);
			else if (skipUnsupportedFiles && isUnsupported(file)) collected.skipped.push(file.fileName);
			else collected.fileProblems.push(problem);
		}
	}
	return collected;
}

const names = (files: string[]): string => files.slice(0, 5).join(', ') + (files.length > 5 ? ', …' : '');

/** That a group has no file at all; nothing where its files are reported for something else. */
export function missingFiles(
	context: IExecuteFunctions,
	{ files, fileProblems, itemIndexes, leftOut, skipped }: FileGroup,
): Problem[] {
	if (files.length > 0 || fileProblems.length > 0) return [];
	const text = [noFilesText(context)];
	if (leftOut.length > 0) text.push(`File Name Pattern or Minimum File Size keep out: ${names(leftOut)}`);
	if (skipped.length > 0) text.push(`Skipped as unsupported: ${names(skipped)}`);
	const itemIndex = itemIndexes.length === 1 ? itemIndexes[0] : undefined;
	return [{ parameter: FILES_PARAMETER, text: text.join('. '), itemIndex }];
}

/** Ids are the user's promise that a request is the same; two groups cannot share one. An empty id is none. */
export function refuseSharedIds<T extends FileGroup>(
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
				text: `"${id}" is also the ID of item ${user}. Use an expression that differs for each item, or put all items together`,
				itemIndex,
			});
		users.set(id, user ?? itemIndex ?? 0);
	}
}

export interface Preflight<T> {
	/** What can be sent. */
	groups: T[];
	/** Items that stand for those that cannot. */
	failed: INodeExecutionData[];
}

/**
 * Stops before the first byte is sent when anything is wrong, with all problems at once. A node that continues on fail goes on
 * without the items that have problems.
 *
 * @throws InputProblems
 */
export function preflight<T extends FileGroup>(context: IExecuteFunctions, groups: T[]): Preflight<T> {
	if (!context.continueOnFail()) {
		refuse(groups.flatMap(({ problems, fileProblems }) => [...problems, ...fileProblems]));
		return { groups, failed: [] };
	}
	const result: Preflight<T> = { groups: [], failed: [] };
	for (const group of groups) {
		const problemsOf = (itemIndex: number) => [
			...group.problems,
			...group.fileProblems.filter((problem) => problem.itemIndex === itemIndex),
		];
		const bad = new Set(group.itemIndexes.filter((itemIndex) => problemsOf(itemIndex).length > 0));
		for (const itemIndex of bad)
			result.failed.push(failedItem(context, new InputProblems(problemsOf(itemIndex)), itemIndex));
		const files = group.files.filter(({ itemIndex }) => !bad.has(itemIndex));
		const itemIndexes = group.itemIndexes.filter((itemIndex) => !bad.has(itemIndex));
		if (files.length > 0 || (itemIndexes.length > 0 && group.skipped.length > 0))
			result.groups.push({ ...group, files, itemIndexes, problems: [], fileProblems: [] });
	}
	return result;
}
