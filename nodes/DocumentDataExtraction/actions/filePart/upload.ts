import { FIELD_NAME_PARAMETER, filesOfItem } from '../../files/input/inputFiles';
import { partCount } from '../../files/upload/PartCutter';
import { PartUrls } from '../../files/upload/PartUrls';
import { readPart, uploadPart } from '../../files/upload/uploadParts';
import { fileId, uploadSessionId } from '../../parameters/ids/identifiers';
import { checkNumber, param, text } from '../../parameters/param';
import { InputProblems } from '../../shared/problems';
import { type Operation, itemOperation } from '../operation';

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

export const upload: Operation = {
	name: 'Upload',
	value: 'upload',
	action: 'Upload file part',
	description: 'Upload one part of an input file, and get its ETag for Complete File',
	notAsTool: true,
	...itemOperation(parameters, undefined, async (given, { context, api, itemIndex }) => {
		const { uploadSessionId, fileId, partNumber } = given;
		const { files, problems } = await filesOfItem(context, itemIndex, [given.fieldName.trim()]);
		const [file] = files;
		if (!file || file.problem) throw new InputProblems(file?.problem ? [file.problem] : problems);
		const urls = new PartUrls(api, uploadSessionId, fileId, partNumber);
		// The response also says how the service cuts the file.
		await urls.urlOf(partNumber);
		const { partSize } = urls;
		const count = partCount(file.bytes, partSize);
		if (partNumber > count) {
			const text = `There is no part ${partNumber}: "${file.fileName}" has ${file.bytes} bytes, a part has ${partSize}, and the last one is ${count}`;
			throw new InputProblems([{ parameter: PART_NUMBER, text, itemIndex }]);
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
