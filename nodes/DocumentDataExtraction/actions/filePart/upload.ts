import type { IExecuteFunctions } from 'n8n-workflow';
import { FIELD_NAME_PARAMETER, filesOfItem } from '../../files/input/inputFiles';
import type { InputFile } from '../../files/input/InputFile';
import { partCount } from '../../files/upload/PartCutter';
import { PartUrls } from '../../files/upload/PartUrls';
import { readPart, uploadPart } from '../../files/upload/uploadParts';
import { fileId, uploadSessionId } from '../../parameters/ids/identifiers';
import { checkNumber, param, text } from '../../parameters/param';
import { explain } from '../../shared/attempt';
import { InputProblems, throwIfAny } from '../../shared/problems';
import { plural } from '../../shared/text';
import { toolFilesText } from '../itemGroups';
import type { Operation } from '../operation';
import { itemOperation } from '../perItem';
import { ofClosedFile } from './getUploadUrls';

const AS_TOOL = 'Use it in a workflow, and give the agent operations that read extractions';

const PART_NUMBER = 'Part Number';

const parameters = {
	uploadSessionId,
	fileId,
	partNumber: param(
		{
			displayName: PART_NUMBER,
			name: 'partNumber',
			type: 'string',
			required: true,
			default: '={{ $json.part_number ?? 1 }}',
			placeholder: 'e.g. 1',
			description: 'Which part of the file to upload. A small file has only part 1.',
		},
		(given) => checkNumber(given, { min: 1 }),
	),
	fieldName: text({
		displayName: FIELD_NAME_PARAMETER,
		name: 'inputDataFieldName',
		required: true,
		default: 'data',
		hint: 'The name of the input field containing the whole file. Only the bytes of the part are sent.',
	}),
};

async function readFile(context: IExecuteFunctions, itemIndex: number, field: string): Promise<InputFile> {
	const fieldName = field.trim();
	const refused = (text: string) => new InputProblems([{ parameter: FIELD_NAME_PARAMETER, text, itemIndex }]);
	const asTool = toolFilesText(context, AS_TOOL);
	if (asTool) throw refused(asTool);
	const { files, problems } = await filesOfItem(context, itemIndex, {
		fieldNames: fieldName ? [fieldName] : [],
		minimumBytes: 0,
	});
	throwIfAny(problems);
	const [file] = files;
	if (!file) throw refused('No field entered');
	if (file.bytes === 0) throw refused(`The file "${file.fileName}" is empty`);
	return file;
}

export const upload: Operation = {
	name: 'Upload',
	value: 'upload',
	action: 'Upload file part',
	description: 'Upload one part of an input file, and get its ETag for Complete File',
	notAsTool: true,
	...itemOperation(parameters, undefined, async (given, { context, api, itemIndex }) => {
		const { uploadSessionId, fileId, partNumber, fieldName } = given;
		const file = await readFile(context, itemIndex, fieldName);
		const urls = new PartUrls(api, uploadSessionId, fileId, partNumber);
		// The response also says how the service cuts the file.
		await explain(async () => await urls.urlOf(partNumber), ofClosedFile);
		const { partSize } = urls;
		const count = partCount(file.bytes, partSize);
		if (partNumber > count) {
			const cut = `"${file.fileName}" has ${file.bytes} bytes, which makes ${plural(count, 'part')} of ${partSize} bytes`;
			throwIfAny([{ parameter: PART_NUMBER, text: `${cut}. There is no part ${partNumber}`, itemIndex }]);
		}
		const bytes = await readPart(file, partNumber, partSize);
		return {
			upload_session_id: uploadSessionId,
			file_id: fileId,
			...(await uploadPart(api, urls, partNumber, bytes)),
			bytes: bytes.length,
			part_size: partSize,
			part_count: count,
			is_last: partNumber === count,
		};
	}),
};
