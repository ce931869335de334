import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { submitExtraction, type OutputStructure, type SubmissionRequest } from '../../api/extractions';
import { derivedId } from '../../extraction/ids';
import { buildPrompt } from '../../extraction/prompt';
import { taskName, taskNameProblem } from '../../extraction/taskName';
import { refuse } from '../../problems';
import { choiceProblems } from '../choiceProblems';
import { identifierProblems } from '../identifierFields';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { runIdentity } from '../runIdentity';
import { readOptions } from './optionsField';
import { outputStructureField, readPrompt } from './promptFields';
import { readSubmissionOptions, submissionOptionProblems } from './submissionOptions';
import { fileIdProblems, knownFileNames, readFileIds } from './submittedFiles';
import { SESSION_ID, submitFields, SUBMISSION_ID } from './submitFields';

const namesFor = (json: IDataObject, fileIds: string[]): string[] => {
	const names = knownFileNames(json, fileIds);
	return names.length > 0
		? names
		: [`Extraction of ${fileIds.length} file${fileIds.length === 1 ? '' : 's'}`];
};

/** The submission that an item stands for. @throws InputProblems with everything that is wrong with it */
function readSubmission(context: IExecuteFunctions, itemIndex: number): SubmissionRequest {
	const text = (value: unknown): string => String(value ?? '').trim();
	const given = readOptions(context, itemIndex);
	const sessionId = text(context.getNodeParameter('uploadSessionId', itemIndex, ''));
	const fileIds = readFileIds(context.getNodeParameter('fileIds', itemIndex, ''));
	const submissionId = text(given.submissionId);
	const name = text(given.taskName);
	const outputStructure = context.getNodeParameter('outputStructure', itemIndex) as OutputStructure;
	const { prompt, problems } = buildPrompt(readPrompt(context, itemIndex));
	const nameProblem = name ? taskNameProblem(name) : undefined;
	refuse(
		[
			...identifierProblems(SESSION_ID, sessionId),
			...fileIdProblems(fileIds),
			...problems,
			...(submissionId ? identifierProblems(SUBMISSION_ID, submissionId) : []),
			...(nameProblem ? [nameProblem] : []),
			...choiceProblems(outputStructureField, outputStructure),
			...submissionOptionProblems(given),
		].map((problem) => ({ ...problem, itemIndex })),
	);
	const request = {
		upload_session_id: sessionId,
		file_ids: fileIds,
		task_name: taskName(name, namesFor(context.getInputData()[itemIndex]?.json ?? {}, fileIds)),
		prompt,
		output_structure: outputStructure,
		options: readSubmissionOptions(given, given.askQuestions === true),
	};
	return {
		submission_id: submissionId || derivedId(runIdentity(context), itemIndex + 1, request),
		...request,
	};
}

export const submit: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit extraction',
	description:
		'Start an extraction from files that were uploaded before, and get its ID without waiting. Extract Documents uploads, submits and waits in one step.',
	fields: submitFields,
	execute: perItem(async ({ context, api, itemIndex }) => {
		const request = readSubmission(context, itemIndex);
		const { extraction_id, submission_state } = await submitExtraction(api, request);
		return { extraction_id, submission_id: request.submission_id, submission_state };
	}),
};
