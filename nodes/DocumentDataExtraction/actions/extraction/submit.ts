import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { withFacts, type FinishedExtraction } from '../../api/errors/ServiceError';
import { type SubmissionRequest } from '../../api/endpoints/extractions';
import { contentId, derivedId, firstSessionId } from '../../extraction/request/identity';
import { submitWithoutWaiting } from '../../extraction/run/submission';
import { askedFor, executionOf, runIdentity } from '../execution';
import { fileIds, ownId, SUBMISSION_ID, uploadSessionId } from '../../parameters/ids/identifiers';
import { checkItem, propertiesOf, shownAs, toggle } from '../../parameters/param';
import { readEarlierRequests, type EarlierRequests } from '../../parameters/prompt/earlier';
import { checkPrompt, promptParameters } from '../../parameters/prompt/parameters';
import { SUBMISSION_OPTIONS, submissionOptions, taskName } from '../../parameters/submissionOptions';
import { explain } from '../../shared/attempt';
import { both, invalid, ofItem, problemsOf, throwIfAny, valid, valueOf } from '../../shared/problems';
import { KEEP_IDS } from '../compareItems';
import { type Operation, perItem, showHints } from '../operation';
import { isTool } from '../../shared/n8nFeatures';

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
	fileIds,
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
			'Any text that identifies this submission, such as the ID of an email. A second submission with the same ID returns the earlier extraction and costs nothing. If empty, the same files from Upload Files and the same prompt are the same submission.',
	}),
	taskName: shownAs(SUBMISSION_OPTIONS.taskName, {
		description:
			'Name of the extraction in the dashboard, 3 to 40 characters. Default: the name of the first file, if the item contains it.',
	}),
};

/** Whether what is asked depends on the time, by its expressions. */
const changesWithTime = (context: IExecuteFunctions): boolean =>
	/\$(now|today)\b/.test(JSON.stringify(askedFor(context.getNode().parameters)));

/** The submission of an item, or everything that is wrong with it. */
function checkSubmission(context: IExecuteFunctions, itemIndex: number, earlier: EarlierRequests) {
	const given = both(
		checkItem(context, itemIndex, parameters, options),
		checkPrompt(context, itemIndex, earlier),
	);
	if (!given.ok) return invalid(...ofItem(itemIndex, given.problems));
	const { uploadSessionId, fileIds, prompt, outputStructure, askQuestions } = given.value;
	const { json }: { json: IDataObject } = context.getInputData()[itemIndex] ?? { json: {} };
	const fileNames = knownFileNames(json, fileIds);
	const asked = {
		prompt,
		output_structure: outputStructure,
		options: submissionOptions(given.value, askQuestions),
	};
	const contents = fileIds.map((fileId) => [firstSessionId(uploadSessionId), fileId]);
	const { submissionId } = given.value;
	// Upload Files makes the session's ID of the contents of its files, so that the same files with the same questions have one ID. With the
	// time of day in the prompt, each retry of n8n would have another one.
	const isOfContents = !submissionId && (isTool(context) || !changesWithTime(context));
	const ownId = isOfContents ? contentId(contents, asked) : submissionId;
	const request: SubmissionRequest = {
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
		execution: isOfContents ? executionOf(context) : undefined,
	});
}

type Checkup = ReturnType<typeof checkSubmission>;

/** Refuses items that have the ID of an earlier item, and other files. */
function withoutSharedIds(submissions: Checkup[]): Checkup[] {
	const users = new Map<string, { itemIndex: number; files: string }>();
	return submissions.map((submission, itemIndex) => {
		if (!submission.ok || !submission.value.hasOwnId) return submission;
		const { submission_id: id, upload_session_id, file_ids } = submission.value.request;
		const files = JSON.stringify([upload_session_id, file_ids]);
		const user = users.get(id) ?? { itemIndex, files };
		users.set(id, user);
		if (user.files === files) return submission;
		const text = `Item ${user.itemIndex + 1} has the same ID "${id}", and other files. Use an expression that differs for each item`;
		return invalid({ parameter: SUBMISSION_ID, text, itemIndex, nextStep: KEEP_IDS });
	});
}

export const submit: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit extraction without waiting',
	description: 'Start an extraction from uploaded files, and get its ID without waiting',
	properties: propertiesOf({ ...parameters, ...promptParameters }, options),
	async execute(run) {
		const { context } = run;
		const earlier = await readEarlierRequests(context, run.api);
		const items = context.getInputData();
		const submissions = withoutSharedIds(
			items.map((_, itemIndex) => checkSubmission(context, itemIndex, earlier)),
		);
		// Before the first is sent: whoever corrects another item and runs again would pay for it once more.
		if (!context.continueOnFail()) throwIfAny(submissions.flatMap(problemsOf));
		const made: FinishedExtraction[] = [];
		return await perItem(async ({ api, itemIndex }) => {
			const found = await explain(
				async () => await submitWithoutWaiting(api, valueOf(submissions[itemIndex]!)),
				(error) => (made.length > 0 ? withFacts(error, { finished: made }) : error),
			);
			const { insteadOf, ...json } = found;
			const { differences, extraction_id, status } = json;
			made.push({ extraction_id, items: [itemIndex] });
			const earlier = `Item ${itemIndex + 1}: The earlier extraction with this Submission ID`;
			const note = (message: string): void => showHints(context, [{ message, type: 'warning' }]);
			if (status === 'failed' || status === 'cancelled')
				note(
					`${earlier} has the status ${status}. Get Status shows the reason. To extract the files again, use a new Submission ID`,
				);
			if (differences.length > 0) note(`${earlier} was submitted with a different ${differences.join(', ')}`);
			if (insteadOf.length > 0)
				note(`${earlier} was cancelled or has expired, so the files are extracted again, at new cost`);
			return json;
		})(run);
	},
};
