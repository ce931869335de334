import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { derivedId } from '../../../extraction/request/identity';
import { ofItem, problemsOf, throwIfAny, valueOf, type Problem } from '../../../shared/problems';
import { readChosen } from '../../../parameters/choices';
import { newSessionIdOption } from '../../../parameters/ids/identifiers';
import { perItem } from '../../perItem';
import { readOptions } from '../../../parameters/options';
import { checkOwnId } from '../../../parameters/ids/ownId';
import { checkJsonList } from '../../../parameters/jsonList';
import { createProperties, FILES_JSON, FILES_TO_REGISTER } from './properties';
import { checkFileEntries, type GivenFile } from './fileEntries';
import { register, type SessionOutput } from './register';
import { runIdentity } from '../../../parameters/execution';

const filesFromFields = (context: IExecuteFunctions, itemIndex: number): GivenFile[] =>
	(context.getNodeParameter('filesToRegister.values', itemIndex, []) as IDataObject[]).map(
		({ fileId, fileName, fileSize }) => ({
			file_id: fileId,
			file_name: fileName,
			file_size_bytes: fileSize,
		}),
	);

/** `{file_name, file_size_bytes, file_id?}`, as a list, under `files`, or as JSON text. */
function filesFromJson(context: IExecuteFunctions, itemIndex: number): GivenFile[] {
	const given: unknown = context.getNodeParameter('filesJson', itemIndex);
	const example = '[{"file_name": "invoice.pdf", "file_size_bytes": 48213}]';
	return valueOf(checkJsonList(given, { parameter: FILES_JSON, key: 'files', example }));
}

/** Registers the files that each input item's parameters name. */
export const createFromList = perItem(async ({ context, api, itemIndex }) => {
	const isJson = readChosen(context, itemIndex, 'filesFrom', createProperties) === 'json';
	const given = isJson ? filesFromJson(context, itemIndex) : filesFromFields(context, itemIndex);
	const checked = checkFileEntries(given, isJson ? FILES_JSON : FILES_TO_REGISTER);
	const ownId = checkOwnId(readOptions(context, itemIndex).uploadSessionId, newSessionIdOption.displayName);
	throwIfAny(ofItem(itemIndex, [ownId, checked].flatMap<Problem>(problemsOf)));
	const entries = valueOf(checked);
	const sessionId = valueOf(ownId) || derivedId(runIdentity(context), itemIndex + 1, entries);
	const files = entries.map((entry) => ({ ...entry, itemIndex }));
	const output = readChosen(context, itemIndex, 'output', createProperties) as SessionOutput;
	return await register(api, sessionId, files, output);
});
