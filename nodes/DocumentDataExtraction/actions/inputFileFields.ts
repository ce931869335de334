import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { listOf, type FileChoice } from '../files/choose';

/** Which files of the items are the documents: shared by all operations that upload. */
export const inputFileFields: INodeProperties[] = [
	{
		displayName: 'Files',
		name: 'files',
		type: 'options',
		options: [
			{ name: 'All Files of the Items', value: 'all', description: 'Every file that the input items carry' },
			{
				name: 'Files in Named Fields',
				value: 'named',
				description: 'Only the files in certain binary fields',
			},
		],
		default: 'all',
		description: 'Which files of the input items to take',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'inputDataFieldName',
		type: 'string',
		required: true,
		displayOptions: { show: { files: ['named'] } },
		default: 'data',
		placeholder: 'e.g. data, attachment_0',
		hint: 'The name of the input field containing the file data. Several names are separated by commas.',
	},
];

/** Options that keep files out which are no documents, such as the logos of e-mail signatures. */
export const FILE_OPTIONS = {
	fileNamePattern: {
		displayName: 'File Name Pattern',
		name: 'fileNamePattern',
		type: 'string',
		default: '',
		placeholder: 'e.g. *.pdf, invoice-*',
		description:
			'Takes only files whose names fit one of these patterns, separated by commas. * stands for any text.',
	},
	minimumFileSize: {
		displayName: 'Minimum File Size (KB)',
		name: 'minimumFileSize',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Leaves smaller files out, such as the logos of e-mail signatures',
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

export function readFileChoice(context: IExecuteFunctions, itemIndex: number): FileChoice {
	const options = context.getNodeParameter('options', itemIndex, {});
	const named = context.getNodeParameter('files', itemIndex) === 'named';
	return {
		fieldNames: named
			? listOf(String(context.getNodeParameter('inputDataFieldName', itemIndex) ?? ''))
			: undefined,
		namePattern: options.fileNamePattern as string | undefined,
		minimumBytes: Number(options.minimumFileSize ?? 0) * 1024,
	};
}
