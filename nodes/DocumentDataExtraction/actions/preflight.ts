import type { IExecuteFunctions } from 'n8n-workflow';
import { failedEntry, leftOutEntry, skippedEntry, type LedgerEntry } from '../extraction/ledger/ledger';
import { alikeFiles } from '../extraction/request/sessionFiles';
import type { InputFile, RefusedFile } from '../files/input/InputFile';
import { readDigests } from '../files/upload/contentDigest';
import { aboutFile } from '../files/upload/fileErrors';
import { InputProblems, throwIfAny, type PaidBeside, type Problem } from '../shared/problems';
import {
	fileProblems,
	heldBackFor,
	keepsBack,
	asProblem,
	problemsOfGroups,
	type ItemGroup,
} from './itemGroups';
import type { OperationRun } from './operation';

/** An input item that fails before anything is sent. */
export interface RefusedItem {
	item: number;
	error: InputProblems;
	/** Whether the entries of files say all that is wrong with it. */
	isTold: boolean;
}

/**
 * Reads the contents of files of which the IDs of their requests are made, unless something is wrong that ends the run anyway. A file that
 * cannot be read holds its request back. Under an ID of the user's own, only files of one name and size are read: the next run has to find
 * each of them in the same place.
 *
 * @returns the groups, with the files among their refused ones that cannot be read
 * @throws ServiceError when the execution is stopped
 */
export async function readForIds<G extends ItemGroup>(
	{ api, context }: OperationRun,
	groups: G[],
	isByContents: (group: G) => boolean,
): Promise<G[]> {
	if (!context.continueOnFail() && problemsOfGroups(groups).length > 0) return groups;
	const unreadable = new Map<InputFile, unknown>();
	const sent = groups.filter((group) => keepsBack(group).length === 0);
	const ofContents = sent.filter(isByContents).flatMap(({ files }) => files);
	await readDigests(ofContents, api.signal, (file, error) => unreadable.set(file, error));
	const alike = sent.flatMap(({ files, ownId }) => (ownId ? alikeFiles(files) : []));
	await readDigests(alike, api.signal);
	const refuse = (file: InputFile): RefusedFile[] => {
		if (!unreadable.has(file)) return [];
		const { fileName: sessionName, itemIndex } = file;
		const error = aboutFile({ sessionName, itemIndex }, unreadable.get(file));
		return [{ ...file, problem: asProblem(error, { itemIndex, namesFile: true, isHeldBack: true }) }];
	};
	return groups.map((group) => ({
		...group,
		files: group.files.filter((file) => !unreadable.has(file)),
		refused: [...group.refused, ...group.files.flatMap(refuse)],
	}));
}

/** What is wrong with an item. That its request is held back is said only if its own files are in order. */
function problemsOfItem(group: ItemGroup, item: number): Problem[] {
	const own = fileProblems(group).filter(({ itemIndex }) => itemIndex === item);
	const isHeldBack = own.length === 0 && group.files.some(({ itemIndex }) => itemIndex === item);
	return [...group.problems, ...(isHeldBack ? heldBackFor(group) : own)];
}

/** The entries of the files of a group that are not sent. */
function notSentOf(group: ItemGroup, beside: PaidBeside | undefined): LedgerEntry[] {
	const failed = (file: InputFile, problems: Problem[]): LedgerEntry => {
		const reason = problems.map(({ text }) => text).join('. ');
		return failedEntry(file, { reason, error: new InputProblems(problems, beside) });
	};
	const back = keepsBack(group);
	return [
		...(back.length > 0 ? group.files.map((file) => failed(file, back)) : []),
		...group.refused.map((file) => failed(file, [file.problem])),
		...group.skipped.map(skippedEntry),
		...group.leftOut.map(leftOutEntry),
	];
}

/** Whether entries say all that is wrong with an item. A problem of the whole request is reported on each of its files. */
const isTold = ({ files, itemProblems }: ItemGroup, entries: LedgerEntry[], item: number): boolean =>
	itemProblems.every(({ itemIndex }) => itemIndex !== item) &&
	entries.some(({ file, state }) => file.itemIndex === item && (state === 'failed' || files.length > 0));

/** Whether a group has something to send, and nothing keeps it back. */
const isSent = (group: ItemGroup): boolean => keepsBack(group).length === 0 && group.files.length > 0;

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
	const groups = found.filter(isSent);
	const notSent = new Map<T, LedgerEntry[]>();
	const refused = found.flatMap((group): RefusedItem[] => {
		// What would be charged again if the user put something right and ran everything again.
		const besideOthers = groups.length > 0 && !isFoundAgain(group) ? 'run' : undefined;
		const beside = isSent(group) ? 'request' : besideOthers;
		const entries = notSentOf(group, beside);
		notSent.set(group, entries);
		return group.itemIndexes.flatMap((item) => {
			const problems = problemsOfItem(group, item);
			if (problems.length === 0) return [];
			return [{ item, error: new InputProblems(problems, beside), isTold: isTold(group, entries, item) }];
		});
	});
	return { groups, notSent, refused };
}
