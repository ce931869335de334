import type { IDataObject } from 'n8n-workflow';
import { checkIdentifier } from '../../../api/identifiers';
import { LIMITS } from '../../../api/limits';
import { splitList } from '../../../shared/text';
import { checked, problemsOf, type Checked, type Problem } from '../../../shared/problems';
import { isRecord, parseJson } from '../../../shared/json';

const fileIdIn = (entry: unknown): string => {
	const id = isRecord(entry) ? entry.file_id : entry;
	return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
};

/** File ids from a list of ids or of objects with a `file_id`, a JSON array, or text with commas. */
function fileIdsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.map(fileIdIn);
	if (isRecord(value)) return [fileIdIn(value)];
	const text = String(value ?? '').trim();
	const json = text.startsWith('[') ? parseJson(text) : undefined;
	// Without valid JSON the brackets stay, and are reported because no ID may contain them.
	return json?.ok ? fileIdsIn(json.value) : splitList(text);
}

/** What the contract says about `file_ids` ("POST /extractions", "Sizes and counts"). */
function fileIdProblems(fileIds: string[]): Problem[] {
	const problems: Problem[] = [];
	const wrong = (text: string) => problems.push({ text });
	const { sessionFiles } = LIMITS;
	if (fileIds.length === 0) wrong('No file entered. Enter at least one completed file of the session');
	if (fileIds.length > sessionFiles)
		wrong(`${fileIds.length} files are too many. An extraction can have up to ${sessionFiles}`);
	const seen = new Set<string>();
	const twice = new Set<string>();
	fileIds.forEach((id, index) => {
		const name = `ID ${index + 1} (${JSON.stringify(id.slice(0, 60))})`;
		const faults = problemsOf(checkIdentifier(id, name));
		problems.push(...faults);
		if (faults.length === 0 && seen.has(id)) twice.add(id);
		seen.add(id);
	});
	if (twice.size > 0) wrong(`The list contains ${[...twice].join(', ')} twice. Enter each file once`);
	return problems;
}

/** The file IDs of a parameter. */
export function checkFileIds(given: unknown): Checked<string[]> {
	const fileIds = fileIdsIn(given);
	return checked(fileIds, fileIdProblems(fileIds));
}

/** The names of the files, if the incoming item lists all of them as the output of Upload Files does. */
export function knownFileNames({ files }: IDataObject, fileIds: string[]): string[] {
	const names = new Map(
		(Array.isArray(files) ? files : [])
			.filter(isRecord)
			.map(({ file_id, file_name }) => [file_id, file_name]),
	);
	const found = fileIds.map((id) => names.get(id));
	return found.every((name) => typeof name === 'string') ? found : [];
}
