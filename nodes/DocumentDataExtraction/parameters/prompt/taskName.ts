import { LIMITS } from '../../api/limits';
import { invalid, valid, type Checked } from '../../shared/problems';
import { cutOff } from '../../shared/text';

const { min, max } = LIMITS.taskName;

/** Shortens a text to a length. It ends with a whole word if a word ends in its second half. */
export function shortenAtWord(text: string, length: number): string {
	if (text.length <= length) return text;
	// A run of spaces is worth one, or next to nothing might be left before it.
	const words = text.trim().replace(/\s+/g, ' ');
	if (words.length <= length) return words;
	const space = words.lastIndexOf(' ', length);
	return cutOff(words, space > length / 2 ? space : length).trim();
}

/** The name that a user gives an extraction; empty if it is left out. One that is too long is shortened later. */
export function checkTaskName(given: unknown): Checked<string> {
	const name = String(given ?? '').trim();
	if (name === '' || name.length >= min) return valid(name);
	return invalid({ text: `"${name}" is too short. Use at least ${min} characters` });
}

/**
 * The name that the dashboard shows for the extraction: what the user gave, or the documents' names.
 *
 * @returns 3 to 40 characters
 */
export function taskName(given: string, fileNames: string[]): string {
	if (given.trim()) return shortenAtWord(given.trim(), max);
	const more = fileNames.length > 1 ? ` and ${fileNames.length - 1} more` : '';
	const first = fileNames[0] ?? '';
	return (cutOff(first, max - more.length).trim() + more).padEnd(min, '.');
}
