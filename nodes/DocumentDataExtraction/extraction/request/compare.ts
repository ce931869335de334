import type { SubmissionRequest } from '../../api/endpoints/extractions';
import type { ExtractionDetails } from '../../api/schemas/extractions';
import { nameKey } from '../../files/input/fileNames';

/** What a submission asked for, apart from its files. */
export type Terms = Omit<SubmissionRequest, 'submission_id' | 'upload_session_id' | 'file_ids'>;

/** A file of a submission. Its name is undefined if nobody knows it. */
export interface Named {
	sessionName: string | undefined;
}

/**
 * The files of a request that an extraction covers, by its names.
 *
 * @param named those of them that were submitted
 * @returns undefined if it has other files
 */
export function coveredFiles<F extends Named>(
	details: ExtractionDetails,
	files: F[],
	named: F[] = files,
): F[] | undefined {
	const keys = new Set((details.file_names ?? []).map(nameKey));
	if (keys.size === 0 || files.some(({ sessionName }) => sessionName === undefined)) {
		// Without names, their number has to do.
		return hasAsMany(details, named) ? named : undefined;
	}
	const covered = files.filter(({ sessionName = '' }) => keys.has(nameKey(sessionName)));
	return covered.length === keys.size ? covered : undefined;
}

/** Whether an extraction has as many files, or the service does not say how many. */
export function hasAsMany({ file_names, file_count }: ExtractionDetails, files: unknown[]): boolean {
	const count = file_names?.length || file_count;
	return typeof count !== 'number' || count === files.length;
}

/** Whether the service names a file for an extraction that is none of these. */
export const namesOtherFiles = (details: ExtractionDetails, files: Named[]): boolean =>
	(details.file_names ?? []).length > 0 && coveredFiles(details, files) === undefined;

/** Takes out of a text what does not change its meaning. Does the same to everything in a list or an object. */
function plain(value: unknown): unknown {
	if (typeof value === 'string') return value.normalize('NFC').replace(/\s+/g, ' ').trim();
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value)
		.map(([key, entry]): [string, unknown] => [key, plain(entry)])
		.filter(([, entry]) => entry !== undefined && entry !== null && entry !== '');
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const inNoOrder = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);

/** Whether the service reports another value than was asked for. A value that it does not report is not a difference. */
const differs = (asked: unknown, told: unknown): boolean =>
	told !== undefined &&
	told !== null &&
	JSON.stringify(plain(inNoOrder(asked))) !== JSON.stringify(plain(inNoOrder(told)));

/** What a request asks for, by the names of the contract's fields, such as `options.output_language`. */
const requestFields = ({ task_name, prompt, output_structure, options }: Record<string, unknown>) =>
	new Map<string, unknown>([
		...Object.entries({ task_name, prompt, output_structure }),
		...Object.entries(options ?? {}).map(([name, value]): [string, unknown] => [`options.${name}`, value]),
	]);

/** Says in what an earlier request under the same ID differs, by the names of the contract's fields. */
export function differencesFrom(asked: Terms, details: ExtractionDetails): string[] {
	const told = requestFields(details);
	const output_structure = asked.output_structure === 'automatic' ? undefined : asked.output_structure;
	// The only option whose default is neither always sent nor a preference of the account.
	const options = { exclude_columns: [], ...asked.options };
	return [...requestFields({ ...asked, output_structure, options })].flatMap(([name, value]) =>
		value !== undefined && differs(value, told.get(name)) ? name : [],
	);
}
