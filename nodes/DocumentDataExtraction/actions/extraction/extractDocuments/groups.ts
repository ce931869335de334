import type { IExecuteFunctions } from 'n8n-workflow';
import { fileProblem, FILES_PARAMETER, isUnsupported, sessionProblems } from '../../../files/fileChecks';
import { filesOfItem } from '../../../files/inputFiles';
import type { InputFile } from '../../../files/InputFile';
import type { Problem } from '../../../problems';
import { readFileChoice } from '../../inputFileFields';
import { readParameters, type Parameters } from './parameters';

/** The items that one request is made of, with everything that was found wrong before anything was sent. */
export interface Group {
	itemIndexes: number[];
	parameters: Parameters;
	files: InputFile[];
	/** Names of files left out because the service does not take their type. */
	skipped: string[];
	/** What keeps the whole request from being sent. */
	problems: Problem[];
	/** What is wrong with the files of one item. */
	fileProblems: Problem[];
}

const NO_FILES =
	'There is no file to extract from. Connect a node that brings files (PDF, JPG or PNG), or check which files are chosen';

/** A tool call of an AI agent carries no files. */
const NO_FILES_AS_TOOL =
	'This operation needs files, and the call of an AI tool carries none. Extract documents in a workflow, and give the agent the operations that read extractions';

const isTool = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('Tool');

async function collect(context: IExecuteFunctions, itemIndexes: number[]): Promise<Group> {
	const parameters = readParameters(context, itemIndexes[0] ?? 0);
	const group: Group = {
		itemIndexes,
		parameters,
		files: [],
		skipped: [],
		problems: [...parameters.problems],
		fileProblems: [],
	};
	for (const itemIndex of itemIndexes) {
		const found = await filesOfItem(context, itemIndex, readFileChoice(context, itemIndex));
		group.fileProblems.push(...found.problems);
		for (const file of found.files) {
			const problem = fileProblem(file);
			if (!problem) group.files.push(file);
			else if (parameters.skipUnsupportedFiles && isUnsupported(file)) group.skipped.push(file.fileName);
			else group.fileProblems.push(problem);
		}
	}
	return group;
}

function missingFiles(context: IExecuteFunctions, { files, fileProblems, itemIndexes }: Group): Problem[] {
	if (files.length > 0 || fileProblems.length > 0) return [];
	const itemIndex = itemIndexes.length === 1 ? itemIndexes[0] : undefined;
	return [{ parameter: FILES_PARAMETER, text: isTool(context) ? NO_FILES_AS_TOOL : NO_FILES, itemIndex }];
}

/** Ids are the user's promise that a request is the same; two requests cannot share one. */
function sharedIds(groups: Group[]): void {
	const users = new Map<string, number>();
	for (const { parameters, problems, itemIndexes } of groups) {
		const { submissionId } = parameters;
		const [itemIndex] = itemIndexes;
		const user = users.get(submissionId);
		if (submissionId && user !== undefined)
			problems.push({
				parameter: 'Submission ID',
				text: `"${submissionId}" is also the ID of item ${user}. Use an expression that differs for each item, or one extraction for all items`,
				itemIndex,
			});
		users.set(submissionId, user ?? itemIndex ?? 0);
	}
}

/** Groups the input items into requests and checks them all. Nothing is sent. */
export async function collectGroups(context: IExecuteFunctions): Promise<Group[]> {
	const all = context.getInputData().map((_, itemIndex) => itemIndex);
	const perItem = context.getNodeParameter('create', 0) === 'perItem';
	const groups: Group[] = [];
	for (const itemIndexes of perItem ? all.map((itemIndex) => [itemIndex]) : [all])
		groups.push(await collect(context, itemIndexes));
	sharedIds(groups);
	for (const group of groups) {
		group.problems.push(...missingFiles(context, group));
		if (!group.parameters.splitLargeBatches) group.problems.push(...sessionProblems(group.files));
	}
	return groups;
}
