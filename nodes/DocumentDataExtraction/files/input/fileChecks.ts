import type { Problem } from '../../shared/problems';
import type { InputFile } from './InputFile';
import type { Unsupported } from './unsupported';

/** The display name of the parameter that chooses the files. Problems with all files together are reported under it. */
export const FILES_PARAMETER = 'Input Files';

/** The display name of the parameter that names binary fields. */
export const FIELD_NAME_PARAMETER = 'Input Data Field Name';

/** Refuses a file that the service would not take. */
export const unsupportedProblem = (
	{ fileName, itemIndex }: InputFile,
	{ text, nextStep, isOtherType }: Unsupported,
): Problem => ({
	parameter: FILES_PARAMETER,
	text: `${fileName} ${text}`,
	itemIndex,
	namesFile: true,
	// A document that is too large or empty is never skipped.
	nextStep: `${nextStep} ${isOtherType ? 'To run without such files, change Unsupported Files.' : 'To run without it, remove it before this step.'}`,
});
