import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OutputFormat } from '../../../api/extractions';
import { splitList } from '../../../shared/text';
import {
	checkFormats,
	checkOutputField,
	formatsProperty,
	outputFieldProperty,
} from '../../../parameters/outputShape';
import { oneChoiceInTool } from '../../../parameters/inTool';
import { valueOf } from '../../../shared/problems';

/** Which files of an extraction to download, and the field for them. */
export const downloadOutputProperties: INodeProperties[] = [
	formatsProperty,
	...oneChoiceInTool(
		{
			displayName: 'Output',
			name: 'downloadOutput',
			type: 'options',
			options: [
				{ name: 'File', value: 'file', description: 'One item with the files as binary data' },
				{
					name: 'URL Only',
					value: 'url',
					description: 'One item per format, with a URL that works for five minutes and needs no API key',
				},
			],
			default: 'file',
			description: 'What to output',
		},
		'url',
	),
	{ ...outputFieldProperty, displayOptions: { show: { downloadOutput: ['file'] } } },
];

/** The chosen formats, each once. An expression may also return text with commas. @throws InputProblems */
export function readFormats(context: IExecuteFunctions, itemIndex: number): OutputFormat[] {
	const value: unknown = context.getNodeParameter('formats', itemIndex, []);
	const given = Array.isArray(value) ? value.map(String) : splitList(String(value ?? ''));
	const formats = given.map((format) => format.trim().toLowerCase());
	return valueOf(checkFormats(formats));
}

/** The name of the binary field. @throws InputProblems when it is empty */
export const readOutputBinaryField = (context: IExecuteFunctions, itemIndex: number): string =>
	valueOf(checkOutputField(context.getNodeParameter(outputFieldProperty.name, itemIndex, '')));
