import type { INodeProperties } from 'n8n-workflow';
import { choiceProblems } from '../../../parameters/choices';
import { checkOwnId, SUBMISSION_ID } from '../../../parameters/ids/ownId';
import { invalid, valid, type Checked } from '../../../shared/problems';

const preventDuplicatesProperty: INodeProperties = {
	displayName: 'Prevent Duplicates By',
	name: 'submissionIdFrom',
	type: 'options',
	options: [
		{
			name: 'Execution',
			value: 'execution',
			description:
				'A retry of the node charges nothing twice. A new execution, or one that crashed, extracts again.',
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

export const ownSubmissionIdProperty: INodeProperties = {
	displayName: SUBMISSION_ID,
	name: 'submissionId',
	type: 'string',
	required: true,
	displayOptions: { show: { [preventDuplicatesProperty.name]: ['own'] } },
	default: '',
	placeholder: 'e.g. {{ $json.messageId }}',
	description:
		'Any text that identifies this document or email. A second run with the same text and files returns the earlier rows and costs nothing.',
	hint: 'With All Items Together, the ID of the first item is used for all files',
};

/** What a run finds an earlier extraction by. */
export const preventDuplicatesProperties = [preventDuplicatesProperty, ownSubmissionIdProperty];

/** The ID of a request: the user's own as it is sent, or what it is made of. */
export type SubmissionIdChoice = { from: 'execution' | 'files' } | { from: 'own'; id: string };

/** How an item wants duplicates to be prevented. @param given reads a parameter */
export function checkSubmissionIdChoice(
	given: (property: INodeProperties) => unknown,
): Checked<SubmissionIdChoice> {
	const from = given(preventDuplicatesProperty);
	const problems = choiceProblems(preventDuplicatesProperty, from);
	if (problems.length > 0) return invalid(...problems);
	if (from !== 'own') return valid({ from: from as 'execution' | 'files' });
	const own = checkOwnId(given(ownSubmissionIdProperty), SUBMISSION_ID);
	if (!own.ok) return own;
	if (own.value !== '') return valid({ from, id: own.value });
	const text = `No ID is given. Enter one, or change ${preventDuplicatesProperty.displayName}`;
	return invalid({ parameter: SUBMISSION_ID, text });
}
