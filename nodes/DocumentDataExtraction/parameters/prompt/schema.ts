import type { PromptObject } from '../../api/endpoints/extractions';
import { isRecord } from '../../shared/json';
import { checked, invalid, type Checked, type Problem } from '../../shared/problems';
import type { Described } from './checks';

/** A JSON Schema, or what should be one. */
export type JsonSchema = Record<string, unknown>;

/** Instructions for the types and formats of JSON Schema. The other formats say nothing about a document. */
const TYPE_WORDS: ReadonlyMap<unknown, string> = new Map([
	['boolean', 'true or false'],
	['date', 'A date in the form YYYY-MM-DD'],
	['date-time', 'A date and time in the form YYYY-MM-DDThh:mm:ss'],
	['integer', 'A whole number'],
	['number', 'A number'],
]);

const ELSEWHERE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties', 'dependentSchemas'];

/** The key by which a schema refers to other schemas, such as `$ref`; undefined if it has none. */
export const elsewhereIn = (schema: unknown): string | undefined =>
	isRecord(schema) ? ELSEWHERE.find((key) => key in schema) : undefined;

const asList = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

const isNull = (value: unknown): boolean => isRecord(value) && value.type === 'null';

/** Takes "or null" away, because every cell may be empty: what remains may be a single type. */
function withoutNull(schema: JsonSchema): JsonSchema {
	const { anyOf, oneOf, ...rest } = schema;
	const others = [...asList(anyOf), ...asList(oneOf)].filter((one) => !isNull(one));
	const [only] = others;
	return others.length === 1 && isRecord(only) ? { ...only, ...rest } : schema;
}

/** The properties of the objects in a list; undefined for any other property. */
function lineProperties({ items }: JsonSchema): JsonSchema | undefined {
	const line = isRecord(items) ? withoutNull(items) : {};
	return isRecord(line.properties) && elsewhereIn(line) === undefined ? line.properties : undefined;
}

/** Says why a property cannot become a column; undefined if it can. */
function whyNoColumn(schema: JsonSchema): string | undefined {
	const types = asList(schema.type);
	const elsewhere = elsewhereIn(schema);
	if (elsewhere !== undefined) return `uses ${elsewhere}. Enter its "type" and "description" here instead`;
	if (types.includes('object') || 'properties' in schema)
		return 'is an object, but a column holds one value. Move its fields to the top level and give them their own names';
	if (types.includes('array') || 'items' in schema)
		return 'is a list, but a column holds one value. Make it a text, or a list of objects with "properties" for the line items';
	return undefined;
}

/** The field of a property, with what the schema says of it as instructions. */
function fieldOf(name: string, schema: JsonSchema, ofLines: boolean): PromptObject['fields'][number] {
	const { description, enum: values, format, type } = schema;
	const prompt = [
		String(description ?? '')
			.trim()
			.replace(/\.$/, ''),
		ofLines ? 'Of each line item' : '',
		Array.isArray(values) ? `One of: ${values.filter((value) => value !== null).join(', ')}` : '',
		TYPE_WORDS.get(format) ??
			asList(type)
				.map((one) => TYPE_WORDS.get(one) ?? '')
				.join(''),
	]
		.filter((text) => text !== '')
		.join('. ');
	return { name: name.trim(), ...(prompt !== '' && { prompt }) };
}

/**
 * Reads a JSON Schema of one row, or of a list of rows: each property becomes a field, and so does each property of the one list of
 * objects that it may have, the line items. Demands of the schema ("required", "minimum" and the like) are not read: a document holds
 * what it holds.
 */
export function describedBySchema(root: JsonSchema): Checked<Described> {
	const row = lineProperties(root) ?? root.properties;
	// The columns of another schema must not be left out without a word.
	if (!isRecord(row) || elsewhereIn(root) !== undefined)
		return invalid({
			text: `The schema must be an object with "properties" such as {"properties": {"Total": {"type": "number"}}}, and without ${ELSEWHERE.join(', ')}`,
		});
	const problems: Problem[] = [];
	const fields: PromptObject['fields'] = [];
	let lines: string | undefined;
	const add = (name: string, property: unknown, list?: string): void => {
		const wrong = (text: string) =>
			problems.push({ text: `"${name}"${list === undefined ? '' : ` in "${list}"`} ${text}` });
		// JSON Schema also knows "true" for a property of which it says nothing.
		const schema = isRecord(property) ? withoutNull(property) : {};
		const ofLines = list === undefined ? lineProperties(schema) : undefined;
		const why = ofLines === undefined ? whyNoColumn(schema) : undefined;
		if (why !== undefined) wrong(why);
		else if (ofLines === undefined) fields.push(fieldOf(name, schema, list !== undefined));
		else if (lines !== undefined)
			wrong(`is a second list of objects besides "${lines}". Only one list can be the line items`);
		else {
			lines = name;
			for (const [inner, one] of Object.entries(ofLines)) add(inner, one, name);
		}
	};
	for (const [name, property] of Object.entries(row)) add(name, property);
	return checked({ fields, lines, general: String(root.description ?? '').trim() }, problems);
}
