import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { OutputStructure } from '../../../api/extractions';
import { contentId, derivedId } from '../../../extraction/request/identity';
import { submitAlone, type SubmissionAlone } from '../../../extraction/run/submitAlone';
import { checkTaskName, taskName } from '../../../extraction/prompt/taskName';
import { ofItem, problemsOf, throwIfAny, valueOf } from '../../../shared/problems';
import { plural } from '../../../shared/text';
import { choiceProblems } from '../../../parameters/choices';
import { identifierProblems, uploadSessionIdProperty } from '../../../parameters/ids/identifiers';
import { checkOwnId, SUBMISSION_ID } from '../../../parameters/ids/ownId';
import type { Operation } from '../../operation';
import { showHints } from '../../showHints';
import { perItem } from '../../perItem';
import { readOptions } from '../../../parameters/options';
import { checkPrompt, outputStructureProperty } from '../../../parameters/prompt';
import {
	readSubmissionOptions,
	SUBMISSION_OPTIONS,
	submissionOptionProblems,
} from '../../../parameters/submissionOptions';
import { checkFileIds, knownFileNames } from './fileIds';
import { submitProperties } from './properties';
import { isTool, runIdentity } from '../../../parameters/execution';

const ENDED_WITHOUT_ROWS = new Set(['failed', 'cancelled']);

const nameFor = (fileNames: string[], fileIds: string[]): string[] =>
	fileNames.length > 0 ? fileNames : [`Extraction of ${plural(fileIds.length, 'file')}`];

/** The submission of an item. @throws InputProblems with everything that is wrong with it */
function readSubmission(context: IExecuteFunctions, itemIndex: number): SubmissionAlone {
	const text = (value: unknown): string => String(value ?? '').trim();
	const given = readOptions(context, itemIndex);
	const sessionId = text(context.getNodeParameter(uploadSessionIdProperty.name, itemIndex, ''));
	const files = checkFileIds(context.getNodeParameter('fileIds', itemIndex, ''));
	const submissionId = checkOwnId(given.submissionId, SUBMISSION_ID);
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
	const asked = {
		prompt: valueOf(prompt),
		output_structure: outputStructure,
		options: readSubmissionOptions(given, given.askQuestions === true),
	};
	const ownId =
		valueOf(submissionId) ||
		// A model calls again with the same files, and each call is a run of its own.
		(isTool(context) &&
			contentId(
				fileIds.map((fileId) => [sessionId, fileId]),
				asked,
			));
	const request = {
		// Without the values of expressions that change with each retry of n8n, such as a prompt with the time of day.
		submission_id: ownId || derivedId(runIdentity(context), itemIndex + 1, [sessionId, fileIds]),
		upload_session_id: sessionId,
		file_ids: fileIds,
		task_name: taskName(valueOf(name), nameFor(fileNames, fileIds)),
		...asked,
	};
	return { request, hasOwnId: Boolean(ownId), fileNames };
}

export const submit: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit extraction without waiting',
	description: 'Start an extraction from uploaded files, and get its ID without waiting',
	properties: submitProperties,
	execute: perItem(async ({ context, api, itemIndex }) => {
		const submitted = await submitAlone(api, readSubmission(context, itemIndex));
		const { differences, status = '' } = submitted;
		const about = context.getInputData().length > 1 ? `Item ${itemIndex + 1}: ` : '';
		if (ENDED_WITHOUT_ROWS.has(status))
			showHints(context, [
				{
					message: `${about}The earlier extraction with this Submission ID has the status ${status}. Get Status shows the reason. To extract the files again, use a new Submission ID`,
					type: 'warning',
				},
			]);
		if (differences.length > 0)
			showHints(context, [
				{
					message: `${about}This is the earlier extraction with this Submission ID. It was submitted with a different ${differences.join(', ')}`,
					type: 'warning',
				},
			]);
		return { ...submitted };
	}),
};
