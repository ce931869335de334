import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FIELD_NAME_PARAMETER, FILES_PARAMETER } from '../../files/input/fileChecks';
import { splitList, LONGEST_PATTERN, type FileChoice } from '../../files/input/fileChoice';
import { checkLinks, LINKS_PARAMETER } from '../../files/input/links/Link';
import { invalid, ofItem, problemsOf, valid, type Checked } from '../../shared/problems';
import { checkNumber } from '../numbers';
import { optionOf, readOptions } from '../options';

/** Which files are the documents: shared by all operations that upload. */
export const inputFileProperties: INodeProperties[] = [
	{
		displayName: FILES_PARAMETER,
		name: 'files',
		type: 'options',
		options: [
			{ name: 'All Files of the Items', value: 'all', description: 'Every file that the input items carry' },
			{
				name: 'Files in Named Fields',
				value: 'named',
				description: 'Only the files in certain binary fields',
			},
			{
				name: 'From Links',
				value: 'links',
				description: 'The files behind web addresses. An AI tool takes files only this way.',
			},
		],
		default: 'all',
		description: 'Which files to take',
	},
	{
		displayName: FIELD_NAME_PARAMETER,
		name: 'inputDataFieldName',
		type: 'string',
		required: true,
		displayOptions: { show: { files: ['named'] } },
		default: 'data',
		placeholder: 'e.g. data, attachment_0',
		hint: 'The name of the input field containing the file data. Several names are separated by commas.',
	},
	{
		displayName: LINKS_PARAMETER,
		name: 'links',
		type: 'string',
		typeOptions: { rows: 2 },
		required: true,
		displayOptions: { show: { files: ['links'] } },
		default: '',
		placeholder: 'e.g. https://example.com/invoice.pdf',
		description:
			'Addresses of PDF, JPG or PNG files that open without a sign-in: one, several in lines, or a list such as the attachments of Airtable. The node fetches them and sends no credential.',
	},
];

/** Options that keep files out which are no documents, such as the logos of email signatures. */
export const FILE_OPTIONS = {
	fileNamePattern: {
		displayName: 'File Name Pattern',
		name: 'fileNamePattern',
		type: 'string',
		default: '',
		placeholder: 'e.g. *.pdf, invoice-*',
		description:
			'Takes only files whose names fit one of these patterns, separated by commas. * stands for any text. A PDF without an extension fits *.pdf.',
	},
	minimumFileSize: {
		displayName: 'Minimum File Size (KB)',
		name: 'minimumFileSize',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Leaves smaller files out, such as the logos of email signatures',
	},
	skipUnsupportedFiles: {
		displayName: 'Skip Unsupported Files',
		name: 'skipUnsupportedFiles',
		type: 'boolean',
		default: false,
		description:
			'Whether to leave out files that are neither PDF, JPG nor PNG, with a note, instead of failing their item',
	},
} satisfies Record<string, INodeProperties>;

const { fileNamePattern, minimumFileSize } = FILE_OPTIONS;

function checkPattern(given: unknown): Checked<string | undefined> {
	const wrong = (text: string) => invalid({ parameter: fileNamePattern.displayName, text });
	if (given === undefined || given === null) return valid(undefined);
	if (typeof given !== 'string') return wrong(`${JSON.stringify(given)} is not text`);
	if (given.length <= LONGEST_PATTERN) return valid(given);
	return wrong(`The pattern has ${given.length} characters; at most ${LONGEST_PATTERN} are allowed`);
}

/** Which files of an item are chosen. */
export function checkFileChoice(context: IExecuteFunctions, itemIndex: number): Checked<FileChoice> {
	const options = readOptions(context, itemIndex);
	const files = context.getNodeParameter('files', itemIndex);
	const pattern = checkPattern(options.fileNamePattern);
	const size = checkNumber(optionOf(options, minimumFileSize), {
		parameter: minimumFileSize.displayName,
		min: 0,
		fractions: true,
	});
	const links =
		files === 'links' ? checkLinks(context.getNodeParameter('links', itemIndex, '')) : valid(undefined);
	if (!pattern.ok || !size.ok || !links.ok)
		return invalid(...ofItem(itemIndex, [links, pattern, size].flatMap(problemsOf)));
	return valid({
		fieldNames:
			files === 'named'
				? splitList(String(context.getNodeParameter('inputDataFieldName', itemIndex) ?? ''))
				: undefined,
		links: links.value,
		namePattern: pattern.value,
		minimumBytes: size.value * 1024,
	});
}
