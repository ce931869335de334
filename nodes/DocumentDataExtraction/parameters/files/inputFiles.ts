import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FIELD_NAME_PARAMETER, FILES_PARAMETER } from '../../files/input/fileChecks';
import { LONGEST_PATTERN, type FileChoice } from '../../files/input/fileChoice';
import { splitList } from '../../shared/text';
import { checkLinks, LINKS_PARAMETER } from '../../files/input/links/Link';
import { invalid, ofItem, problemsOf, valid, type Checked } from '../../shared/problems';
import { checkNumber } from '../numbers';
import { choiceProblems } from '../choices';
import { oneChoiceInTool, onlyInTool } from '../inTool';
import { optionOf, readOptions } from '../options';

const filesProperty: INodeProperties = {
	displayName: FILES_PARAMETER,
	name: 'files',
	type: 'options',
	options: [
		{ name: 'All Files', value: 'all', description: 'All files of the input items' },
		{
			name: 'Files in Certain Fields',
			value: 'named',
			description: 'Only the files in the binary fields that you name',
		},
		{
			name: 'From Links',
			value: 'links',
			description: 'Files that the node fetches from URLs',
		},
	],
	default: 'all',
	description: 'Which files to use',
};

const toolNotice: INodeProperties = {
	displayName: 'An agent cannot pass files. Let the model fill Links.',
	name: 'linksNotice',
	type: 'notice',
	default: '',
};

/** Which files are the documents: shared by all operations that upload. */
export const inputFileProperties: INodeProperties[] = [
	...oneChoiceInTool(filesProperty, 'links'),
	onlyInTool(toolNotice),
	{
		displayName: FIELD_NAME_PARAMETER,
		name: 'inputDataFieldName',
		type: 'string',
		required: true,
		displayOptions: { show: { files: ['named'] } },
		default: 'data',
		placeholder: 'e.g. data, attachment_0',
		hint: 'The name of the input field containing the file data. Separate several names with commas.',
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
			'URLs of PDF, JPG or PNG files that open without a sign-in. Enter one per line, or a list from an expression, such as the attachments of Airtable. The node sends no credential.',
	},
];

/** Options to skip files that are not documents, such as the logos of email signatures. */
export const FILE_OPTIONS = {
	fileNamePattern: {
		displayName: 'File Name Pattern',
		name: 'fileNamePattern',
		type: 'string',
		default: '',
		placeholder: 'e.g. *.pdf, invoice-*',
		description:
			'Include only files whose name matches one of these patterns, separated by commas. * matches any text. A PDF without an extension matches *.pdf.',
	},
	minimumFileSize: {
		displayName: 'Minimum File Size (KB)',
		name: 'minimumFileSize',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: 'Skip smaller files, such as the logos of email signatures',
	},
} satisfies Record<string, INodeProperties>;

const { fileNamePattern, minimumFileSize } = FILE_OPTIONS;

function checkPattern(given: unknown): Checked<string | undefined> {
	const wrong = (text: string) => invalid({ parameter: fileNamePattern.displayName, text });
	if (given === undefined || given === null) return valid(undefined);
	if (typeof given !== 'string') return wrong(`${JSON.stringify(given)} is not text`);
	if (given.length <= LONGEST_PATTERN) return valid(given);
	return wrong(`The pattern has ${given.length} characters. At most ${LONGEST_PATTERN} are allowed`);
}

/** Which files of an item are chosen. */
export function checkFileChoice(context: IExecuteFunctions, itemIndex: number): Checked<FileChoice> {
	const options = readOptions(context, itemIndex);
	const files = context.getNodeParameter(filesProperty.name, itemIndex);
	const wrongFiles = choiceProblems(filesProperty, files);
	const pattern = checkPattern(options.fileNamePattern);
	const size = checkNumber(optionOf(options, minimumFileSize), {
		parameter: minimumFileSize.displayName,
		min: 0,
		fractions: true,
	});
	const links =
		files === 'links' ? checkLinks(context.getNodeParameter('links', itemIndex, '')) : valid(undefined);
	if (wrongFiles.length > 0 || !pattern.ok || !size.ok || !links.ok)
		return invalid(...ofItem(itemIndex, [...wrongFiles, ...[links, pattern, size].flatMap(problemsOf)]));
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
