import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceProblems } from '../../../parameters/choices';
import { invalid, valid, type Checked } from '../../../shared/problems';
import { checkSubmissionId, SUBMISSION_ID } from '../submissionId';

export type SubmissionIdFrom = 'execution' | 'files' | 'own';

export const submissionIdFromOption: INodeProperties = {
	displayName: 'Prevent Duplicates By',
	name: 'submissionIdFrom',
	type: 'options',
	options: [
		{
			name: 'Execution',
			value: 'execution',
			description: 'A retry of the node charges nothing twice. A new execution extracts again.',
		},
		{
			name: 'File Contents',
			value: 'files',
			description: 'Files with the same names and contents return their earlier rows, in any execution',
		},
		{
			name: 'My Own ID',
			value: 'own',
			description: 'Your own ID or text, such as the message ID of an email',
		},
	],
	default: 'execution',
	description:
		'How a run finds an earlier extraction of the same request. It then uploads nothing and costs nothing.',
};

/** Without the choice, a text alone is one of the user's own. */
export const ownSubmissionIdOption: INodeProperties = {
	displayName: SUBMISSION_ID,
	name: 'submissionId',
	type: 'string',
	displayOptions: { hide: { submissionIdFrom: ['execution', 'files'] } },
	default: '',
	placeholder: 'e.g. {{ $json.messageId }}',
	description:
		'Any text that identifies this document or email. A second run with the same text and files returns the earlier rows and costs nothing.',
};

/** The ID of a request: a text of the user's as it is sent, or what to derive it from. */
export type SubmissionIdChoice = { from: 'execution' | 'files' } | { from: 'own'; id: string };

/** What the options of an item say about the Submission ID. */
export function checkSubmissionIdChoice(given: IDataObject): Checked<SubmissionIdChoice> {
	const own = checkSubmissionId(given.submissionId, ownSubmissionIdOption.displayName);
	const from = given.submissionIdFrom as SubmissionIdFrom | undefined;
	if (from === undefined) {
		if (!own.ok) return own;
		return valid(own.value === '' ? { from: 'execution' } : { from: 'own', id: own.value });
	}
	const problems = choiceProblems(submissionIdFromOption, from);
	if (problems.length > 0) return invalid(...problems);
	if (from !== 'own') return valid({ from });
	if (!own.ok) return own;
	if (own.value !== '') return valid({ from, id: own.value });
	return invalid({
		parameter: ownSubmissionIdOption.displayName,
		text: 'No ID is given. Enter one, or change Prevent Duplicates By',
	});
}
