import type { IDataObject } from 'n8n-workflow';
import { invalid, valid, type Checked } from './problems';

/** Whether a value is an object with keys: neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a text as JSON. */
export function parseJson(text: string): Checked<unknown> {
	try {
		return valid(JSON.parse(text));
	} catch (error) {
		return invalid({ text: `The text is not valid JSON: ${(error as Error).message}` });
	}
}

interface JsonListRule {
	/** The key under which an object may hold the list. */
	key: string;
	/** A list as it should be, for the message. */
	example?: string;
}

/**
 * The objects that a JSON parameter holds: a list of them, an object with the list under `key`, or a single one; as values or as text.
 */
export function checkJsonList(given: unknown, { key, example }: JsonListRule): Checked<IDataObject[]> {
	const wrong = (text: string) =>
		invalid({ text: example === undefined ? text : `${text}. Use a list such as ${example}` });
	const json = typeof given === 'string' ? parseJson(given) : valid(given);
	if (!json.ok) return wrong('The text is not valid JSON');
	const outer = isRecord(json.value) && Array.isArray(json.value[key]) ? json.value[key] : json.value;
	const list: unknown[] = Array.isArray(outer) ? outer : [outer];
	const other = list.findIndex((entry) => !isRecord(entry));
	return other >= 0 ? wrong(`Entry ${other + 1} is not an object`) : valid(list as IDataObject[]);
}

/** A copy of an object without some of its fields. */
export const without = <T extends object, K extends keyof T>(object: T, ...fields: K[]): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field as K))) as Omit<T, K>;
