import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceProblems } from '../../../parameters/choices';
import { invalid, valid, type Checked } from '../../../shared/problems';
import { checkSubmissionId, SUBMISSION_ID } from '../submissionId';

export type SubmissionIdFrom = 'execution' | 'files' | 'own';

export const submissionIdFromOption: INodeProperties = {
	displayName: SUBMISSION_ID,
	name: 'submissionIdFrom',
	type: 'options',
	options: [
		{
			name: 'From the Execution',
			value: 'execution',
			description: 'N8n can try the node again; a new execution extracts anew',
		},
		{
			name: 'From the Files',
			value: 'files',
			description: 'Files with the same names and contents find their earlier extraction, in any execution',
		},
		{ name: 'My Own', value: 'own', description: 'A text of yours that names the request' },
	],
	default: 'execution',
	description:
		'By what a run finds an earlier extraction of the same request, so that nothing is uploaded or charged twice',
};

/** Without the choice, a text alone is one of the user's own. */
export const ownSubmissionIdOption: INodeProperties = {
	displayName: `${SUBMISSION_ID} (My Own)`,
	name: 'submissionId',
	type: 'string',
	displayOptions: { hide: { submissionIdFrom: ['execution', 'files'] } },
	default: '',
	placeholder: 'e.g. {{ $json.messageId }}',
	description:
		'Any text that names this request, such as the ID of an e-mail. Running again with the same text and files finds the earlier extraction: nothing is uploaded or charged twice.',
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
		text: 'The text is empty. Add the option and give a text, or choose another Submission ID',
	});
}
