import { inMegabytes, LIMITS } from '../../api/limits';
import type { Problem } from '../../shared/problems';
import { fileTypeOf, sizeLimitOf, SUPPORTED_TYPES } from './fileTypes';
import type { InputFile } from './InputFile';

/** The display name of the parameter that chooses the files. Problems with a file are reported under it. */
export const FILES_PARAMETER = 'Files';

/** The display name of the parameter that names binary fields. */
export const FIELD_NAME_PARAMETER = 'Input Data Field Name';

const problem = ({ itemIndex }: InputFile, text: string): Problem => ({
	parameter: FILES_PARAMETER,
	text,
	itemIndex,
});

/** Why the service would not take a file, undefined when it would ("Sizes and counts", "File entry"). */
export function fileProblem(file: InputFile): Problem | undefined {
	const name = `The file "${file.fileName}" in field "${file.fieldName}"`;
	const type = fileTypeOf(file.fileName, file.mimeType);
	if (!type)
		return problem(
			file,
			`${name} (${file.mimeType || 'no type'}) is not supported. The service takes ${SUPPORTED_TYPES} files`,
		);
	if (file.bytes === 0) return problem(file, `${name} is empty`);
	const limit = sizeLimitOf(type);
	if (file.bytes > limit)
		return problem(
			file,
			`${name} has ${inMegabytes(file.bytes)}; a ${type.toUpperCase()} may have up to ${inMegabytes(limit)}. Split or compress it`,
		);
	return undefined;
}

export const isUnsupported = (file: InputFile): boolean =>
	fileTypeOf(file.fileName, file.mimeType) === undefined;

/** What is wrong with files as one upload session. */
export function sessionProblems(files: InputFile[]): Problem[] {
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	const remedy = 'Turn on the option Split Large Batches, or send fewer files at once';
	const problems: Problem[] = [];
	if (files.length > LIMITS.sessionFiles)
		problems.push({
			parameter: FILES_PARAMETER,
			text: `${files.length} files are too many for one extraction, which takes up to ${LIMITS.sessionFiles}. ${remedy}`,
		});
	if (bytes > LIMITS.sessionBytes)
		problems.push({
			parameter: FILES_PARAMETER,
			text: `The files have ${inMegabytes(bytes)} together; one extraction takes up to ${inMegabytes(LIMITS.sessionBytes)}. ${remedy}`,
		});
	return problems;
}
