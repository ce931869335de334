import { invalidInput, ApiError, type Issue } from './errors';
import type { Submission } from './http/submissionSchema';
import type { FileEntry } from './state/Sessions';

/**
 * What a newer service does beyond the contract, which lets additions ship without a version change (setting `newer`):
 * - another request under a known submission id is refused with SUBMISSION_ID_ALREADY_USED;
 * - at most 15 answers go in one request;
 * - file names have at most 200 characters, no control characters, and differ in more than case and spaces;
 * - the list takes `status=input_required`;
 * - every payload has fields that nobody knows, and null for a list that is empty.
 */
export const MAX_ANSWERS = 15;
const MAX_FILE_NAME = 200;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Throws where a newer service refuses the files of a session. */
export function refuseFileNames(files: FileEntry[]): void {
	const issues = files.flatMap(({ file_name }, index): Issue[] => {
		const path = ['files', index, 'file_name'];
		if (file_name.length > MAX_FILE_NAME)
			return [{ message: `must be at most ${MAX_FILE_NAME} characters`, path }];
		return CONTROL.test(file_name) ? [{ message: 'must not contain control characters', path }] : [];
	});
	if (issues.length > 0) throw invalidInput(...issues);
	const seen = new Set<string>();
	for (const { file_name } of files) {
		const bare = file_name.toLowerCase().replace(/\s+/g, '');
		if (seen.has(bare)) throw new ApiError('DUPLICATE_FILE_NAME', { file_name });
		seen.add(bare);
	}
}

/** Throws where a newer service refuses so many answers at once. */
export function refuseManyAnswers(answers: unknown[]): void {
	if (answers.length <= MAX_ANSWERS) return;
	throw invalidInput({ message: `must be at most ${MAX_ANSWERS}`, path: ['answers'] });
}

/** Throws where a submission id is used again for another request. A service that does not look takes a repeat for the first. */
export function refuseAnotherRequest(extractionId: string, first: Submission, again: Submission): void {
	const names = [...new Set([...Object.keys(first), ...Object.keys(again)])] as Array<keyof Submission>;
	const differing = names.filter((name) => JSON.stringify(first[name]) !== JSON.stringify(again[name]));
	if (differing.length === 0) return;
	throw new ApiError('SUBMISSION_ID_ALREADY_USED', {
		extraction_id: extractionId,
		differing_fields: differing.sort(),
	});
}

/** Lists that a client cannot go on without. */
const KEPT_LISTS = new Set(['rows', 'extractions', 'questions', 'files', 'part_urls', 'issues']);
/** What people wrote or what their documents say: never added to. */
const THEIR_OWN = new Set(['rows', 'prompt']);

/** A payload as a newer service sends it. */
export function newerPayload(value: unknown, name = ''): unknown {
	if (THEIR_OWN.has(name)) return value;
	if (Array.isArray(value)) {
		if (value.length === 0 && !KEPT_LISTS.has(name)) return null;
		return value.map((item) => newerPayload(item));
	}
	if (value === null || typeof value !== 'object') return value;
	const entries = Object.entries(value).map(([key, inner]) => [key, newerPayload(inner, key)]);
	return { ...Object.fromEntries(entries), added_later: { since: 2, notes: [null, 'unknown'] } };
}
