import type { FileEntry } from '../../../api/uploads';
import { checkIdentifier } from '../../../api/identifiers';
import { inMegabytes, LIMITS } from '../../../api/limits';
import { fileIdAt } from '../../../extraction/request/identity';
import { withExtension } from '../../../files/input/fileNames';
import { fileTypeOf, sizeLimitOf, SUPPORTED_TYPES } from '../../../files/input/fileTypes';
import { checked, problemsOf, type Checked } from '../../../shared/problems';
import { checkNumber } from '../../../parameters/param';

/** A file as the user describes it. The values may be text from an expression. */
export interface GivenFile {
	file_id?: unknown;
	file_name?: unknown;
	file_size_bytes?: unknown;
}

const trimmedText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

function entryOf(given: GivenFile, index: number): FileEntry {
	const name = trimmedText(given.file_name);
	const type = fileTypeOf(name, '');
	const size = checkNumber(given.file_size_bytes, '', { min: 1 });
	return {
		file_id: trimmedText(given.file_id) || fileIdAt(index),
		file_name: type ? withExtension(name, type) : name,
		file_size_bytes: size.ok ? size.value : NaN,
	};
}

function entryProblems({ file_id, file_name, file_size_bytes: bytes }: FileEntry): string[] {
	const id = checkIdentifier(file_id, `the file ID ${JSON.stringify(file_id.slice(0, 60))}`);
	const texts = problemsOf(id).map(({ text }) => text);
	const type = fileTypeOf(file_name, '');
	if (!file_name) texts.push('it has no file name');
	else if (!type) texts.push(`the name must end with the extension of a ${SUPPORTED_TYPES} file`);
	if (Number.isNaN(bytes)) texts.push('its size must be a whole number of bytes, at least 1');
	else if (type && bytes > sizeLimitOf(type))
		texts.push(
			`it has ${inMegabytes(bytes)}; a ${type.toUpperCase()} may have up to ${inMegabytes(sizeLimitOf(type))}`,
		);
	return texts.map((problem) => `File "${file_name || file_id}": ${problem}`);
}

function repeated(values: string[]): string[] {
	const seen = new Set<string>();
	const twice = values.filter((value) => seen.has(value) || !seen.add(value));
	return [...new Set(twice)];
}

function sessionTexts(entries: FileEntry[]): string[] {
	const texts: string[] = [];
	const { sessionFiles, sessionBytes } = LIMITS;
	if (entries.length === 0) texts.push('No file entered. Enter at least one');
	if (entries.length > sessionFiles)
		texts.push(`${entries.length} files are too many. A session can have up to ${sessionFiles}`);
	for (const id of repeated(entries.map(({ file_id }) => file_id)))
		texts.push(`The file ID "${id}" is used twice. Every file needs its own`);
	for (const name of repeated(entries.map(({ file_name }) => file_name)))
		texts.push(`The file name "${name}" is used twice. Every file needs its own`);
	const bytes = entries.reduce((sum, { file_size_bytes }) => sum + (file_size_bytes || 0), 0);
	if (bytes > sessionBytes)
		texts.push(
			`The files have ${inMegabytes(bytes)} together. A session can have up to ${inMegabytes(sessionBytes)}`,
		);
	return texts;
}

/** The entries of a session from what the user gave, and all that the service would refuse ("File entry", "Sizes and counts"). */
export function checkFileEntries(given: GivenFile[], parameter: string): Checked<FileEntry[]> {
	const entries = given.map(entryOf);
	const texts = [...entries.flatMap(entryProblems), ...sessionTexts(entries)];
	return checked(
		entries,
		texts.map((text) => ({ parameter, text })),
	);
}
