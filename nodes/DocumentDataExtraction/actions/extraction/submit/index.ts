import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { OutputStructure } from '../../../api/extractions';
import { derivedId } from '../../../extraction/request/identity';
import { buildPrompt } from '../../../extraction/prompt/prompt';
import { submitAlone, type SubmissionAlone } from '../../../extraction/run/submitAlone';
import { taskName, taskNameProblem } from '../../../extraction/prompt/taskName';
import { throwIfAny } from '../../../shared/problems';
import { choiceProblems } from '../../../parameters/choices';
import { identifierProblems } from '../../../parameters/identifiers';
import type { Operation } from '../../operation';
import { perItem } from '../../perItem';
import { readOptions } from '../../../parameters/options';
import { outputStructureProperty, readPrompt } from '../../../parameters/prompt';
import { readSubmissionId } from '../submissionId';
import { readSubmissionOptions, submissionOptionProblems } from '../../../parameters/submissionOptions';
import { fileIdProblems, knownFileNames, readFileIds } from './fileIds';
import { SESSION_ID, submitProperties } from './properties';
import { runIdentity } from '../../../parameters/execution';

const nameFor = (fileNames: string[], fileIds: string[]): string[] =>
	fileNames.length > 0
		? fileNames
		: [`Extraction of ${fileIds.length} file${fileIds.length === 1 ? '' : 's'}`];

/** The submission that an item stands for. @throws InputProblems with everything that is wrong with it */
function readSubmission(context: IExecuteFunctions, itemIndex: number): SubmissionAlone {
	const text = (value: unknown): string => String(value ?? '').trim();
	const given = readOptions(context, itemIndex);
	const sessionId = text(context.getNodeParameter('uploadSessionId', itemIndex, ''));
	const fileIds = readFileIds(context.getNodeParameter('fileIds', itemIndex, ''));
	const submissionId = readSubmissionId(given.submissionId);
	const name = text(given.taskName);
	const outputStructure = context.getNodeParameter('outputStructure', itemIndex) as OutputStructure;
	const { prompt, problems } = buildPrompt(readPrompt(context, itemIndex));
	const nameProblem = name ? taskNameProblem(name) : undefined;
	throwIfAny(
		[
			...identifierProblems(SESSION_ID, sessionId),
			...fileIdProblems(fileIds),
			...problems,
			...submissionId.problems,
			...(nameProblem ? [nameProblem] : []),
			...choiceProblems(outputStructureProperty, outputStructure),
			...submissionOptionProblems(given),
		].map((problem) => ({ ...problem, itemIndex })),
	);
	const { json }: { json: IDataObject } = context.getInputData()[itemIndex] ?? { json: {} };
	const fileNames = knownFileNames(json, fileIds);
	const request = {
		// Without what expressions give anew with each try of n8n, such as a prompt with the time of day.
		submission_id: submissionId.id || derivedId(runIdentity(context), itemIndex + 1, [sessionId, fileIds]),
		upload_session_id: sessionId,
		file_ids: fileIds,
		task_name: taskName(name, nameFor(fileNames, fileIds)),
		prompt,
		output_structure: outputStructure,
		options: readSubmissionOptions(given, given.askQuestions === true),
	};
	return { request, hasOwnId: submissionId.id !== '', fileNames };
}

export const submit: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit extraction',
	description:
		'Start an extraction from files that were uploaded before, and get its ID without waiting. Extract Documents uploads, submits and waits in one step.',
	properties: submitProperties,
	execute: perItem(async ({ context, api, itemIndex }) => {
		const submitted = await submitAlone(api, readSubmission(context, itemIndex));
		const { differences } = submitted;
		if (differences.length > 0)
			context.addExecutionHints({
				message: `The extraction is an earlier one with this Submission ID. It was asked for with another ${differences.join(', ')} [item ${itemIndex}]`,
				type: 'warning',
				location: 'outputPane',
			});
		return { ...submitted };
	}),
};
