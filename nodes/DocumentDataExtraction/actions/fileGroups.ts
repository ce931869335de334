import type { IExecuteFunctions } from 'n8n-workflow';
import { fileProblem, isUnsupported } from '../files/fileChecks';
import { filesOfItem } from '../files/inputFiles';
import type { InputFile } from '../files/InputFile';
import type { Problem } from '../problems';
import { readFileChoice } from './inputFileFields';
import { isTool } from './isTool';

/** The items whose files go into one request, with everything that was found wrong before anything was sent. */
export interface FileGroup {
	itemIndexes: number[];
	files: InputFile[];
	/** Names of files left out because the service does not take their type. */
	skipped: string[];
	/** Names of files that the pattern and the minimum size keep out. */
	leftOut: string[];
	/** What keeps the whole request from being sent. */
	problems: Problem[];
	/** What is wrong with the files of one item. */
	fileProblems: Problem[];
}

/** The chosen files of some items, each checked against what the service takes. */
export async function collectFiles(
	context: IExecuteFunctions,
	itemIndexes: number[],
	skipUnsupportedFiles: boolean,
): Promise<Omit<FileGroup, 'itemIndexes' | 'problems'>> {
	const collected: Omit<FileGroup, 'itemIndexes' | 'problems'> = {
		files: [],
		skipped: [],
		leftOut: [],
		fileProblems: [],
	};
	// Without the problems that every item would have because of it.
	if (isTool(context)) return collected;
	for (const itemIndex of itemIndexes) {
		const found = await filesOfItem(context, itemIndex, readFileChoice(context, itemIndex));
		collected.fileProblems.push(...found.problems);
		collected.leftOut.push(...found.leftOut);
		for (const file of found.files) {
			const problem = fileProblem(file);
			if (!problem) collected.files.push(file);
			else if (skipUnsupportedFiles && isUnsupported(file)) collected.skipped.push(file.fileName);
			else collected.fileProblems.push(problem);
		}
	}
	return collected;
}
