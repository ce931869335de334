import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutputStructure } from '../../api/endpoints/extractions';
import { both, invalid, valid, type Checked } from '../../shared/problems';
import { checkItem, choice, param, text, type Params } from '../param';
import { checkGeneral, checkText } from './checks';
import { earlierExtraction, type EarlierRequests, type ExtractionRequest } from './earlier';
import { checkFields } from './fields';
import { checkJson } from './json';

/** The columns that most users want from an invoice, so that a first run needs no typing. */
const FIRST_FIELDS = ['Invoice Number', 'Supplier', 'Invoice Date', 'Currency', 'Net Amount', 'VAT', 'Total'];

/** How the user says which data to extract: shared by all operations that submit. */
export const promptParameters = {
	// In the order in which a new user tries them.
	describeBy: choice({
		displayName: 'Describe Data By',
		name: 'promptType',
		of: {
			text: ['Text', 'Describe the data in plain language. The service chooses the names of the columns.'],
			fields: ['List of Fields', 'List the fields. Each becomes a column with exactly that name.'],
			json: [
				'JSON',
				'Give an example row, a JSON Schema, or the prompt object of the API. The columns have exactly the names in it.',
			],
			earlier: [
				'Same as an Earlier Extraction',
				'Use the prompt of an extraction that worked, also of one from the dashboard',
			],
		},
		default: 'text',
		description: 'How to describe the data to extract',
	}),
	prompt: text(
		{
			displayName: 'Prompt',
			name: 'prompt',
			typeOptions: { rows: 4 },
			required: true,
			displayOptions: { show: { promptType: ['text'] } },
			placeholder: 'e.g. Invoice number, supplier, invoice date, net amount, VAT and total',
			description: 'The data to extract, in plain language. At most 2,500 characters.',
			hint: 'Column names are chosen by the service and can differ between runs. For fixed columns, choose List of Fields.',
		},
		checkText,
	),
	fields: param(
		{
			displayName: 'Fields to Extract',
			name: 'fieldsToExtract',
			type: 'string',
			typeOptions: { rows: FIRST_FIELDS.length },
			required: true,
			displayOptions: { show: { promptType: ['fields'] } },
			default: FIRST_FIELDS.join('\n'),
			placeholder: 'e.g. Invoice Date: in the form YYYY-MM-DD',
			description:
				'The columns of the rows, in this order, one a line. Type or paste names of 2 to 50 characters. Instructions of 3 to 600 characters can stand behind a name and a colon. Avoid dots: Edit Fields reads "Total Incl. VAT" as two nested fields.',
			hint: 'One field a line. How to find or write it can stand behind a colon, such as Invoice Date: in the form YYYY-MM-DD',
		},
		checkFields,
	),
	earlierExtraction,
	json: param(
		{
			displayName: 'JSON',
			name: 'promptJson',
			type: 'json',
			typeOptions: { rows: 6 },
			displayOptions: { show: { promptType: ['json'] } },
			default:
				'{\n  "Invoice Number": "INV-1001",\n  "Invoice Date": "2026-03-04",\n  "Total": 1477.19,\n  "Paid": false\n}',
			description:
				'An example row, a JSON Schema, or the prompt object of the API. The values of an example only show the type: number, true or false, date, or text. A list of objects means the line items. Their keys become columns too, and each is a row if One Row Per is Line Item. A schema has "properties", whose "description", "type", "format" and "enum" become instructions. A prompt object has "fields" (each with "name" and optionally "prompt") and optionally "general_prompt".',
		},
		checkJson,
	),
	generalInstructions: text(
		{
			displayName: 'General Instructions',
			name: 'generalInstructions',
			typeOptions: { rows: 2 },
			displayOptions: { show: { promptType: ['fields', 'json'] } },
			placeholder: 'e.g. Ignore delivery notes and terms of service',
			description:
				'Instructions for all fields. Optional, at most 1,500 characters, with those in the JSON before them.',
		},
		checkGeneral,
	),
	outputStructure: choice<OutputStructure>({
		displayName: 'One Row Per',
		name: 'outputStructure',
		displayOptions: { hide: { promptType: ['earlier'] } },
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
	}),
} satisfies Params;

const { describeBy, prompt, fields, json, generalInstructions, outputStructure } = promptParameters;

/** What an item's parameters ask for. @param earlier what the earlier extractions that items name were asked for */
export function checkPrompt(
	context: IExecuteFunctions,
	itemIndex: number,
	earlier: EarlierRequests,
): Checked<ExtractionRequest> {
	const way = checkItem(context, itemIndex, { describeBy, outputStructure });
	if (!way.ok) return way;
	if (way.value.describeBy === 'text') return both(checkItem(context, itemIndex, { prompt }), way);
	if (way.value.describeBy === 'earlier') {
		const chosen = checkItem(context, itemIndex, { earlierExtraction });
		return chosen.ok ? (earlier.get(chosen.value.earlierExtraction) ?? invalid()) : chosen;
	}
	const described = { fields, json }[way.value.describeBy];
	const given = checkItem(context, itemIndex, { described, generalInstructions });
	if (!given.ok) return given;
	const { lines, general, fields: named } = given.value.described;
	if (lines !== undefined && way.value.outputStructure === 'per_invoice')
		return invalid({
			parameter: json.property.displayName,
			text: `"${lines}" is a list of line items, but a row is an invoice. Set ${outputStructure.property.displayName} to Line Item`,
		});
	// Together, they may be too long.
	const all = generalInstructions.check(`${general}\n${given.value.generalInstructions}`);
	if (!all.ok) return all;
	return both(
		valid({ prompt: { fields: named, ...(all.value !== '' && { general_prompt: all.value }) } }),
		way,
	);
}
