import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { OutputStructure } from '../../../api/extractions';
import { derivedId } from '../../../extraction/request/identity';
import { submitAlone, type SubmissionAlone } from '../../../extraction/run/submitAlone';
import { checkTaskName, taskName } from '../../../extraction/prompt/taskName';
import { ofItem, problemsOf, throwIfAny, valueOf } from '../../../shared/problems';
import { choiceProblems } from '../../../parameters/choices';
import { identifierProblems, uploadSessionIdProperty } from '../../../parameters/identifiers';
import type { Operation } from '../../operation';
import { showHints } from '../../showHints';
import { perItem } from '../../perItem';
import { readOptions } from '../../../parameters/options';
import { checkPrompt, outputStructureProperty } from '../../../parameters/prompt';
import { checkSubmissionId } from '../submissionId';
import {
	readSubmissionOptions,
	SUBMISSION_OPTIONS,
	submissionOptionProblems,
} from '../../../parameters/submissionOptions';
import { checkFileIds, knownFileNames } from './fileIds';
import { submitProperties } from './properties';
import { runIdentity } from '../../../parameters/execution';

const ENDED_WITHOUT_ROWS = new Set(['failed', 'cancelled']);

const nameFor = (fileNames: string[], fileIds: string[]): string[] =>
	fileNames.length > 0
		? fileNames
		: [`Extraction of ${fileIds.length} file${fileIds.length === 1 ? '' : 's'}`];

/** The submission that an item stands for. @throws InputProblems with everything that is wrong with it */
function readSubmission(context: IExecuteFunctions, itemIndex: number): SubmissionAlone {
	const text = (value: unknown): string => String(value ?? '').trim();
	const given = readOptions(context, itemIndex);
	const sessionId = text(context.getNodeParameter(uploadSessionIdProperty.name, itemIndex, ''));
	const files = checkFileIds(context.getNodeParameter('fileIds', itemIndex, ''));
	const submissionId = checkSubmissionId(given.submissionId);
	const name = checkTaskName(given.taskName, SUBMISSION_OPTIONS.taskName.displayName);
	const outputStructure = context.getNodeParameter('outputStructure', itemIndex) as OutputStructure;
	const prompt = checkPrompt(context, itemIndex);
	throwIfAny(
		ofItem(itemIndex, [
			...identifierProblems(uploadSessionIdProperty.displayName, sessionId),
			...[files, prompt, submissionId, name].flatMap(problemsOf),
			...choiceProblems(outputStructureProperty, outputStructure),
			...submissionOptionProblems(given),
		]),
	);
	const fileIds = valueOf(files);
	const { json }: { json: IDataObject } = context.getInputData()[itemIndex] ?? { json: {} };
	const fileNames = knownFileNames(json, fileIds);
	const request = {
		// Without what expressions give anew with each try of n8n, such as a prompt with the time of day.
		submission_id:
			valueOf(submissionId) || derivedId(runIdentity(context), itemIndex + 1, [sessionId, fileIds]),
		upload_session_id: sessionId,
		file_ids: fileIds,
		task_name: taskName(valueOf(name), nameFor(fileNames, fileIds)),
		prompt: valueOf(prompt),
		output_structure: outputStructure,
		options: readSubmissionOptions(given, given.askQuestions === true),
	};
	return { request, hasOwnId: valueOf(submissionId) !== '', fileNames };
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
		const { differences, status = '' } = submitted;
		if (ENDED_WITHOUT_ROWS.has(status))
			showHints(context, [
				{
					message: `The extraction with this Submission ID is ${status} [item ${itemIndex}]. Get Status says why. To extract the files all the same, submit them with a new Submission ID`,
					type: 'warning',
				},
			]);
		if (differences.length > 0)
			showHints(context, [
				{
					message: `The extraction is an earlier one with this Submission ID. It was asked for with another ${differences.join(', ')} [item ${itemIndex}]`,
					type: 'warning',
				},
			]);
		return { ...submitted };
	}),
};
