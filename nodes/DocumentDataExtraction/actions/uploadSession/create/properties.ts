import type { INodeProperties } from 'n8n-workflow';
import { newSessionIdOption } from '../../../parameters/ids/identifiers';
import { FILE_OPTIONS, inputFileProperties } from '../../../parameters/files/inputFiles';
import { unsupportedFilesOption } from '../../../parameters/files/unsupportedFiles';
import { notInTool } from '../../../parameters/inTool';
import { optionsProperty } from '../../../parameters/options';
import { sessionsProperty, splitOption } from '../sessionGroups';

export const FILES_TO_REGISTER = 'Files to Register';
export const FILES_JSON = 'Files (JSON)';

const ofInputFiles = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, show: { filesFrom: ['items'], ...field.displayOptions?.show } },
});

export const createProperties: INodeProperties[] = [
	{
		displayName: 'Files From',
		name: 'filesFrom',
		type: 'options',
		options: [
			{
				name: 'Fields Below',
				value: 'fields',
				description: 'Enter name and size of each file',
			},
			notInTool({
				name: 'Input Items',
				value: 'items',
				description: 'Use the names and sizes of the input files, without uploading them',
			}),
			{
				name: 'JSON',
				value: 'json',
				description: 'Enter a list as JSON, or build it with an expression',
			},
		],
		default: 'fields',
		description: 'Where the names and sizes of the files come from',
	},
	{
		displayName: FILES_TO_REGISTER,
		name: 'filesToRegister',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { filesFrom: ['fields'] } },
		placeholder: 'Add File',
		default: { values: [{ fileName: '', fileSize: 1, fileId: '' }] },
		description: 'The files of the session',
		options: [
			{
				displayName: 'File',
				name: 'values',
				values: [
					{
						displayName: 'File Name',
						name: 'fileName',
						type: 'string',
						default: '',
						placeholder: 'e.g. invoice.pdf',
						description:
							'A name that ends in .pdf, .jpg, .jpeg or .png. No two files of a session can share a name.',
					},
					{
						displayName: 'File Size (Bytes)',
						name: 'fileSize',
						type: 'number',
						typeOptions: { minValue: 1, numberPrecision: 0 },
						default: 1,
						description: 'The exact size. If it is wrong, the file cannot be completed.',
					},
					{
						displayName: 'File ID',
						name: 'fileId',
						type: 'string',
						default: '',
						placeholder: 'e.g. file-1',
						description:
							'Your own ID for the file, unique in the session. If empty, the IDs are file-1, file-2 and so on.',
					},
				],
			},
		],
	},
	{
		displayName: FILES_JSON,
		name: 'filesJson',
		type: 'json',
		typeOptions: { rows: 5 },
		displayOptions: { show: { filesFrom: ['json'] } },
		default: '[\n  { "file_id": "file-1", "file_name": "invoice.pdf", "file_size_bytes": 48213 }\n]',
		description: 'A list of objects with file_name, file_size_bytes and optionally file_id',
	},
	...inputFileProperties.map(ofInputFiles),
	ofInputFiles(sessionsProperty),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'One Item per File',
				value: 'files',
				description:
					'Ready for File Part: Get Upload URLs and File Part: Upload, with the file if there is one',
			},
			{
				name: 'One Item per Session',
				value: 'session',
				description: 'The session with a list of its files',
			},
		],
		default: 'session',
		description: 'What to output',
	},
	{
		...optionsProperty(
			FILE_OPTIONS.fileNamePattern,
			FILE_OPTIONS.minimumFileSize,
			unsupportedFilesOption,
			splitOption,
			newSessionIdOption,
		),
		displayOptions: { show: { filesFrom: ['items'] } },
	},
	{ ...optionsProperty(newSessionIdOption), displayOptions: { show: { filesFrom: ['fields', 'json'] } } },
];
