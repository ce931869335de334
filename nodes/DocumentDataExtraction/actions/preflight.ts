import type { IExecuteFunctions } from 'n8n-workflow';
import { failedEntry, leftOutEntry, skippedEntry, type LedgerEntry } from '../extraction/ledger/ledger';
import type { InputFile } from '../files/input/InputFile';
import { InputProblems, throwIfAny, type PaidBeside, type Problem } from '../shared/problems';
import { fileProblems, keepsBack, problemsOfGroups, type ItemGroup } from './itemGroups';

/** An input item that fails before anything is sent. */
export interface RefusedItem {
	item: number;
	error: InputProblems;
	/** Whether the entries of files say all that is wrong with it. */
	isTold: boolean;
}

/** What is wrong with an item. That its request is held back is said only if its own files are in order. */
function problemsOf(group: ItemGroup, item: number): Problem[] {
	const own = fileProblems(group).filter(({ itemIndex }) => itemIndex === item);
	const isHeldBack = own.length === 0 && group.files.some(({ itemIndex }) => itemIndex === item);
	return [...group.problems, ...(group.heldBack && isHeldBack ? [group.heldBack] : own)];
}

/**
 * Stops before the first byte is sent if anything is wrong, and reports all problems at once. A node that continues on fail leaves out
 * what has problems: a request that is wrong as a whole, or single files. It sends the other files of their items.
 *
 * @param isFoundAgain whether a new execution finds what the requests of the other groups have made
 * @returns the groups that can be sent, the files that are not sent, by their group, and the items that fail
 * @throws InputProblems
 */
export function preflight<T extends ItemGroup>(
	context: IExecuteFunctions,
	found: T[],
	isFoundAgain: (group: T) => boolean,
) {
	if (!context.continueOnFail()) throwIfAny(problemsOfGroups(found));
	const isSent = (group: T): boolean => keepsBack(group).length === 0 && group.files.length > 0;
	const groups = found.filter(isSent);
	/** What would be charged again if the user put something right and ran everything again. */
	const besides = (group: T): PaidBeside | undefined => {
		if (isSent(group)) return 'request';
		return groups.length > 0 && !isFoundAgain(group) ? 'run' : undefined;
	};
	const notSent = new Map<T, LedgerEntry[]>();
	const refused: RefusedItem[] = [];
	for (const group of found) {
		const { files, itemIndexes } = group;
		const back = keepsBack(group);
		const beside = besides(group);
		const failed = (file: InputFile, problems: Problem[]) =>
			failedEntry(file, {
				reason: problems.map(({ text }) => text).join('. '),
				error: new InputProblems(problems, beside),
			});
		const entries = [
			...(back.length > 0 ? files.map((file) => failed(file, back)) : []),
			...group.refused.map((file) => failed(file, [file.problem])),
			...group.skipped.map(skippedEntry),
			...group.leftOut.map(leftOutEntry),
		];
		notSent.set(group, entries);
		// A problem of the whole request is reported on each of its files.
		const telling = entries.filter(({ state }) => state === 'failed' || files.length > 0);
		const told = new Set(telling.map(({ file }) => file.itemIndex));
		for (const { itemIndex } of group.itemProblems) told.delete(itemIndex ?? NaN);
		for (const item of itemIndexes) {
			const problems = problemsOf(group, item);
			if (problems.length === 0) continue;
			refused.push({ item, error: new InputProblems(problems, beside), isTold: told.has(item) });
		}
	}
	return { groups, notSent, refused };
}
