import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputProblems, throwIfAny, type Problem } from '../shared/problems';
import { failedItem } from './perItem';
import type { ItemGroup } from './itemGroups';

interface Preflight<T> {
	/** What can be sent. */
	groups: T[];
	/** The failed items of what cannot be sent. */
	failed: INodeExecutionData[];
}

/**
 * Stops before the first byte is sent if anything is wrong, and reports all problems at once. A node that continues on fail leaves out
 * what has problems: a request that is wrong as a whole, or single files. It sends the other files of their items.
 *
 * @throws InputProblems
 */
export function preflight<T extends ItemGroup>(context: IExecuteFunctions, groups: T[]): Preflight<T> {
	if (!context.continueOnFail()) {
		throwIfAny(groups.flatMap(({ problems, fileProblems }) => [...problems, ...fileProblems]));
		return { groups, failed: [] };
	}
	const going: T[] = [];
	const problems = new Map<number, Problem[]>();
	for (const group of groups) {
		const { files, skipped } = group;
		const problemsOf = (itemIndex: number) => {
			const ofItem = (problem: Problem) => problem.itemIndex === itemIndex;
			const own = group.fileProblems.filter(ofItem);
			return [...group.problems, ...(own.length > 0 ? own : (group.heldBack ?? []).filter(ofItem))];
		};
		for (const itemIndex of group.itemIndexes)
			if (problemsOf(itemIndex).length > 0) problems.set(itemIndex, problemsOf(itemIndex));
		if (group.problems.length > 0 || group.heldBack) continue;
		const hasFiles = new Set(files.map(({ itemIndex }) => itemIndex));
		const itemIndexes = group.itemIndexes.filter(
			(itemIndex) => hasFiles.has(itemIndex) || !problems.has(itemIndex),
		);
		if (files.length > 0 || (itemIndexes.length > 0 && skipped.length > 0))
			going.push({ ...group, itemIndexes, fileProblems: [] });
	}
	const othersGoOn = going.some(({ files }) => files.length > 0);
	const failed = [...problems].map(([itemIndex, ofItem]) =>
		failedItem(context, new InputProblems(ofItem, othersGoOn), itemIndex),
	);
	return { groups: going, failed };
}
