import { LIMITS } from '../../api/limits';
import { parseJson } from '../../shared/json';
import { invalid, valid, type Checked } from '../../shared/problems';

/** The display name of a parameter that holds one number. */
export const PART_NUMBER = 'Part Number';

const { maxPartNumber, partNumbersPerRequest } = LIMITS;

/** `1-3, 5` as `['1-3', '5']`; lists, also within JSON text, as they are. */
function rangesIn(given: unknown): unknown[] {
	if (Array.isArray(given)) return given;
	if (typeof given === 'number') return [given];
	const text = String(given ?? '').trim();
	if (text.startsWith('[')) {
		const json = parseJson(text);
		return json.ok ? (json.value as unknown[]) : [text];
	}
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean);
}

const quoteEntry = (entry: unknown): string => JSON.stringify(entry)?.slice(0, 40) ?? String(entry);

/** The numbers of an entry. Undefined if it is not one. */
function rangeOf(entry: unknown): { first: number; last: number } | undefined {
	const range = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/.exec(String(entry).trim());
	if (!range || !['string', 'number'].includes(typeof entry)) return undefined;
	const first = Number(range[1]);
	return { first, last: Number(range[2] ?? first) };
}

/** Part numbers from text such as `1-3, 5`, a list, or JSON ("POST /uploads/sessions/{upload_session_id}/parts"). */
export function checkPartNumbers(given: unknown, parameter: string): Checked<number[]> {
	const wrong = (text: string) => invalid({ parameter, text });
	const numbers = new Set<number>();
	for (const entry of rangesIn(given)) {
		const range = rangeOf(entry);
		if (!range)
			return wrong(`${quoteEntry(entry)} is not a part number. Use numbers and ranges such as 1-3, 5`);
		const { first, last } = range;
		if (first > last) return wrong(`${quoteEntry(entry)} is in the wrong order. Use ${last}-${first}`);
		if (first < 1 || last > maxPartNumber)
			return wrong(`${quoteEntry(entry)} is out of range. Part numbers go from 1 to ${maxPartNumber}`);
		for (let number = first; number <= last; number++) {
			if (numbers.has(number)) return wrong(`Part ${number} is there twice. Enter each number once`);
			numbers.add(number);
		}
	}
	if (numbers.size === 0) return wrong('No part number entered. The first part is 1');
	if (numbers.size > partNumbersPerRequest)
		return wrong(
			`${numbers.size} part numbers are too many. A request can have up to ${partNumbersPerRequest}. Use several items`,
		);
	return valid([...numbers]);
}

/** The one part number that a parameter holds. */
export function checkPartNumber(given: unknown, parameter: string): Checked<number> {
	const checked = checkPartNumbers(given, parameter);
	if (!checked.ok) return checked;
	const [number = 1, ...others] = checked.value;
	return others.length > 0 ? invalid({ parameter, text: 'Enter one part number per item' }) : valid(number);
}
