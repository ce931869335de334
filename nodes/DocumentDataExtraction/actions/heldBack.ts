import { describeFailure } from '../api/errors/describeFailure';
import type { ServiceError } from '../api/errors/ServiceError';
import { alikeFiles } from '../extraction/request/sessionFiles';
import { readDigests } from '../files/upload/contentDigest';
import { aboutFile, heldBackBy } from '../files/upload/fileErrors';
import type { InputFile, RefusedFile } from '../files/input/InputFile';
import type { Problem, Step } from '../shared/problems';
import { keepsBack, type ItemGroup } from './itemGroups';

/*
 * A request is sent whole or not at all. A file that is missing now may be there the next time. The request then has another ID, and whoever
 * had paid for the other files by then would pay for them again. What can never be sent is another matter: it is left out in the same way
 * each time.
 */

/** A failure as a problem that is found before anything is sent. */
function problemOf({ failure }: ServiceError, more: Partial<Problem> = {}): Problem {
	const { code, isHeldBack, retryable } = failure;
	const { message: text } = describeFailure(failure);
	const nextStep: Step = (how) => describeFailure(failure, how).nextStep;
	return { text, nextStep, code, retryable, isHeldBack, ...more };
}

/** Holds a request back if a file of it is missing that may be there the next time. */
export function holdBack(group: ItemGroup): void {
	const { files, refused } = group;
	// A field that holds no file is a mistake of its item alone.
	const missing = refused.filter(({ problem, unsupported }) => !unsupported && !problem.isMistake);
	const problems = missing.map(({ problem }) => problem);
	if (problems.length === 0) return;
	for (const problem of problems) problem.isHeldBack = true;
	const names = missing.map(({ fileName }) => fileName);
	if (files.length > 0) group.heldBack = problemOf(heldBackBy(names));
}

/**
 * Reads the contents of files of which the IDs of their requests are made. A file that cannot be read holds its request back. Under an ID
 * of the user's own, only files of one name and size are read: the next run has to find each of them in the same place.
 *
 * @throws ServiceError when the execution is stopped
 */
export async function readForIds<G extends ItemGroup>(
	groups: G[],
	isByContents: (group: G) => boolean,
	signal: AbortSignal | undefined,
): Promise<void> {
	const unreadable = new Map<InputFile, unknown>();
	const sent = groups.filter((group) => keepsBack(group).length === 0);
	const read = sent.filter(isByContents);
	const files = read.flatMap((group) => group.files);
	await readDigests(files, signal, (file, error) => unreadable.set(file, error));
	await readDigests(
		sent.flatMap((group) => (group.ownId ? alikeFiles(group.files) : [])),
		signal,
	);
	for (const group of read) {
		const refused = group.files.flatMap((file): RefusedFile[] => {
			if (!unreadable.has(file)) return [];
			const error = aboutFile({ ...file, sessionName: file.fileName }, unreadable.get(file));
			return [{ ...file, problem: problemOf(error, { itemIndex: file.itemIndex, namesFile: true }) }];
		});
		if (refused.length === 0) continue;
		group.files = group.files.filter((file) => !unreadable.has(file));
		group.refused.push(...refused);
		holdBack(group);
	}
}
