import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OutputFormat } from '../../../api/extractions';
import { splitList } from '../../../files/input/fileChoice';
import { InputProblems } from '../../../shared/problems';

const FORMATS_NAME = 'Format Names or IDs';
const OUTPUT_FIELD = 'Put Output File in Field';
const OUTPUT_FORMATS: readonly string[] = ['csv', 'json', 'xlsx'] satisfies OutputFormat[];

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
	{
		displayName: OUTPUT_FIELD,
		name: 'outputFieldName',
		type: 'string',
		required: true,
		displayOptions: { show: { downloadOutput: ['file'] } },
		default: 'data',
		hint: 'The name of the output field to put the file in. With several formats, the format is added: data_xlsx.',
	},
];

/** The chosen formats, each once; an expression may also give them as text with commas. @throws InputProblems */
export function readFormats(context: IExecuteFunctions, itemIndex: number): OutputFormat[] {
	const value: unknown = context.getNodeParameter('formats', itemIndex, []);
	const given = (Array.isArray(value) ? value.map(String) : splitList(String(value ?? ''))).map((format) =>
		format.trim().toLowerCase(),
	);
	const refuse = (text: string): never => {
		throw new InputProblems([{ parameter: FORMATS_NAME, text }]);
	};
	if (given.length === 0) refuse('No format is chosen. Choose xlsx, csv or json');
	const unknown = given.find((format) => !OUTPUT_FORMATS.includes(format));
	if (unknown !== undefined) refuse(`"${unknown}" is unknown. A format can be xlsx, csv or json`);
	return [...new Set(given)] as OutputFormat[];
}

/** The name of the binary field. @throws InputProblems when it is empty */
export function readOutputBinaryField(context: IExecuteFunctions, itemIndex: number): string {
	const name = String(context.getNodeParameter('outputFieldName', itemIndex, '') ?? '').trim();
	if (name) return name;
	throw new InputProblems([{ parameter: OUTPUT_FIELD, text: 'The name of the field is empty' }]);
}
