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

/**
 * The objects that a JSON parameter holds: a list of them, an object with the list under `key`, or a single one; as values or as text.
 */
export function checkJsonList(given: unknown, key: string): Checked<IDataObject[]> {
	const json = typeof given === 'string' ? parseJson(given) : valid(given);
	if (!json.ok) return json;
	const outer = isRecord(json.value) && Array.isArray(json.value[key]) ? json.value[key] : json.value;
	const list: unknown[] = Array.isArray(outer) ? outer : [outer];
	const other = list.findIndex((entry) => !isRecord(entry));
	if (other < 0) return valid(list as IDataObject[]);
	return invalid({ text: `Entry ${other + 1} is not an object. Enter a list of objects` });
}

/** A copy of an object without some of its fields. */
export const without = <T extends object, K extends keyof T>(object: T, ...fields: K[]): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field as K))) as Omit<T, K>;

/** Finds what a map has for a key. If that is nothing, it is made and added first. */
export function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
	const found = map.get(key) ?? make();
	map.set(key, found);
	return found;
}

/** Cuts a list, in its order, into pieces that weigh at most this, and have at most so many entries. What weighs more stands alone. */
export function inPieces<T>(
	list: T[],
	weightOf: (entry: T) => number,
	most: number,
	entries = Infinity,
): T[][] {
	const pieces: T[][] = [];
	let left = 0;
	for (const entry of list) {
		const last = pieces.at(-1);
		left -= weightOf(entry);
		if (last && left >= 0 && last.length < entries) last.push(entry);
		else {
			pieces.push([entry]);
			left = most - weightOf(entry);
		}
	}
	return pieces;
}
