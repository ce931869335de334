import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputProblems, refuse } from '../problems';
import type { FileGroup } from './fileGroups';
import { failedItem } from './perItem';

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
