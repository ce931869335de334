import { z } from 'zod';
import { isRecord, parseJson } from '../../shared/json';
import { checked, invalid, valid, type Checked } from '../../shared/problems';
import { fieldProblems, type Described } from './checks';
import { describedBySchema, elsewhereIn, type JsonSchema } from './schema';

type JsonObject = Record<string, unknown>;

/** What a JSON can be, in the words of the messages. */
type JsonKind = 'an example row' | 'a JSON Schema' | 'a prompt object';

/** One entry with a name is enough. A problem with the other entries is then an error, and not a column called "name". */
const isListOfFields = (value: unknown): boolean =>
	Array.isArray(value) && (value.length === 0 || value.some((field) => isRecord(field) && 'name' in field));

function jsonKindOf(json: JsonObject): JsonKind {
	const { fields, properties, items } = json;
	if (isListOfFields(fields) || 'general_prompt' in json) return 'a prompt object';
	const hasProperties = isRecord(properties) || (isRecord(items) && isRecord(items.properties));
	const elsewhere = elsewhereIn(json) ?? elsewhereIn(items);
	return hasProperties || elsewhere || '$schema' in json ? 'a JSON Schema' : 'an example row';
}

/** Merges the keys of all objects, because an example may omit empty values. */
function merged(list: unknown[]): JsonObject | undefined {
	if (list.length === 0 || !list.every(isRecord)) return undefined;
	return Object.fromEntries(list.flatMap((entry) => Object.entries(entry)));
}

const FORMATS: Array<[format: string, pattern: RegExp]> = [
	['date', /^\d{4}-\d\d-\d\d$/],
	['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d/],
];

/** The JSON Schema that a value is an example of. Only the form of a text counts, because its value belongs to another document. */
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

/** The object form ("Prompt"). Strict, because the service takes no key that it does not know. */
const PROMPT_ENTERED = z
	.object({
		fields: z.array(z.object({ name: z.string().trim(), prompt: z.string().trim().optional() }).strict()),
		general_prompt: z.string().trim().default(''),
	})
	.strict();

function describedByPrompt(json: JsonObject): Checked<Described> {
	const read = PROMPT_ENTERED.safeParse(json);
	if (read.success) return valid({ fields: read.data.fields, general: read.data.general_prompt });
	const texts = read.error.issues.map(({ path, message }) =>
		[path.join('.'), message].filter((part) => part !== '').join(': '),
	);
	return invalid(...texts.map((text) => ({ text })));
}

/** Reads the description of a row: by an example, or a list of such rows; by a JSON Schema; or by the prompt object of the API. */
export function checkJson(given: unknown): Checked<Described> {
	const read = typeof given === 'string' ? parseJson(given) : valid(given);
	if (!read.ok) return read;
	const json = Array.isArray(read.value) ? merged(read.value) : read.value;
	if (!isRecord(json))
		return invalid({
			text: 'Enter an example row such as {"Invoice Number": "INV-1001", "Total": 1477.19}, a JSON Schema, or a prompt object such as {"fields": [{"name": "Total"}]}',
		});
	const kind = Array.isArray(read.value) ? 'an example row' : jsonKindOf(json);
	const described =
		kind === 'a prompt object'
			? describedByPrompt(json)
			: describedBySchema(kind === 'a JSON Schema' ? json : schemaOf(json));
	const problems = described.ok ? fieldProblems(described.value.fields) : described.problems;
	const readAs = problems.map(({ text }) => ({ text: `Read as ${kind}: ${text}` }));
	return described.ok ? checked(described.value, readAs) : invalid(...readAs);
}
