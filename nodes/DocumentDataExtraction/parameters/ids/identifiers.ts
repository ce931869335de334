import type { INodeProperties } from 'n8n-workflow';
import { checkIdentifier } from '../../api/identifiers';
import { allowedId } from '../../extraction/request/identity';
import { isRecord } from '../../shared/json';
import { checked, invalid, problemsOf, valid, type Checked } from '../../shared/problems';
import { splitList } from '../../shared/text';
import { param, text, type Param } from '../param';

/** An ID of the service. It is checked, because part of it becomes an address. */
const identifier = (look: Parameters<typeof text>[0]): Param<string> =>
	text({ ...look, required: true }, (id) => checkIdentifier(id, id ? JSON.stringify(id.slice(0, 60)) : 'It'));

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

/** The completed files that an operation is about. */
export const fileIds = param(
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
);

/** The text of an object. All objects have this text, so two documents would get the same ID, and one the rows of the other. */
const NO_TEXT = /\[object [A-Za-z]+\]/;

/** An ID of the user's own, any text or number, in the form that the service accepts; empty if the user entered none. */
export const ownId = (look: Omit<INodeProperties, 'type' | 'default'>): Param<string> =>
	param({ ...look, type: 'string', default: '', placeholder: 'e.g. {{ $json.messageId }}' }, (given) => {
		const text = String(given ?? '').trim();
		if (typeof given !== 'object' && !NO_TEXT.test(text)) return valid(allowedId(text));
		if (given === null) return valid('');
		return invalid({
			text: 'This is an object instead of a text. Use an expression that returns a text, such as {{ $json.id }}',
		});
	});

/** The display name of the parameter for a Submission ID of the user's own. */
export const SUBMISSION_ID = 'Submission ID';

/** The option of the operations that start a session; empty if the user entered no ID. */
export const newSessionId = ownId({
	displayName: 'Upload Session ID',
	name: 'uploadSessionId',
	description:
		'Any text that identifies the session, such as the ID of an email. A second run with the same ID and files finds the earlier session. If empty, Upload Files finds the session of the same files.',
});
