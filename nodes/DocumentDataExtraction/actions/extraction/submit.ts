import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { withFacts, type FinishedExtraction } from '../../api/errors/ServiceError';
import type { ApiClient } from '../../api/http/client';
import { getExtractionDetails, type SubmissionRequest } from '../../api/endpoints/extractions';
import { checkIdentifier } from '../../api/identifiers';
import { claimOf, isPassedOver } from '../../extraction/request/claim';
import { differencesFrom } from '../../extraction/request/compare';
import { contentId, derivedId, submissionId } from '../../extraction/request/identity';
import { withExtraction } from '../../extraction/status/outcome';
import { submitOrFind } from '../../extraction/run/submission';
import { runIdentity } from '../execution';
import { ownId, SUBMISSION_ID, uploadSessionId } from '../../parameters/ids/identifiers';
import { checkItem, param, propertiesOf, shownAs, toggle } from '../../parameters/param';
import { checkPrompt, promptParameters } from '../../parameters/prompt/parameters';
import { SUBMISSION_OPTIONS, submissionOptions, taskName } from '../../parameters/submissionOptions';
import { explain } from '../../shared/attempt';
import { isRecord } from '../../shared/json';
import {
	both,
	checked,
	invalid,
	ofItem,
	problemsOf,
	throwIfAny,
	valid,
	valueOf,
	type Checked,
} from '../../shared/problems';
import { splitList } from '../../shared/text';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { showHints } from '../showHints';
import { isTool } from '../../shared/n8nFeatures';

const fileIdIn = (entry: unknown): string => String((isRecord(entry) ? entry.file_id : entry) ?? '').trim();

/** File IDs from a list of IDs or of objects with a `file_id`, or from text with commas, which may be a JSON array. */
function checkFileIds(given: unknown): Checked<string[]> {
	const fileIds =
		typeof given === 'string' ? splitList(given.replace(/[[\]"]/g, '')) : [given ?? []].flat().map(fileIdIn);
	if (fileIds.length === 0)
		return invalid({ text: 'No file entered. Enter at least one completed file of the session' });
	const problems = fileIds.flatMap((id, index) =>
		problemsOf(checkIdentifier(id, `ID ${index + 1} (${JSON.stringify(id.slice(0, 60))})`)),
	);
	return checked(fileIds, problems);
}

const NAMED_FILES = z.array(z.object({ file_id: z.string(), file_name: z.string() }));

/** The names of the files, if the incoming item lists all of them as the output of Upload Files does. */
function knownFileNames({ files }: IDataObject, fileIds: string[]): string[] {
	const named = NAMED_FILES.safeParse(files);
	const names = new Map(named.data?.map(({ file_id, file_name }) => [file_id, file_name]));
	const found = fileIds.flatMap((id) => names.get(id) ?? []);
	return found.length === fileIds.length ? found : [];
}

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

/** The submission of an item, or everything that is wrong with it. */
function checkSubmission(context: IExecuteFunctions, itemIndex: number) {
	const given = both(checkItem(context, itemIndex, parameters, options), checkPrompt(context, itemIndex));
	if (!given.ok) return invalid(...ofItem(itemIndex, given.problems));
	const { uploadSessionId, fileIds, prompt, outputStructure, askQuestions } = given.value;
	const { json }: { json: IDataObject } = context.getInputData()[itemIndex] ?? { json: {} };
	const fileNames = knownFileNames(json, fileIds);
	const asked = {
		prompt,
		output_structure: outputStructure,
		options: submissionOptions(given.value, askQuestions),
	};
	const contents = fileIds.map((fileId) => [uploadSessionId, fileId]);
	// A model calls again with the same files, and each call is a run of its own.
	const ownId = given.value.submissionId || (isTool(context) ? contentId(contents, asked) : '');
	const request: SubmissionRequest = {
		// Not made of evaluated expressions: a prompt with the time of day changes with each retry of n8n.
		submission_id: ownId || derivedId(runIdentity(context), itemIndex + 1, [uploadSessionId, fileIds]),
		upload_session_id: uploadSessionId,
		file_ids: fileIds,
		task_name: taskName(given.value.taskName, fileNames.length > 0 ? fileNames : fileIds),
		...asked,
	};
	return valid({
		request,
		fileNames,
		/** Whether another execution may have the same ID: the user chose it, or it is made of the files and what is asked. */
		hasOwnId: ownId !== '',
	});
}

/**
 * Submits without waiting. If another run has used the ID, finds the extraction of that run, which must have the same files. A failed
 * extraction of an earlier run is passed over: the next ID of the series follows.
 *
 * @throws ServiceError
 */
async function submitted(
	api: ApiClient,
	{ request, fileNames, hasOwnId }: { request: SubmissionRequest; fileNames: string[]; hasOwnId: boolean },
) {
	const files = request.file_ids.map((_, index) => ({ sessionName: fileNames[index] }));
	for (let number = 1; ; number++) {
		const submission_id = submissionId(request.submission_id, number);
		const holder = await submitOrFind(api, { ...request, submission_id }, hasOwnId);
		const { extractionId, state, sentAt } = holder;
		const answer = {
			extraction_id: extractionId,
			submission_id,
			submission_state: state,
			/** The status of an earlier extraction under the ID. */
			status: undefined as string | undefined,
			/** The fields in which its request differs from this one. */
			differences: [] as string[],
		};
		if (!holder.mayBeEarlier) return answer;
		const details = await explain(
			async () => await getExtractionDetails(api, extractionId),
			(error) => withExtraction(error, extractionId),
		);
		const claim = claimOf({ request, files, named: files, whole: true, sentAt }, details);
		if (claim.kind === 'next' && isPassedOver(claim, number, extractionId)) continue;
		return { ...answer, status: details.status, differences: differencesFrom(request, details) };
	}
}

export const submit: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit extraction without waiting',
	description: 'Start an extraction from uploaded files, and get its ID without waiting',
	properties: propertiesOf({ ...parameters, ...promptParameters }, options),
	async execute(run) {
		const { context } = run;
		const submissions = context.getInputData().map((_, itemIndex) => checkSubmission(context, itemIndex));
		// Before the first is sent: whoever corrects another item and runs again would pay for it once more.
		if (!context.continueOnFail()) throwIfAny(submissions.flatMap(problemsOf));
		const made: FinishedExtraction[] = [];
		return await perItem(async ({ api, itemIndex }) => {
			const found = await explain(
				async () => await submitted(api, valueOf(submissions[itemIndex]!)),
				(error) => (made.length > 0 ? withFacts(error, { finished: made }) : error),
			);
			const { differences, extraction_id, status } = found;
			made.push({ extraction_id, items: [itemIndex] });
			const earlier = `Item ${itemIndex + 1}: The earlier extraction with this Submission ID`;
			const note = (message: string): void => showHints(context, [{ message, type: 'warning' }]);
			if (status === 'failed' || status === 'cancelled')
				note(
					`${earlier} has the status ${status}. Get Status shows the reason. To extract the files again, use a new Submission ID`,
				);
			if (differences.length > 0) note(`${earlier} was submitted with a different ${differences.join(', ')}`);
			return { ...found };
		})(run);
	},
};
