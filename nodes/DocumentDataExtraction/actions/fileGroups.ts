import type { IExecuteFunctions } from 'n8n-workflow';
import { fileProblem, isUnsupported } from '../files/fileChecks';
import { filesOfItem } from '../files/inputFiles';
import type { FileOfItem, InputFile, LeftOutFile } from '../files/InputFile';
import type { Problem } from '../problems';
import { readFileChoice } from './inputFileFields';
import { isTool } from './isTool';

/** The items whose files go into one request, with everything that was found wrong before anything was sent. */
export interface FileGroup {
	itemIndexes: number[];
	files: InputFile[];
	/** Files left out because the service does not take their type. */
	skipped: FileOfItem[];
	/** Files that the pattern and the minimum size keep out. */
	leftOut: LeftOutFile[];
	/** What keeps the whole request from being sent. */
	problems: Problem[];
	/** What is wrong with single items: with their files, or with what says which files these are. */
	fileProblems: Problem[];
	/** The files that the service would not take. */
	refused: FileOfItem[];
}

type Collected = Omit<FileGroup, 'itemIndexes' | 'problems'>;

/** The chosen files of some items, each checked against what the service takes. */
export async function collectFiles(
	context: IExecuteFunctions,
	itemIndexes: number[],
	skipUnsupportedFiles: boolean,
): Promise<Collected> {
	const collected: Collected = { files: [], skipped: [], leftOut: [], fileProblems: [], refused: [] };
	// Without the problems that every item would have because of it.
	if (isTool(context)) return collected;
	for (const itemIndex of itemIndexes) {
		const { choice, problems } = readFileChoice(context, itemIndex);
		collected.fileProblems.push(...problems);
		// Which files they are is not known then.
		if (problems.length > 0) continue;
		const found = await filesOfItem(context, itemIndex, choice);
		collected.fileProblems.push(...found.problems);
		collected.leftOut.push(...found.leftOut);
		for (const file of found.files) {
			const problem = fileProblem(file);
			if (!problem) collected.files.push(file);
			else if (skipUnsupportedFiles && isUnsupported(file)) collected.skipped.push(file);
			else {
				collected.fileProblems.push(problem);
				collected.refused.push(file);
			}
		}
	}
	return collected;
}
