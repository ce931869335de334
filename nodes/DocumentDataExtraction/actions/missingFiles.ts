import type { IExecuteFunctions } from 'n8n-workflow';
import { FILES_PARAMETER } from '../files/fileChecks';
import type { FileOfItem } from '../files/InputFile';
import type { Problem } from '../problems';
import type { FileGroup } from './fileGroups';
import { isTool } from './isTool';

const NO_FILES =
	'There is no file to extract from. Connect a node that brings files (PDF, JPG or PNG), or check which files are chosen';

/** A tool call of an AI agent carries no files. */
const NO_FILES_AS_TOOL =
	'This operation needs files, and the call of an AI tool carries none. Use it in a workflow, and give the agent the operations that read extractions';

/** Why there is no file; the call of an AI tool never carries one. */
export const noFilesText = (context: IExecuteFunctions, otherwise = NO_FILES): string =>
	isTool(context) ? NO_FILES_AS_TOOL : otherwise;

const names = (files: FileOfItem[]): string =>
	files
		.slice(0, 5)
		.map(({ fileName }) => fileName)
		.join(', ') + (files.length > 5 ? ', …' : '');

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
