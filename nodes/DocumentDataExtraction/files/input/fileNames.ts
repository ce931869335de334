import { cutOff } from '../../shared/text';
import { extensionOf, extensionSays, fileTypeOf, type FileType } from './fileTypes';

/*
 * The way of a file's name to the service, and back from the name in a row to the file. A name is changed as little as possible, so that
 * people recognise it, and never so that two files of an extraction have the same.
 */

/** The service cuts longer names. The Source File of a row would then name no file. */
const LONGEST_NAME = 200;

/** What separates folders. "Invoice 03/2026.pdf" has none, so nothing of the name is left out. */
const FOLDERS = /[/\\]+/g;

/** Control characters such as line breaks, and halves of characters, do not survive the way to the service. */
const UNSENDABLE = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** Replaces what cannot be sent in a name. The caller limits its length. */
const cleaned = (fileName: string): string =>
	fileName.replace(FOLDERS, '_').replace(UNSENDABLE, ' ').trim() || 'document';

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

/**
 * Two names with the same key may be the same to the service: it ignores case and spaces, and may give a name back with other spaces,
 * without invisible characters, or with its accents in their other spelling.
 */
export const nameKey = (name: string): string =>
	name
		.replace(/[\s\p{Cf}]+/gu, '')
		.normalize('NFC')
		.toLowerCase();

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

/** The file's name in `<file_name> (Page <n>)`, as a row names its source. */
export const nameInSource = (source: string): string => source.replace(/\s*\(\s*Pages?[\s\d,–-]+\)\s*$/i, '');

/** The key of the file that a row names as its source. */
export const sourceKey = (source: string): string => nameKey(nameInSource(source));

/** Finds files by the names that the service gives back. */
export class NamedFiles<F extends { sessionName: string }> {
	private readonly byName = new Map<string, F>();
	private readonly byKey = new Map<string, F>();
	private readonly known = new Map<string, F | undefined>();

	constructor(files: readonly F[]) {
		for (const file of files) {
			this.byName.set(file.sessionName, file);
			this.byKey.set(nameKey(file.sessionName), file);
		}
	}

	/** Finds a file by its name. */
	named(name: string): F | undefined {
		return this.byName.get(name) ?? this.byKey.get(nameKey(name));
	}

	/** The file that a source names, undefined when it names none of them. */
	fileOf(source: unknown): F | undefined {
		if (typeof source !== 'string') return undefined;
		if (!this.known.has(source))
			this.known.set(source, this.named(nameInSource(source)) ?? this.named(source));
		return this.known.get(source);
	}
}
