import { parseJson, repeatedName } from '../../shared/json';
import { invalid, valid, type Checked } from '../../shared/problems';
import { checkObject, checkText, type Prompt } from './checks';
import { fieldsOfExample } from './fromExample';
import { promptFromJson } from './fromJson';
import { fieldsOfSchema } from './fromSchema';

export type { Prompt } from './checks';

/** A row as the user shows it: by an example or by a JSON Schema. */
interface RowInput {
	kind: 'example' | 'schema';
	/** As a value or as text. */
	json: unknown;
	generalInstructions: string;
	/** Whether a row is a whole invoice, so that it cannot hold line items. */
	rowsAreInvoices: boolean;
}

export type PromptInput =
	| { kind: 'text'; text: string }
	| { kind: 'fields'; fields: Array<{ name: string; instructions: string }>; generalInstructions: string }
	| { kind: 'json'; json: unknown }
	| RowInput;

/** The display names of the parameters that a prompt is given with. */
export interface PromptParameters {
	text: string;
	fields: string;
	generalInstructions: string;
	json: string;
	example: string;
	schema: string;
}

const withGeneral = (general: string) => (general === '' ? {} : { general_prompt: general });

/** Reads a JSON parameter. Reports the place of an error, and a name that occurs twice. */
function readJson(given: unknown, parameter: string): Checked<unknown> {
	if (typeof given !== 'string') return valid(given);
	const json = parseJson(given);
	if (!json.ok) return invalid({ parameter, text: `The text is not valid JSON: ${json.reason}` });
	const twice = repeatedName(given);
	return twice === undefined
		? json
		: invalid({ parameter, text: `"${twice}" occurs twice in one object. Every column needs its own name` });
}

function promptFromRow(
	{ kind, json, generalInstructions, rowsAreInvoices }: RowInput,
	{ [kind]: parameter, generalInstructions: generalParameter }: PromptParameters,
): Checked<Prompt> {
	const read = readJson(json, parameter);
	if (!read.ok) return read;
	const row =
		kind === 'example' ? fieldsOfExample(read.value, parameter) : fieldsOfSchema(read.value, parameter);
	if (!row.ok) return row;
	const { fields, lines, description } = row.value;
	if (lines !== undefined && rowsAreInvoices)
		return invalid({
			parameter,
			text: `"${lines}" is a list of line items, but a row is an invoice. Set One Row Per to Line Item`,
		});
	const general = [description, generalInstructions.trim()].filter((text) => text !== '').join('\n');
	return checkObject({ fields, ...withGeneral(general) }, parameter, generalParameter);
}

/** Builds the prompt of a submission and checks it against the contract ("Prompt"). */
export function buildPrompt(input: PromptInput, parameters: PromptParameters): Checked<Prompt> {
	if (input.kind === 'text') return checkText(input.text, parameters.text);
	if (input.kind === 'json') return promptFromJson(input.json, parameters.json);
	if (input.kind !== 'fields') return promptFromRow(input, parameters);
	const fields = input.fields.map(({ name, instructions }) => ({
		name: name.trim(),
		...(instructions.trim() ? { prompt: instructions.trim() } : {}),
	}));
	return checkObject(
		{ fields, ...withGeneral(input.generalInstructions.trim()) },
		parameters.fields,
		parameters.generalInstructions,
	);
}
