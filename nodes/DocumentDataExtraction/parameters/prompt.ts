import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { OutputStructure } from '../api/extractions';
import {
	buildPrompt,
	type Prompt,
	type PromptInput,
	type PromptParameters,
} from '../extraction/prompt/prompt';
import { invalid, type Checked } from '../shared/problems';
import { choiceProblems } from './choices';
import { choice } from './param';

/** The display names of the parameters that describe the data. Problems with a prompt are reported under them. */
export const PROMPT_PARAMETERS: PromptParameters = {
	text: 'Prompt',
	fields: 'Fields to Extract',
	generalInstructions: 'General Instructions',
	json: 'Prompt JSON',
	example: 'JSON Example',
	schema: 'JSON Schema',
};

/** How the data is divided into rows. */
export const outputStructure = choice<OutputStructure>({
	displayName: 'One Row Per',
	name: 'outputStructure',
	of: {
		automatic: ['Automatic', 'The service decides from your description and the documents'],
		per_invoice: ['Invoice or Document', 'One row for each invoice, receipt or other document'],
		per_line_item: [
			'Line Item',
			'One row for each product or service line. The fields of the invoice are repeated.',
		],
	},
	default: 'automatic',
	description: 'How the data is divided into rows',
});

/** In the order in which a new user tries them. */
const WAYS_TO_DESCRIBE: INodePropertyOptions[] = [
	{
		name: 'Text',
		value: 'text',
		description: 'Describe the data in plain language. The service chooses the names of the columns.',
	},
	{
		name: 'List of Fields',
		value: 'fields',
		description: 'List the fields. Each becomes a column with exactly that name.',
	},
	{
		name: 'JSON Example',
		value: 'example',
		description: 'Show one row as JSON. Each key becomes a column with exactly that name.',
	},
	{
		name: 'JSON Schema',
		value: 'schema',
		description: 'Give the JSON Schema of one row. Each property becomes a column with exactly that name.',
	},
	{
		name: 'Prompt JSON',
		value: 'json',
		description: 'Enter the prompt object of the API, for example one built by an expression',
	},
];

/** The columns that most users want from an invoice, so that a first run needs no typing. */
const FIRST_FIELDS = [
	'Invoice Number',
	'Supplier',
	'Invoice Date',
	'Currency',
	'Net Amount',
	'VAT',
	'Total',
].map((name) => ({ name, instructions: '' }));

const promptTypeProperty: INodeProperties = {
	displayName: 'Describe Data By',
	name: 'promptType',
	type: 'options',
	options: WAYS_TO_DESCRIBE,
	default: 'text',
	description: 'How to describe the data to extract',
};

/** How the user says which data to extract: shared by all operations that submit. */
export const promptProperties: INodeProperties[] = [
	promptTypeProperty,
	{
		displayName: PROMPT_PARAMETERS.text,
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		displayOptions: { show: { promptType: ['text'] } },
		default: '',
		placeholder: 'e.g. Invoice number, supplier, invoice date, net amount, VAT and total',
		description: 'The data to extract, in plain language. At most 2,500 characters.',
		hint: 'Column names are chosen by the service and can differ between runs. For fixed columns, choose List of Fields.',
	},
	{
		displayName: PROMPT_PARAMETERS.fields,
		name: 'fieldsToExtract',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { promptType: ['fields'] } },
		placeholder: 'Add Field',
		default: { values: FIRST_FIELDS },
		description: 'The columns of the rows, in this order',
		options: [
			{
				displayName: 'Field',
				name: 'values',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. Invoice Number',
						description:
							'Name of the column, 2 to 50 characters. Avoid dots: Edit Fields reads "Total Incl. VAT" as two nested fields.',
					},
					{
						displayName: 'Instructions',
						name: 'instructions',
						type: 'string',
						typeOptions: { rows: 2 },
						default: '',
						placeholder: 'e.g. Without the prefix "No."',
						description: 'How to find or write the value. Optional, 3 to 600 characters.',
					},
				],
			},
		],
	},
	{
		displayName: PROMPT_PARAMETERS.example,
		name: 'promptExample',
		type: 'json',
		typeOptions: { rows: 6 },
		displayOptions: { show: { promptType: ['example'] } },
		default:
			'{\n  "Invoice Number": "INV-1001",\n  "Invoice Date": "2026-03-04",\n  "Total": 1477.19,\n  "Paid": false\n}',
		description:
			'An object whose keys are the names of the columns. Its values only show the type: number, true or false, date, or text. A list of objects means the line items. Their keys become columns too.',
	},
	{
		displayName: PROMPT_PARAMETERS.schema,
		name: 'promptSchema',
		type: 'json',
		typeOptions: { rows: 8 },
		displayOptions: { show: { promptType: ['schema'] } },
		default:
			'{\n  "type": "object",\n  "properties": {\n    "Invoice Number": { "type": "string" },\n    "Total": { "type": "number", "description": "The gross total" }\n  }\n}',
		description:
			'An object whose "properties" are the columns. Their "description", "type", "format" and "enum" become instructions. "required" and other rules are ignored. A list of objects means the line items. Their properties become columns too.',
	},
	{
		displayName: PROMPT_PARAMETERS.generalInstructions,
		name: 'generalInstructions',
		type: 'string',
		typeOptions: { rows: 2 },
		displayOptions: { show: { promptType: ['fields', 'example', 'schema'] } },
		default: '',
		placeholder: 'e.g. Ignore delivery notes and terms of service',
		description: 'Instructions for all fields. Optional, at most 1,500 characters.',
	},
	{
		displayName: PROMPT_PARAMETERS.json,
		name: 'promptJson',
		type: 'json',
		typeOptions: { rows: 6 },
		displayOptions: { show: { promptType: ['json'] } },
		default:
			'{\n  "fields": [{ "name": "Invoice Number" }, { "name": "Total", "prompt": "The gross total" }]\n}',
		description:
			'An object with "fields" (each with "name" and optionally "prompt") and optionally "general_prompt"',
	},
	outputStructure.property,
];

/** The prompt that an item's parameters describe. */
export function checkPrompt(context: IExecuteFunctions, itemIndex: number): Checked<Prompt> {
	const type: unknown = context.getNodeParameter(promptTypeProperty.name, itemIndex);
	const problems = choiceProblems(promptTypeProperty, type);
	if (problems.length > 0) return invalid(...problems);
	return buildPrompt(promptInput(context, itemIndex), PROMPT_PARAMETERS);
}

function promptInput(context: IExecuteFunctions, itemIndex: number): PromptInput {
	const text = (name: string): string => String(context.getNodeParameter(name, itemIndex, '') ?? '');
	const kind = text('promptType');
	if (kind === 'json') return { kind, json: context.getNodeParameter('promptJson', itemIndex) };
	if (kind === 'example' || kind === 'schema')
		return {
			kind,
			json: context.getNodeParameter(kind === 'example' ? 'promptExample' : 'promptSchema', itemIndex),
			generalInstructions: text('generalInstructions'),
			rowsAreInvoices: text(outputStructure.property.name) === 'per_invoice',
		};
	if (kind !== 'fields') return { kind: 'text', text: text('prompt') };
	const values = context.getNodeParameter('fieldsToExtract.values', itemIndex, []) as Array<
		Record<string, unknown>
	>;
	return {
		kind,
		fields: values.map(({ name, instructions }) => ({
			name: String(name ?? ''),
			instructions: String(instructions ?? ''),
		})),
		generalInstructions: text('generalInstructions'),
	};
}
