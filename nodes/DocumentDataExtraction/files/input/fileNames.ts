import { cutOff } from '../../shared/text';
import { extensionOf, extensionSays, fileTypeOf, type FileType } from './fileTypes';

/** The service cuts longer names. The Source File of a row would then name no file. */
const LONGEST_NAME = 200;

/** Control characters such as line breaks, and halves of characters, do not survive the way to the service. */
const UNSENDABLE = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** Removes folders and characters that cannot be sent from a name. The caller limits its length. */
const cleaned = (fileName: string): string =>
	fileName.split(/[/\\]/).pop()?.replace(UNSENDABLE, ' ').trim() || 'document';

/** Puts a name together from its stem and ending, within the length that the service keeps. */
const joined = (stem: string, ending: string): string => cutOff(stem, LONGEST_NAME - ending.length) + ending;

/** Makes a file's name end in the extension of its type, in lower case: the service goes by it ("File entry"). */
export function withExtension(fileName: string, type: FileType): string {
	const name = cleaned(fileName);
	if (!extensionSays(name, type)) return joined(name, `.${type}`);
	const extension = extensionOf(name);
	return joined(name.slice(0, -extension.length - 1), `.${extension}`);
}

/** The names that a file goes by: the one that is sent (unless another file has it too), and the one that its item shows. */
export function possibleNames(fileName: string, mimeType: string): string[] {
	const shown = cutOff(cleaned(fileName), LONGEST_NAME);
	const type = fileTypeOf(fileName, mimeType);
	return type ? [withExtension(fileName, type), shown] : [shown];
}

/** The service takes two names for the same if they have the same key: it ignores case and spaces. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/g, '');

/**
 * Makes file names unique within a session and keeps their extension: `invoice.pdf`, `invoice (2).pdf`. Names that differ only in case
 * or spaces count as the same, because the service takes them for the same.
 *
 * @returns one name for each given name, in the same order
 */
export function uniqueNames(names: string[]): string[] {
	const reserved = new Set(names.map(nameKey));
	const given = new Set<string>();
	const nextNumber = new Map<string, number>();
	return names.map((name) => {
		const key = nameKey(name);
		if (!given.has(key)) {
			given.add(key);
			return name;
		}
		const extension = extensionOf(name);
		const stem = extension ? name.slice(0, -extension.length - 1) : name;
		for (let number = nextNumber.get(key) ?? 2; ; number++) {
			const candidate = joined(stem, ` (${number})${name.slice(stem.length)}`);
			const candidateKey = nameKey(candidate);
			if (given.has(candidateKey) || reserved.has(candidateKey)) continue;
			nextNumber.set(key, number + 1);
			given.add(candidateKey);
			return candidate;
		}
	});
}
