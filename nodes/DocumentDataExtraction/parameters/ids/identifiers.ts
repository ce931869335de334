import type { INodeProperties } from 'n8n-workflow';
import { checkIdentifier } from '../../api/identifiers';
import { checked, problemsOf, type Problem } from '../../shared/problems';
import { param, type Param } from '../param';
import { checkOwnId } from './ownId';

/** What is wrong with an identifier that a parameter holds. */
export function identifierProblems(parameter: string, value: string): Problem[] {
	const name = value ? JSON.stringify(value.slice(0, 60)) : 'It';
	return problemsOf(checkIdentifier(value, name, parameter));
}

/** An ID that the service gave or takes. None leads to another address. */
const identifier = (look: Omit<INodeProperties, 'type' | 'required'>): Param<string> =>
	param({ ...look, type: 'string', required: true }, (given) => {
		const value = String(given ?? '').trim();
		return checked(value, identifierProblems(look.displayName, value));
	});

/** The upload session that an operation is about. */
export const uploadSessionId = identifier({
	displayName: 'Upload Session ID',
	name: 'uploadSessionId',
	default: '={{ $json.upload_session_id }}',
	placeholder: 'e.g. invoices-2026-05',
	description: 'The upload session to use',
});

/** The file of the upload session that an operation is about. */
export const fileId = identifier({
	displayName: 'File ID',
	name: 'fileId',
	default: '={{ $json.file_id }}',
	placeholder: 'e.g. file-1',
	description: 'The ID that the file has in the upload session',
});

const NEW_SESSION_ID = 'Upload Session ID';

/** For the option of the operations that start a session; empty if the user entered none. */
export const newSessionId = param(
	{
		displayName: NEW_SESSION_ID,
		name: 'uploadSessionId',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.messageId }}',
		description:
			'Any text that identifies the session, such as the ID of an email. A second run with the same ID and files finds the earlier session. If empty, n8n retries find it, but new executions create another.',
	},
	(given) => checkOwnId(given, NEW_SESSION_ID),
);
