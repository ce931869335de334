import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { checkIdentifier } from '../api/identifiers';
import { ofItem, problemsOf, throwIfAny, type Problem } from '../shared/problems';

/** The upload session that an operation is about. */
export const uploadSessionIdProperty: INodeProperties = {
	displayName: 'Upload Session ID',
	name: 'uploadSessionId',
	type: 'string',
	required: true,
	default: '={{ $json.upload_session_id }}',
	placeholder: 'e.g. invoices-2026-05',
	description: 'The upload session, as Create gave it out',
};

/** The file of the upload session that an operation is about. */
export const fileIdProperty: INodeProperties = {
	displayName: 'File ID',
	name: 'fileId',
	type: 'string',
	required: true,
	default: '={{ $json.file_id }}',
	placeholder: 'e.g. file-1',
	description: 'The file, by the ID it was registered with',
};

/** For the option of the operations that start a session. */
export const newSessionIdOption: INodeProperties = {
	displayName: 'Upload Session ID',
	name: 'uploadSessionId',
	type: 'string',
	default: '',
	placeholder: "e.g. {{ $json.messageId.replace(/[^\\w.:-]+/g, '-') }}",
	description:
		'An ID of yours for the session. Running again with the same ID and files finds the earlier session. Letters, digits and . _ : - When left out, one is made that stays the same when n8n tries the node again.',
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
