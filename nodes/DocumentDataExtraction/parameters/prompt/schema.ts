import { LIMITS } from '../../api/limits';
import type { PromptObject } from '../../api/extractions';
import { isRecord } from '../../shared/json';
import { checked, invalid, type Checked } from '../../shared/problems';
import type { Described } from './checks';

/** A JSON Schema, or what should be one. */
export type JsonSchema = Record<string, unknown>;

type Field = PromptObject['fields'][number];

/** Instructions for the types and formats of JSON Schema. The other formats say nothing about a document. */
const WORDS: ReadonlyMap<unknown, string> = new Map([
	['boolean', 'true or false'],
	['date', 'A date in the form YYYY-MM-DD'],
	['date-time', 'A date and time in the form YYYY-MM-DDThh:mm:ss'],
	['integer', 'A whole number'],
	['number', 'A number'],
]);

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

const ELSEWHERE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties', 'dependentSchemas'];

/** What a schema refers to instead of saying it, such as `$ref`; undefined if it says all by itself. */
export const elsewhereIn = (schema: unknown): string | undefined =>
	isRecord(schema) ? ELSEWHERE.find((key) => key in schema) : undefined;

const OF_LINES = 'Of each line item';

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

const isNull = (value: unknown): boolean => isRecord(value) && value.type === 'null';

const typesOf = ({ type }: JsonSchema): unknown[] => listOf(type).filter((one) => one !== 'null');

/** Takes "or null" away, because every cell may be empty: what remains may be a single type. */
function withoutNull(schema: JsonSchema): JsonSchema {
	const { anyOf, oneOf, ...rest } = schema;
	const others = [...listOf(anyOf), ...listOf(oneOf)].filter((one) => !isNull(one));
	const [only] = others;
	return others.length === 1 && isRecord(only) ? { ...only, ...rest } : schema;
}

/** The values that a schema allows, as an instruction; empty if it names none. */
const enumWords = ({ enum: values }: JsonSchema): string =>
	Array.isArray(values) ? `One of: ${values.filter((value) => value !== null).join(', ')}` : '';

/** The description of a property with further instructions behind it. */
const promptWith = ({ description }: JsonSchema, ...words: string[]): string =>
	[
		String(description ?? '')
			.trim()
			.replace(/\.$/, ''),
		...words,
	]
		.filter((text) => text !== '')
		.join('. ');

/** Says why a property cannot become a column; undefined if it can. */
function whyNoColumn(schema: JsonSchema): string | undefined {
	const types = typesOf(schema);
	const elsewhere = elsewhereIn(schema);
	const ofItems = elsewhereIn(schema.items);
	if (elsewhere !== undefined) return `uses ${elsewhere}. Enter its "type" and "description" here instead`;
	if (ofItems !== undefined) return `has "items" that use ${ofItems}. Enter their "properties" here instead`;
	if (types.includes('object') || 'properties' in schema)
		return 'is an object, but a column holds one value. Move its fields to the top level and give them their own names';
	if (types.includes('array') || 'items' in schema)
		return 'is a list, but a column holds one value. Make it a text, or a list of objects for the line items';
	const unknown = types.find((type) => !TYPES.includes(String(type)));
	if (unknown !== undefined)
		return `has the type ${JSON.stringify(unknown)}. A column can be a boolean, integer, number or string`;
	if (!['string', 'undefined'].includes(typeof schema.description))
		return 'has a "description" that is not text';
	if (promptWith(schema, enumWords(schema)).length > LIMITS.fieldPrompt.max && enumWords(schema) !== '')
		return `has an "enum" that does not fit into the ${LIMITS.fieldPrompt.max} characters of its instructions. Remove "enum", and describe the value in "description"`;
	return undefined;
}

/** The field of a property. What its type says is added to its description if both fit. */
function fieldOf(name: string, schema: JsonSchema, ofLines: boolean): Field {
	const told = String(schema.description ?? '').trim();
	const type =
		WORDS.get(schema.format) ??
		typesOf(schema)
			.map((one) => WORDS.get(one) ?? '')
			.join('');
	const values = enumWords(schema);
	const fitting = [
		promptWith(schema, ofLines ? OF_LINES : '', values, type),
		promptWith(schema, values),
	].find((text) => text.length <= LIMITS.fieldPrompt.max);
	const isPlain = !ofLines && values === '' && type === '';
	const prompt = isPlain ? told : (fitting ?? told);
	return prompt === '' ? { name: name.trim() } : { name: name.trim(), prompt };
}

/** The properties of the objects in a list; undefined for any other property. */
function lineProperties({ items }: JsonSchema): JsonSchema | undefined {
	const line = isRecord(items) ? withoutNull(items) : {};
	return isRecord(line.properties) && elsewhereIn(line) === undefined ? line.properties : undefined;
}

/**
 * Reads a JSON Schema of one row, or of a list of rows: each property becomes a field, and so does each property of the one list of
 * objects that it may have, the line items. What the schema demands ("required", "minimum" and the like) is not read: a document holds
 * what it holds.
 */
export function describedBySchema(root: JsonSchema): Checked<Described> {
	const row = lineProperties(root) ?? root.properties;
	const elsewhere = elsewhereIn(root) ?? (row === undefined ? elsewhereIn(root.items) : undefined);
	if (!isRecord(row) || elsewhere !== undefined) {
		const uses = elsewhere === undefined ? '' : `uses ${elsewhere}, which is not supported. It `;
		return invalid({
			text: `The schema ${uses}must be an object with "properties", such as {"properties": {"Total": {"type": "number"}}}`,
		});
	}
	const problems: string[] = [];
	const fields: Field[] = [];
	let lines: string | undefined;
	const add = (name: string, property: unknown, list?: string): void => {
		const shown = list === undefined ? `"${name}"` : `"${name}" in "${list}"`;
		if (!isRecord(property)) {
			problems.push(`${shown} must be an object such as {"type": "string"}`);
			return;
		}
		const schema = withoutNull(property);
		const ofLines = list === undefined ? lineProperties(schema) : undefined;
		if (ofLines === undefined) {
			const why = whyNoColumn(schema);
			if (why === undefined) fields.push(fieldOf(name, schema, list !== undefined));
			else problems.push(`${shown} ${why}`);
		} else if (lines !== undefined) {
			problems.push(`"${lines}" and ${shown} are lists of objects. Only one list can be the line items`);
		} else {
			lines = name;
			for (const [inner, one] of Object.entries(ofLines)) add(inner, one, name);
		}
	};
	for (const [name, property] of Object.entries(row)) add(name, property);
	const general = typeof root.description === 'string' ? root.description.trim() : '';
	return checked(
		{ fields, lines, general },
		problems.map((text) => ({ text })),
	);
}
