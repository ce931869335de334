import { extensionOf, extensionSays, type FileType } from './fileTypes';

/** Makes a file's name end in the extension of its type, in lower case: the service goes by it ("File entry"). */
export function withExtension(fileName: string, type: FileType): string {
	const name = fileName.split(/[/\\]/).pop()?.trim() || 'document';
	if (!extensionSays(name, type)) return `${name}.${type}`;
	const extension = extensionOf(name);
	return name.slice(0, -extension.length) + extension;
}

/**
 * Makes file names unique within a session without losing their extension: `invoice.pdf`, `invoice (2).pdf`. Names that differ in
 * case alone are the same, as they are on many file systems.
 *
 * @returns one name for each given name, in the same order
 */
export function uniqueNames(names: string[]): string[] {
	const reserved = new Set(names.map((name) => name.toLowerCase()));
	const given = new Set<string>();
	const nextNumber = new Map<string, number>();
	return names.map((name) => {
		const key = name.toLowerCase();
		if (!given.has(key)) {
			given.add(key);
			return name;
		}
		const extension = extensionOf(name);
		const stem = extension ? name.slice(0, -extension.length - 1) : name;
		for (let number = nextNumber.get(key) ?? 2; ; number++) {
			const candidate = `${stem} (${number})${extension ? name.slice(stem.length) : ''}`;
			if (given.has(candidate.toLowerCase()) || reserved.has(candidate.toLowerCase())) continue;
			nextNumber.set(key, number + 1);
			given.add(candidate.toLowerCase());
			return candidate;
		}
	});
}
