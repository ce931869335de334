import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { checkIdentifier } from '../../api/identifiers';
import { ofItem, problemsOf, throwIfAny, type Problem } from '../../shared/problems';

/** The upload session that an operation is about. */
export const uploadSessionIdProperty: INodeProperties = {
	displayName: 'Upload Session ID',
	name: 'uploadSessionId',
	type: 'string',
	required: true,
	default: '={{ $json.upload_session_id }}',
	placeholder: 'e.g. invoices-2026-05',
	description: 'The upload session to use',
};

/** The file of the upload session that an operation is about. */
export const fileIdProperty: INodeProperties = {
	displayName: 'File ID',
	name: 'fileId',
	type: 'string',
	required: true,
	default: '={{ $json.file_id }}',
	placeholder: 'e.g. file-1',
	description: 'The ID that the file has in the upload session',
};

/** For the option of the operations that start a session. */
export const newSessionIdOption: INodeProperties = {
	displayName: 'Upload Session ID',
	name: 'uploadSessionId',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.messageId }}',
	description:
		'Any text that identifies the session, such as the ID of an email. A second run with the same ID and files finds the earlier session. If empty, n8n retries find it, but new executions create another.',
};

/** What is wrong with an identifier that a parameter holds. */
export function identifierProblems(parameter: string, value: string): Problem[] {
	const name = value ? JSON.stringify(value.slice(0, 60)) : 'It';
	return problemsOf(checkIdentifier(value, name, parameter));
}

/**
 * The identifier that an item's parameter holds.
 *
 * @throws InputProblems when the service would refuse it, or it would lead to another address
 */
export function readIdentifier(
	context: IExecuteFunctions,
	itemIndex: number,
	{ name, displayName }: INodeProperties,
): string {
	const value = String(context.getNodeParameter(name, itemIndex, '') ?? '').trim();
	throwIfAny(ofItem(itemIndex, identifierProblems(displayName, value)));
	return value;
}
