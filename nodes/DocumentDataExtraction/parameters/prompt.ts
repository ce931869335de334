import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import {
	buildPrompt,
	type Prompt,
	type PromptInput,
	type PromptParameters,
} from '../extraction/prompt/prompt';
import type { Checked } from '../shared/problems';

/** The display names under which what is wrong with a prompt is told. */
export const PROMPT_PARAMETERS: PromptParameters = {
	text: 'Prompt',
	fields: 'Fields to Extract',
	generalInstructions: 'General Instructions',
	json: 'Prompt (JSON)',
	example: 'JSON Example',
	schema: 'JSON Schema',
};

export const outputStructureProperty: INodeProperties = {
	displayName: 'Output Structure',
	name: 'outputStructure',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'The service decides from the prompt and the documents',
		},
		{
			name: 'One Row per Invoice',
			value: 'per_invoice',
			description: 'One row for each invoice or document',
		},
		{
			name: 'One Row per Line Item',
			value: 'per_line_item',
			description: 'One row for each product or service line, with the fields of the invoice repeated',
		},
	],
	default: 'automatic',
	description: 'What a row stands for',
};

/** How the user says which data to extract: shared by all operations that submit. */
export const promptProperties: INodeProperties[] = [
	{
		displayName: 'Prompt Type',
		name: 'promptType',
		type: 'options',
		options: [
			{
				name: 'Fields',
				value: 'fields',
				description: 'A list of fields; each becomes a column with exactly that name',
			},
			{
				name: 'From JSON Example',
				value: 'example',
				description: 'An example of a row as JSON; each of its keys becomes a column with exactly that name',
			},
			{
				name: 'From JSON Schema',
				value: 'schema',
				description: 'A JSON Schema of a row; each of its properties becomes a column with exactly that name',
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'A prompt object as the API takes it, or one built by an expression',
			},
			{
				name: 'Text',
				value: 'text',
				description: 'Plain language; the service chooses the names of the columns',
			},
		],
		default: 'text',
		description: 'How to say which data to extract',
	},
	{
		displayName: PROMPT_PARAMETERS.text,
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		displayOptions: { show: { promptType: ['text'] } },
		default: '',
		placeholder: 'e.g. Invoice number, supplier, invoice date, net amount, VAT and total',
		description: 'Which data to extract, in plain language. At most 2,500 characters.',
	},
	{
		displayName: PROMPT_PARAMETERS.fields,
		name: 'fieldsToExtract',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { promptType: ['fields'] } },
		placeholder: 'Add Field',
		default: { values: [{ name: '', instructions: '' }] },
		description: 'The columns of the result, in this order',
		options: [
			{
				displayName: 'Field',
				name: 'values',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Invoice Number',
						description: 'The column has exactly this name. 2 to 50 characters.',
					},
					{
						displayName: 'Instructions',
						name: 'instructions',
						type: 'string',
						typeOptions: { rows: 2 },
						default: '',
						placeholder: 'e.g. Without the prefix "No."',
						description: 'How to find or write the value. Optional; 3 to 600 characters.',
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
			'An object with the names of the columns. Its values tell the type only: number, true or false, date, or text. A list of objects in it stands for the line items: their keys become columns too.',
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
			'An object with "properties". Their "description", "type", "format" and "enum" become the instructions; "required" and other rules are not read. A list of objects stands for the line items: their properties become columns too.',
	},
	{
		displayName: PROMPT_PARAMETERS.generalInstructions,
		name: 'generalInstructions',
		type: 'string',
		typeOptions: { rows: 2 },
		displayOptions: { show: { promptType: ['fields', 'example', 'schema'] } },
		default: '',
		placeholder: 'e.g. Ignore delivery notes and terms of service',
		description: 'What holds for all fields. Optional; at most 1,500 characters.',
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
	outputStructureProperty,
];

/** The prompt that an item's parameters stand for. */
export const checkPrompt = (context: IExecuteFunctions, itemIndex: number): Checked<Prompt> =>
	buildPrompt(promptInput(context, itemIndex), PROMPT_PARAMETERS);

function promptInput(context: IExecuteFunctions, itemIndex: number): PromptInput {
	const text = (name: string): string => String(context.getNodeParameter(name, itemIndex, '') ?? '');
	const kind = text('promptType');
	if (kind === 'json') return { kind, json: context.getNodeParameter('promptJson', itemIndex) };
	if (kind === 'example' || kind === 'schema')
		return {
			kind,
			json: context.getNodeParameter(kind === 'example' ? 'promptExample' : 'promptSchema', itemIndex),
			generalInstructions: text('generalInstructions'),
			rowsAreInvoices: text(outputStructureProperty.name) === 'per_invoice',
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
