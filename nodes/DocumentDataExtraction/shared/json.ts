import type { IDataObject } from 'n8n-workflow';
import { invalid, valid, type Checked } from './problems';

/** Whether a value is an object with keys: neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The result of reading a text as JSON: its value, or why it is not JSON, with the place if the engine names it. */
type ReadJson = { ok: true; value: unknown } | { ok: false; reason: string };

/** Turns the position in the engine's words, counted from 0, into the line and the column that an editor shows. */
function withPlace(message: string, text: string): string {
	return message.replace(/ is not valid JSON$/, '').replace(/ in JSON at position (\d+).*$/, (_all, at) => {
		const before = text.slice(0, Number(at)).split('\n');
		return ` in line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
	});
}

/** Reads a text as JSON. A text that is none is a value, not an error: each caller says it in its own words. */
export function parseJson(text: string): ReadJson {
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch (error) {
		return { ok: false, reason: withPlace((error as Error).message, text) };
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

/** Finds a name that occurs twice in one object of a valid JSON text. `JSON.parse` would silently drop the first. */
export function repeatedName(json: string): string | undefined {
	const open: Array<Set<string>> = [];
	for (const [token, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
		if (token === '{' || token === '[') open.push(new Set());
		else if (token === '}' || token === ']') open.pop();
		else if (colon !== undefined) {
			const name = String(JSON.parse(text ?? ''));
			if (open.at(-1)?.has(name)) return name;
			open.at(-1)?.add(name);
		}
	}
	return undefined;
}

/** A copy of an object without some of its fields. */
export const without = <T extends object, K extends keyof T>(object: T, ...fields: K[]): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field as K))) as Omit<T, K>;
