import type { IDataObject } from 'n8n-workflow';
import { identifierProblem } from '../../../api/identifiers';
import { LIMITS } from '../../../api/limits';
import { splitList } from '../../../files/input/fileChoice';
import type { Problem } from '../../../shared/problems';
import { FILE_IDS } from './properties';

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const idOf = (entry: unknown): string => {
	const id = isRecord(entry) ? entry.file_id : entry;
	return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
};

/** File ids from a list of ids or of objects with a `file_id`, a JSON array, or text with commas. */
export function readFileIds(value: unknown): string[] {
	if (Array.isArray(value)) return value.map(idOf);
	if (isRecord(value)) return [idOf(value)];
	const text = String(value ?? '').trim();
	if (text.startsWith('[')) {
		try {
			return readFileIds(JSON.parse(text));
		} catch {
			// Not JSON after all: the brackets are reported as what no id may contain.
		}
	}
	return splitList(text);
}

/** What the contract says about `file_ids` ("POST /extractions", "Sizes and counts"). */
export function fileIdProblems(fileIds: string[]): Problem[] {
	const texts: string[] = [];
	const { sessionFiles } = LIMITS;
	if (fileIds.length === 0) texts.push('No file is given. Name at least one completed file of the session');
	if (fileIds.length > sessionFiles)
		texts.push(`${fileIds.length} files are too many; an extraction takes up to ${sessionFiles}`);
	const seen = new Set<string>();
	const twice = new Set<string>();
	fileIds.forEach((id, index) => {
		const problem = identifierProblem(id);
		if (problem) texts.push(`ID ${index + 1} (${JSON.stringify(id.slice(0, 60))}) ${problem}`);
		else if (seen.has(id)) twice.add(id);
		seen.add(id);
	});
	if (twice.size > 0) texts.push(`${[...twice].join(', ')} is named twice; name each file once`);
	return texts.map((text) => ({ parameter: FILE_IDS, text }));
}

/** The names of the files where the incoming item lists them, as the output of Upload Files does. */
export function knownFileNames({ files }: IDataObject, fileIds: string[]): string[] {
	const names = new Map(
		(Array.isArray(files) ? files : [])
			.filter(isRecord)
			.map(({ file_id, file_name }) => [file_id, file_name]),
	);
	const found = fileIds.map((id) => names.get(id));
	return found.every((name) => typeof name === 'string') ? found : [];
}
