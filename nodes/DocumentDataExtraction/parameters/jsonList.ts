import type { IDataObject } from 'n8n-workflow';

export type JsonList = { ok: true; list: IDataObject[] } | { ok: false; problem: string };

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(value: unknown): { ok: boolean; value?: unknown } {
	if (typeof value !== 'string') return { ok: true, value };
	try {
		return { ok: true, value: JSON.parse(value) };
	} catch {
		return { ok: false };
	}
}

/**
 * The objects that a JSON parameter holds: a list of them, an object with the list under `key`, or a single one; as values or as text.
 */
export function readJsonList(given: unknown, key: string): JsonList {
	const json = parsed(given);
	if (!json.ok) return { ok: false, problem: 'The text is not valid JSON' };
	const outer = isRecord(json.value) && Array.isArray(json.value[key]) ? json.value[key] : json.value;
	const list: unknown[] = Array.isArray(outer) ? outer : [outer];
	const wrong = list.findIndex((entry) => !isRecord(entry));
	if (wrong >= 0) return { ok: false, problem: `Entry ${wrong + 1} is not an object` };
	return { ok: true, list: list as IDataObject[] };
}
