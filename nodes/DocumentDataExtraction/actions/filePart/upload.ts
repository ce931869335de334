import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { InputFile } from '../../files/input/InputFile';
import { FIELD_NAME_PARAMETER } from '../../files/input/fileChecks';
import { filesOfItem } from '../../files/input/inputFiles';
import { InputProblems, throwIfAny, valueOf } from '../../shared/problems';
import { readChosen } from '../../parameters/choices';
import { checkNumber } from '../../parameters/param';
import { fileIdProperty, readIdentifier, uploadSessionIdProperty } from '../../parameters/ids/identifiers';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { checkPartNumber, PART_NUMBER } from './partNumbers';
import { uploadOnePart, type GivenPartUrl } from './uploadOnePart';
import { toolFilesText } from '../itemGroups';

const AS_TOOL = 'Use it in a workflow, and give the agent operations that read extractions';

const UPLOAD_URL = 'Upload URL';
const PART_SIZE = 'Part Size (Bytes)';

const givenUrl: Pick<INodeProperties, 'displayOptions'> = {
	displayOptions: { show: { urlFrom: ['given'] } },
};

const fields: INodeProperties[] = [
	uploadSessionIdProperty,
	fileIdProperty,
	{
		displayName: PART_NUMBER,
		name: 'partNumber',
		type: 'string',
		required: true,
		default: '={{ $json.part_number ?? 1 }}',
		placeholder: 'e.g. 1',
		description: 'Which part of the file to upload. A small file has only part 1.',
	},
	{
		displayName: FIELD_NAME_PARAMETER,
		name: 'inputDataFieldName',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the input field containing the whole file. Only the bytes of the part are sent.',
	},
	{
		displayName: 'Upload To',
		name: 'urlFrom',
		type: 'options',
		options: [
			{ name: 'New URL', value: 'new', description: 'The node gets a URL from the service' },
			{ name: 'URL Below', value: 'given', description: 'A URL from File Part: Get Upload URLs' },
		],
		default: 'new',
		description: 'Which URL to upload to',
	},
	{
		displayName: UPLOAD_URL,
		name: 'uploadUrl',
		type: 'string',
		required: true,
		...givenUrl,
		default: '={{ $json.part_url }}',
		description: 'The URL of this part. If it has expired, the node gets a new one.',
	},
	{
		displayName: PART_SIZE,
		name: 'partSize',
		type: 'string',
		required: true,
		...givenUrl,
		default: '={{ $json.part_size }}',
		placeholder: 'e.g. 8388608',
		description: 'The part size of the session, from which the node knows where the part begins',
	},
];

async function readFile(context: IExecuteFunctions, itemIndex: number): Promise<InputFile> {
	const fieldName = String(context.getNodeParameter('inputDataFieldName', itemIndex, '') ?? '').trim();
	const refused = (text: string) => new InputProblems([{ parameter: FIELD_NAME_PARAMETER, text, itemIndex }]);
	const lacking = fieldName ? `The item has no file in the field "${fieldName}"` : 'No field entered';
	const asTool = toolFilesText(context, AS_TOOL);
	if (asTool) throw refused(asTool);
	const { files, problems } = await filesOfItem(context, itemIndex, {
		fieldNames: fieldName ? [fieldName] : [],
		minimumBytes: 0,
	});
	throwIfAny(problems);
	const [file] = files;
	if (!file) throw refused(lacking);
	if (file.bytes === 0) throw refused(`The file "${file.fileName}" is empty`);
	return file;
}

/** The URL that the user entered. Its query is the authorisation, so no message shows it. */
function readGivenAddress(context: IExecuteFunctions, itemIndex: number): GivenPartUrl | undefined {
	if (readChosen(context, itemIndex, 'urlFrom', fields) !== 'given') return undefined;
	const url = String(context.getNodeParameter('uploadUrl', itemIndex, '') ?? '').trim();
	if (!/^https?:\/\/[^\s/]/i.test(url) || !URL.canParse(url))
		throw new InputProblems([
			{ parameter: UPLOAD_URL, text: 'This is not a URL that starts with https://', itemIndex },
		]);
	const given: unknown = context.getNodeParameter('partSize', itemIndex, '');
	return { url, partSize: valueOf(checkNumber(given, PART_SIZE, { min: 1 })) };
}

export const upload: Operation = {
	name: 'Upload',
	value: 'upload',
	action: 'Upload file part',
	description: 'Upload one part of an input file, and get its ETag for Complete File',
	notAsTool: true,
	properties: fields,
	execute: perItem(async ({ context, api, itemIndex }) => {
		const file = await readFile(context, itemIndex);
		const sessionId = readIdentifier(context, itemIndex, uploadSessionIdProperty);
		const fileId = readIdentifier(context, itemIndex, fileIdProperty);
		const given: unknown = context.getNodeParameter('partNumber', itemIndex, '');
		const partNumber = valueOf(checkPartNumber(given, PART_NUMBER));
		const url = readGivenAddress(context, itemIndex);
		return await uploadOnePart(api, file, { sessionId, fileId, partNumber }, url);
	}),
};
