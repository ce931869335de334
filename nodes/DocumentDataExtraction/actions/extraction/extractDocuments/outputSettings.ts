import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OutputFormat } from '../../../api/extractions';
import type { Problem } from '../../../shared/problems';
import { choiceProblems } from '../../../parameters/choices';
import { separateReviewProperty } from '../../../parameters/outputShape';

const OUTPUT_FIELD_NAME = 'Put Output File in Field';

const outputProperty: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Files', value: 'files', description: 'The XLSX, CSV or JSON file of each extraction' },
		{ name: 'Rows', value: 'rows', description: 'One item for each row, ready for a sheet or a database' },
		{
			name: 'Summary',
			value: 'summary',
			description: 'One item for each extraction, with its pages, notes, review and credits',
		},
	],
	default: 'rows',
	description: 'What to hand to the next node',
};

const formatsField: INodeProperties = {
	displayName: 'Formats',
	name: 'formats',
	type: 'multiOptions',
	options: [
		{ name: 'CSV', value: 'csv' },
		{ name: 'JSON', value: 'json' },
		{ name: 'XLSX', value: 'xlsx' },
	],
	required: true,
	displayOptions: { show: { output: ['files'] } },
	default: ['xlsx'],
	description: 'Which files to hand out',
};

/** What to hand to the next node. */
export const outputProperties: INodeProperties[] = [
	outputProperty,
	{ ...separateReviewProperty, displayOptions: { show: { output: ['rows'] } } },
	formatsField,
	{
		displayName: OUTPUT_FIELD_NAME,
		name: 'outputFieldName',
		type: 'string',
		required: true,
		displayOptions: { show: { output: ['files'] } },
		default: 'data',
		hint: 'The name of the output field to put the file in. With several formats, the format is added: data_xlsx.',
	},
];

/** What to hand out; the same for all items. */
export interface OutputSettings {
	kind: 'rows' | 'summary' | 'files';
	separateReview: boolean;
	formats: OutputFormat[];
	fieldName: string;
	problems: Problem[];
}

const emptyProblem = (parameter: string, isEmpty: boolean, text: string): Problem[] =>
	isEmpty ? [{ parameter, text }] : [];

export function readOutputSettings(context: IExecuteFunctions): OutputSettings {
	const kind = context.getNodeParameter('output', 0) as OutputSettings['kind'];
	const problems = choiceProblems(outputProperty, kind);
	const separateReview = kind === 'rows' && context.getNodeParameter('separateReview', 0, false) === true;
	if (kind !== 'files') return { kind, separateReview, formats: [], fieldName: '', problems };
	const formats = context.getNodeParameter('formats', 0) as OutputFormat[];
	const fieldName = String(context.getNodeParameter('outputFieldName', 0, '') ?? '').trim();
	problems.push(
		...choiceProblems(formatsField, formats),
		...emptyProblem(formatsField.displayName, formats.length === 0, 'No format is chosen'),
		...emptyProblem(OUTPUT_FIELD_NAME, fieldName === '', 'The name of the field is empty'),
	);
	return { kind, separateReview, formats, fieldName, problems };
}
