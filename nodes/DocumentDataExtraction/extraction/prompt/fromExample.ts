import { isRecord } from '../../shared/json';
import { invalid, type Checked } from '../../shared/problems';
import { fieldsOfSchema, type JsonSchema, type SchemaFields } from './fromSchema';

const FORMATS: Array<[format: string, pattern: RegExp]> = [
	['date', /^\d{4}-\d\d-\d\d$/],
	['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d/],
];

/** Merges the keys of all objects, because an example may omit empty values. */
function merged(list: unknown[]): unknown {
	if (!list.every(isRecord)) return undefined;
	return list.length === 0 ? undefined : Object.fromEntries(list.flatMap((entry) => Object.entries(entry)));
}

/** The JSON Schema that a value is an example of. Of its texts only the form counts: the values belong to another document. */
function schemaOf(value: unknown): JsonSchema {
	if (Array.isArray(value)) return { type: 'array', items: schemaOf(merged(value)) };
	if (isRecord(value)) {
		const properties = Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]);
		return { type: 'object', properties: Object.fromEntries(properties) as JsonSchema };
	}
	if (typeof value === 'boolean' || typeof value === 'number') return { type: typeof value };
	const format = FORMATS.find(([, pattern]) => typeof value === 'string' && pattern.test(value))?.[0];
	return format === undefined ? {} : { type: 'string', format };
}

const isSchema = (value: unknown): boolean =>
	isRecord(value) && isRecord(value.properties) && ('$schema' in value || value.type === 'object');

/** Reads an example of a row, or a list of such rows: each key becomes a field, and so does each key of the line items. */
export function fieldsOfExample(value: unknown, parameter: string): Checked<SchemaFields> {
	const wrong = (text: string) => invalid({ parameter, text });
	if (isSchema(value)) return wrong('This is a JSON Schema. Set Describe Data By to JSON Schema');
	if (!isRecord(Array.isArray(value) ? merged(value) : value))
		return wrong(
			'The example must be an object with the names of the columns, such as {"Invoice Number": "INV-1001", "Total": 1477.19}',
		);
	return fieldsOfSchema(schemaOf(value), parameter);
}
