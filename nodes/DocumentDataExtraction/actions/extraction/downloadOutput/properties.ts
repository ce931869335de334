import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OutputFormat } from '../../../api/extractions';
import { splitList } from '../../../files/input/fileChoice';
import { checkFormats, checkOutputField, outputFieldProperty } from '../../../parameters/outputShape';
import { valueOf } from '../../../shared/problems';

const FORMATS_NAME = 'Format Names or IDs';

/** What to download of an extraction, and where to. */
export const downloadOutputProperties: INodeProperties[] = [
	{
		displayName: FORMATS_NAME,
		name: 'formats',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getAvailableFormats',
			loadOptionsDependsOn: ['extractionId.value', 'options.scope'],
		},
		required: true,
		default: ['xlsx'],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		hint: 'The IDs are xlsx, csv and json',
	},
	{
		displayName: 'Output',
		name: 'downloadOutput',
		type: 'options',
		options: [
			{ name: 'File', value: 'file', description: 'The files, as binary data of the item' },
			{
				name: 'URL Only',
				value: 'url',
				description: 'An item for each format, with a URL that is valid for five minutes and needs no key',
			},
		],
		default: 'file',
		description: 'What to hand to the next node',
	},
	{ ...outputFieldProperty, displayOptions: { show: { downloadOutput: ['file'] } } },
];

/** The chosen formats, each once; an expression may also give them as text with commas. @throws InputProblems */
export function readFormats(context: IExecuteFunctions, itemIndex: number): OutputFormat[] {
	const value: unknown = context.getNodeParameter('formats', itemIndex, []);
	const given = Array.isArray(value) ? value.map(String) : splitList(String(value ?? ''));
	const formats = given.map((format) => format.trim().toLowerCase());
	return valueOf(checkFormats(formats, FORMATS_NAME));
}

/** The name of the binary field. @throws InputProblems when it is empty */
export const readOutputBinaryField = (context: IExecuteFunctions, itemIndex: number): string =>
	valueOf(checkOutputField(context.getNodeParameter(outputFieldProperty.name, itemIndex, '')));
