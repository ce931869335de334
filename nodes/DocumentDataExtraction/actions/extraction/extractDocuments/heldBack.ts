import { describeFailure } from '../../../api/errors/describeFailure';
import { aboutFile } from '../../../files/fileErrors';
import type { InputFile, RefusedFile } from '../../../files/input/InputFile';
import type { Problem, Step } from '../../../shared/problems';
import { fileProblems, type ItemGroup } from '../../itemGroups';

const TEXT =
	'Not sent, because another file of the same request could not be read. Sent without that file, it would be charged again once the file can be read';

const NEXT_STEP: Step = ({ isTool }) =>
	`Run again with the same input. If the file still cannot be read, remove it${isTool ? '' : ', or set Group Files to Each Item Separately'}.`;

/** Keeps a request back: the files that are all right are not sent either, and their items are told why. */
function holdBack(group: ItemGroup, { code, retryable }: Problem): void {
	for (const problem of fileProblems(group)) problem.holdsBack = true;
	group.heldBack = { text: TEXT, nextStep: NEXT_STEP, code, retryable, holdsBack: true };
}

/**
 * Keeps a request back if one of its links may work the next time. The next run has the file, so its request has another ID: it would
 * pay again for all that was sent without the file. A link that fails for good fails its item alone.
 */
export function holdBackForLinks(group: ItemGroup): void {
	const passing = group.refused.find(({ problem }) => problem.retryable);
	if (passing && group.files.length > 0) holdBack(group, passing.problem);
}

/**
 * The same for files whose bytes the ID is made of: those that cannot be read are refused.
 *
 * @param unreadable why files of the group could not be read
 */
export function holdBackForFiles(group: ItemGroup, unreadable: Map<InputFile, unknown>): void {
	const refused = group.files.flatMap((file): RefusedFile[] => {
		if (!unreadable.has(file)) return [];
		const { failure } = aboutFile({ ...file, sessionName: file.fileName }, unreadable.get(file));
		const { message: text, nextStep } = describeFailure(failure);
		const { itemIndex } = file;
		return [{ ...file, problem: { itemIndex, namesFile: true, text, nextStep, code: failure.code } }];
	});
	const [first] = refused;
	if (!first) return;
	group.files = group.files.filter((file) => !unreadable.has(file));
	group.refused.push(...refused);
	if (group.files.length > 0) holdBack(group, first.problem);
}
