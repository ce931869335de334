import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { contentId, derivedId } from '../../../extraction/request/identity';
import { submitAlone, type SubmissionAlone } from '../../../extraction/run/submitAlone';
import { isTool, runIdentity } from '../../../parameters/execution';
import { ownId, SUBMISSION_ID, uploadSessionId } from '../../../parameters/ids/identifiers';
import { checkOptions, checkParams, param, propertiesOf, shownAs, toggle } from '../../../parameters/param';
import { checkPrompt, promptParameters } from '../../../parameters/prompt/parameters';
import { taskName } from '../../../parameters/prompt/taskName';
import { SUBMISSION_OPTIONS, submissionOptions } from '../../../parameters/submissionOptions';
import { ofItem, problemsOf, throwIfAny, valueOf } from '../../../shared/problems';
import { plural } from '../../../shared/text';
import type { Operation } from '../../operation';
import { perItem } from '../../perItem';
import { showHints } from '../../showHints';
import { checkFileIds, knownFileNames } from './fileIds';

const parameters = {
	uploadSessionId: shownAs(uploadSessionId, {
		description:
			'The upload session that contains the files. Default: the session that Upload Session: Upload Files outputs.',
	}),
	fileIds: param(
		{
			displayName: 'File IDs',
			name: 'fileIds',
			type: 'string',
			required: true,
			default: '={{ $json.file_ids }}',
			placeholder: 'e.g. file-1, file-2',
			description:
				'The completed files to extract from, separated by commas, or a list from an expression. Default: the files that Upload Session: Upload Files outputs.',
		},
		checkFileIds,
	),
};

const options = {
	...SUBMISSION_OPTIONS,
	askQuestions: toggle({
		displayName: 'Ask Questions',
		name: 'askQuestions',
		default: false,
		description:
			'Whether the service may ask questions if it is unsure. The extraction then waits until you answer them with Answer: Submit or Ask in a Form.',
	}),
	submissionId: ownId({
		displayName: SUBMISSION_ID,
		name: 'submissionId',
		description:
			'Any text that identifies this submission, such as the ID of an email. A second submission of the same files with the same ID returns the earlier extraction and costs nothing. If empty, only n8n retries find it.',
	}),
	taskName: shownAs(SUBMISSION_OPTIONS.taskName, {
		description:
			'Name of the extraction in the dashboard, 3 to 40 characters. Default: the name of the first file, if the item contains it.',
	}),
};

const ENDED_WITHOUT_ROWS = new Set(['failed', 'cancelled']);

const nameFor = (fileNames: string[], fileIds: string[]): string[] =>
	fileNames.length > 0 ? fileNames : [`Extraction of ${plural(fileIds.length, 'file')}`];

/** The submission of an item. @throws InputProblems with everything that is wrong with it */
function readSubmission(context: IExecuteFunctions, itemIndex: number): SubmissionAlone {
	const checkedParameters = checkParams(context, itemIndex, parameters);
	const checkedOptions = checkOptions(context, itemIndex, options);
	const checkedPrompt = checkPrompt(context, itemIndex);
	throwIfAny(ofItem(itemIndex, [checkedParameters, checkedPrompt, checkedOptions].flatMap(problemsOf)));
	const { uploadSessionId: sessionId, fileIds } = valueOf(checkedParameters);
	const { prompt, outputStructure } = valueOf(checkedPrompt);
	const given = valueOf(checkedOptions);
	const { json }: { json: IDataObject } = context.getInputData()[itemIndex] ?? { json: {} };
	const fileNames = knownFileNames(json, fileIds);
	const asked = {
		prompt,
		output_structure: outputStructure,
		options: submissionOptions(given, given.askQuestions),
	};
	const fixedId =
		given.submissionId ||
		// A model calls again with the same files, and each call is a run of its own.
		(isTool(context) &&
			contentId(
				fileIds.map((fileId) => [sessionId, fileId]),
				asked,
			));
	const request = {
		// Without the values of expressions that change with each retry of n8n, such as a prompt with the time of day.
		submission_id: fixedId || derivedId(runIdentity(context), itemIndex + 1, [sessionId, fileIds]),
		upload_session_id: sessionId,
		file_ids: fileIds,
		task_name: taskName(given.taskName, nameFor(fileNames, fileIds)),
		...asked,
	};
	return { request, hasOwnId: Boolean(fixedId), fileNames };
}

export const submit: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit extraction without waiting',
	description: 'Start an extraction from uploaded files, and get its ID without waiting',
	properties: propertiesOf({ ...parameters, ...promptParameters }, options),
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
