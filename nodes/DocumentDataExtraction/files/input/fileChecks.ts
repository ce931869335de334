import { inMegabytes, LIMITS } from '../../api/limits';
import type { Problem } from '../../shared/problems';
import type { FileOfItem, InputFile } from './InputFile';
import type { Unsupported } from './unsupported';

/** The display name of the parameter that chooses the files. Problems with all files together are reported under it. */
export const FILES_PARAMETER = 'Input Files';

/** The display name of the parameter that names binary fields. */
export const FIELD_NAME_PARAMETER = 'Input Data Field Name';

/** Refuses a file that the service would not take. */
export const unsupportedProblem = (
	{ fileName, itemIndex }: FileOfItem,
	{ text, nextStep, isOtherType }: Unsupported,
): Problem => ({
	parameter: FILES_PARAMETER,
	text: `${fileName} ${text}`,
	itemIndex,
	namesFile: true,
	// A document that is too large or empty is never skipped.
	nextStep: `${nextStep} ${isOtherType ? 'To run without such files, change Unsupported Files.' : 'To run without it, remove it before this step.'}`,
});

/** What is wrong with files as one upload session. */
export function sessionProblems(files: InputFile[]): Problem[] {
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	const remedy = 'Turn on the option Split Large Batches, or send fewer files at once';
	const problems: Problem[] = [];
	if (files.length > LIMITS.sessionFiles)
		problems.push({
			parameter: FILES_PARAMETER,
			text: `${files.length} files are too many for one extraction, which takes up to ${LIMITS.sessionFiles} files. ${remedy}`,
		});
	if (bytes > LIMITS.sessionBytes)
		problems.push({
			parameter: FILES_PARAMETER,
			text: `The files have ${inMegabytes(bytes)} together. One extraction takes up to ${inMegabytes(LIMITS.sessionBytes)}. ${remedy}`,
		});
	return problems;
}
