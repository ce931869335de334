import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv, { type AnySchemaObject, type ErrorObject } from 'ajv';
import { createSchema, mergeSchemas, type Schema, type ValueType } from 'genson-js';
import type { IDataObject } from 'n8n-workflow';

const SCHEMAS = join(__dirname, '../../../nodes/DocumentDataExtraction/__schema__');

/** Where n8n's editor looks for the fields of an operation's output before its first run. */
export const schemaPath = (resource: string, operation: string): string =>
	join(SCHEMAS, 'v1.0.0', resource, `${operation}.json`);

/** Where n8n looks for those of a node without operations: of the trigger. */
export const TRIGGER_SCHEMA = join(SCHEMAS, 'v1.0.0.json');

/** A JSON schema as the editor reads it: every value has one type. */
export interface OutputSchema {
	type?: ValueType | ValueType[];
	nullable?: true;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	anyOf?: OutputSchema[];
}

const isNull = ({ type }: Schema): boolean => type === 'null';

/** The editor reads neither `anyOf` nor a list of types, so "a text or null" becomes a text that is nullable. */
function legible({ type, items, properties, anyOf }: Schema): OutputSchema {
	const [only, ...others] = (anyOf ?? []).filter((schema) => !isNull(schema));
	if (only && others.length === 0) return { ...legible(only), nullable: true };
	const types = Array.isArray(type) ? type.filter((name) => (name as string) !== 'null') : undefined;
	return {
		...(type ? { type: types?.length === 1 ? types[0] : (types ?? type) } : {}),
		...(types && types.length < (type?.length ?? 0) ? { nullable: true as const } : {}),
		...(anyOf ? { anyOf: anyOf.map(legible) } : {}),
		...(properties
			? {
					properties: Object.fromEntries(
						Object.entries(properties).map(([name, inner]) => [name, legible(inner)]),
					),
				}
			: {}),
		...(items ? { items: legible(items) } : {}),
	};
}

/** The schema of real outputs. Nothing is required: what an extraction has depends on its status. */
export function schemaOf(outputs: IDataObject[]): OutputSchema & { version: number } {
	const options = { noRequired: true };
	const merged = mergeSchemas(
		outputs.map((output) => createSchema(output, options)),
		options,
	);
	return { ...legible(merged), version: 1 };
}

/** Refuses what the schema does not name, at every level. */
function closed(schema: OutputSchema): AnySchemaObject {
	const { properties, items } = schema;
	return {
		...schema,
		...(properties
			? {
					additionalProperties: false,
					properties: Object.fromEntries(
						Object.entries(properties).map(([name, inner]) => [name, closed(inner)]),
					),
				}
			: {}),
		...(items ? { items: closed(items) } : {}),
	};
}

/** One for all, since each of them first compiles the schema of schemas. */
const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, keywords: ['version'] });

/** Where an output does not fit a schema; empty when it does. */
export function misfits(schema: OutputSchema, output: IDataObject): ErrorObject[] {
	const validate = ajv.compile(closed(schema));
	return validate(output) ? [] : (validate.errors ?? []);
}

export const readSchema = (path: string): OutputSchema | undefined =>
	existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as OutputSchema) : undefined;

export function writeSchema(path: string, schema: OutputSchema): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, `${JSON.stringify(schema, null, 2)}\n`);
}

/** A schema file. With UPDATE_SCHEMAS=1 (`npm run schemas`) it is first written from the outputs. */
export function schemaAt(path: string, outputs: IDataObject[]): OutputSchema {
	if (process.env.UPDATE_SCHEMAS === '1') writeSchema(path, schemaOf(outputs));
	return readSchema(path) ?? {};
}

/** The schema file of an operation. */
export const committedSchema = (resource: string, operation: string, outputs: IDataObject[]): OutputSchema =>
	schemaAt(schemaPath(resource, operation), outputs);
